local order = { "mm", "cm", "m", "km", "in", "ft", "mi", "g", "kg", "oz", "lb", "C", "F", "K" }
local kind, factor = {}, {
  mm = 1, cm = 10, m = 1000, km = 1e6, ["in"] = 25.4, ft = 12 * 25.4, mi = 5280 * 12 * 25.4,
  g = 1, kg = 1000, oz = 28.349523125, lb = 16 * 28.349523125,
}
for i, u in ipairs(order) do
  kind[u] = i <= 7 and "length" or i <= 11 and "mass" or "temperature"
end
local lowest = { C = -273.15, F = -459.67, K = 0 }
local last_value, last_unit

local function fail(...) error({ table.concat({ ... }) }) end

local function number(s)
  if not (s:match("^[+-]?%d+$") or s:match("^[+-]?%d+%.%d+$")) then fail("bad number ", s) end
  return tonumber((s:gsub("^%+", "")))
end

local function known(u)
  if not kind[u] then fail("unknown unit ", u) end
end

local function convert(v, from, to, from_user)
  known(from)
  known(to)
  if kind[from] ~= kind[to] then fail("cannot convert ", from, " to ", to) end
  local r
  if kind[from] == "temperature" then
    if from_user and v <= lowest[from] then fail("below absolute zero") end
    if from == to then
      r = v
    else
      local k = from == "K" and v or from == "C" and v + 273.15 or (v + 459.67) / 1.8
      r = to == "K" and k or to == "C" and k - 273.15 or k * 1.8 - 459.67
    end
  else
    if v < 0 then fail("negative quantity") end
    r = v * factor[from] / factor[to]
  end
  last_value, last_unit = r, to
  print(string.format("= %.4f %s", r, to))
end

local commands = {}

commands["units/1"] = function()
  for _, k in ipairs { "length", "mass", "temperature" } do
    local t = { k .. ":" }
    for _, u in ipairs(order) do
      if kind[u] == k then t[#t + 1] = u end
    end
    print(table.concat(t, " "))
  end
end

commands["quit/1"] = function() os.exit(0) end

commands["last/2"] = function(_, unit)
  if not last_value then fail("no result yet") end
  convert(last_value, last_unit, unit, false)
end

commands["define/4"] = function(_, name, text, base)
  if not name:match("^[a-z]+$") then fail("bad name ", name) end
  if kind[name] then fail(name, " exists") end
  local v = number(text)
  if v <= 0 then fail("value must be positive") end
  known(base)
  if kind[base] == "temperature" then fail("temperature cannot be defined") end
  order[#order + 1] = name
  kind[name], factor[name] = kind[base], v * factor[base]
  print("defined " .. name)
end

local reserved = { last = true, define = true, units = true, quit = true }

for line in io.lines() do
  local w = {}
  for s in line:gmatch("%S+") do w[#w + 1] = s end
  if #w > 0 then
    local ok, err = pcall(function()
      local f = commands[w[1] .. "/" .. #w]
      if f then
        f(table.unpack(w))
      elseif #w == 3 and not reserved[w[1]] then
        convert(number(w[1]), w[2], w[3], true)
      else
        fail("syntax")
      end
    end)
    if not ok then print("error: " .. (type(err) == "table" and err[1] or tostring(err))) end
  end
end
