local buf, cur = {}, 0
local undo = {}

local function save()
  local copy = table.move(buf, 1, #buf, 1, { cur = cur })
  undo[#undo + 1] = copy
  if #undo > 5 then table.remove(undo, 1) end
end

local function num(s)
  if s:find("[^0-9]") then error({ "bad number" }) end
  return tonumber(s) // 1
end

local function check(cond, message)
  if not cond then error({ message }) end
end

local function literal(s) return (s:gsub("%p", "%%%0")) end

local cmd = {}

function cmd.a(_, text)
  save()
  cur = cur + 1
  table.insert(buf, cur, text)
end

function cmd.i(_, text)
  save()
  if cur == 0 then cur = 1 end
  table.insert(buf, cur, text)
end

function cmd.d(args)
  check(#args <= 2, "unknown command")
  local a, b = args[1] and num(args[1]), args[2] and num(args[2])
  if not a then
    check(#buf > 0, "empty buffer")
    a = cur
  end
  b = b or a
  check(a >= 1 and a <= #buf and b >= 1 and b <= #buf, "no such line")
  check(a <= b, "bad range")
  save()
  for _ = a, b do table.remove(buf, a) end
  cur = math.min(a, #buf)
end

function cmd.g(args)
  check(#args == 1, "unknown command")
  local n = num(args[1])
  check(n >= 1 and n <= #buf, "no such line")
  save()
  cur = n
end

function cmd.m(args)
  check(#args == 1, "unknown command")
  local n = num(args[1])
  check(#buf > 0, "empty buffer")
  check(n <= #buf, "no such line")
  save()
  local text = table.remove(buf, cur)
  cur = n >= cur and n or n + 1
  table.insert(buf, cur, text)
end

function cmd.r(args)
  check(#args == 1 or #args == 2, "unknown command")
  check(#buf > 0, "empty buffer")
  local old, new = args[1], args[2] or ""
  check(buf[cur]:find(old, 1, true), "not found")
  save()
  buf[cur] = buf[cur]:gsub(literal(old), (new:gsub("%%", "%%%%")))
end

function cmd.p(args)
  check(#args == 0, "unknown command")
  if #buf == 0 then print("(empty)") end
  for i, t in ipairs(buf) do
    print((i == cur and "*" or " ") .. i .. " " .. t)
  end
end

function cmd.u(args)
  check(#args == 0, "unknown command")
  check(#undo > 0, "nothing to undo")
  buf = table.remove(undo)
  cur = buf.cur
end

function cmd.q(args)
  check(#args == 0, "unknown command")
  print("bye")
  os.exit(0)
end

while true do
  io.write("[", #buf, "] ")
  local line = io.read()
  if not line then break end
  if line ~= "" then
    local name, rest = line:match("^(%S+) ?(.*)$")
    local args = {}
    for w in rest:gmatch("%S+") do args[#args + 1] = w end
    local ok, err = pcall(function()
      check(cmd[name], "unknown command")
      cmd[name](args, rest)
    end)
    if not ok then print("? " .. err[1]) end
  end
end
