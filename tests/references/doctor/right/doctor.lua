-- Patients stay in order of arrival; the calling order is worked out when needed.
local list = {}
local seen, home = 0, 0

local function first_index(worst)
  local best
  for i, p in ipairs(list) do
    if not best or (worst and p.u >= list[best].u) or (not worst and p.u < list[best].u) then best = i end
  end
  return best
end

local function index(name)
  for i, p in ipairs(list) do
    if p.name == name then return i end
  end
end

local function place(name)
  local at = index(name)
  local k = 1
  for i, p in ipairs(list) do
    if p.u < list[at].u or (p.u == list[at].u and i < at) then k = k + 1 end
  end
  return ("%s is number %d."):format(name, k)
end

local actions = {
  arrive = function(name, u)
    if not u:match("^[1-5]$") then return "Urgency must be 1 to 5." end
    if index(name) then return name .. " is already waiting." end
    u = tonumber(u)
    if #list == 6 then
      local last = first_index(true)
      if u > 1 or list[last].u == 1 then return "The room is full." end
      print(list[last].name .. " is sent home.")
      table.remove(list, last)
      home = home + 1
    end
    list[#list + 1] = { name = name, u = u }
    return place(name)
  end,
  next = function()
    if #list == 0 then return "Nobody waits." end
    local p = table.remove(list, first_index(false))
    seen = seen + 1
    if seen % 3 == 0 then
      for _, q in ipairs(list) do q.u = math.max(q.u - 1, 1) end
    end
    return p.name .. ", please."
  end,
  worse = function(name)
    local i = index(name)
    if not i then return name .. " is not waiting." end
    if list[i].u == 1 then return name .. " is already at 1." end
    list[i].u = list[i].u - 1
    return place(name)
  end,
  leave = function(name)
    local i = index(name)
    if not i then return name .. " is not waiting." end
    table.remove(list, i)
    return name .. " left."
  end,
  list = function()
    if #list == 0 then return "Nobody waits." end
    local out = {}
    for u = 1, 5 do
      for _, p in ipairs(list) do
        if p.u == u then out[#out + 1] = ("%d. %s (%d)"):format(#out + 1, p.name, u) end
      end
    end
    return table.concat(out, "\n")
  end,
  count = function() return #list .. " waiting, " .. seen .. " seen." end,
}
local arity = { arrive = 2, next = 0, worse = 1, leave = 1, list = 0, count = 0 }

for line in io.lines() do
  if line == "close" then break end
  local w = {}
  for s in line:gmatch("%S+") do w[#w + 1] = s end
  local cmd = table.remove(w, 1)
  if cmd and arity[cmd] == #w then
    print(actions[cmd](table.unpack(w)))
  else
    print("Unknown command.")
  end
end
print(seen .. " seen, " .. home + #list .. " sent home.")
