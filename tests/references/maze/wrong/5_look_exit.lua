local plan = [[
#########
#S..#..c#
#.#.#.#.#
#.#...#k#
#c###T#.#
#.D..c#E#
#########]]

local delta = { n = { 0, -1 }, e = { 1, 0 }, s = { 0, 1 }, w = { -1, 0 } }
local p

local function new_game()
  p = { x = 1, y = 1, steps = 0, coins = 0, key = false, cells = {} }
  local y = 0
  for row in plan:gmatch("[^\n]+") do
    for x = 0, #row - 1 do
      p.cells[x .. "," .. y] = row:sub(x + 1, x + 1)
    end
    y = y + 1
  end
end

local function neighbour(dir)
  return (p.x + delta[dir][1]) .. "," .. (p.y + delta[dir][2])
end

local enter = {
  ["#"] = function() print("Wall.") return false end,
  D = function()
    if not p.key then
      print("The door is locked.")
      return false
    end
    p.key = false
    print("The door opens.")
    return true
  end,
  E = function()
    if p.coins < 3 then
      print("You need 3 coins.")
      return false
    end
    print("Out in " .. p.steps + 1 .. " steps!")
    os.exit()
  end,
  c = function()
    p.coins = p.coins + 1
    print("Coin " .. p.coins .. ".")
    return true
  end,
  k = function()
    p.key = true
    print("Key found.")
    return true
  end,
}

local function go(dir, count)
  for _ = 1, count do
    local at = neighbour(dir)
    local cell = p.cells[at]
    if cell == "T" then
      print("A trap!")
      p.steps = p.steps + 1
      p.x, p.y = 1, 1
      break
    end
    if enter[cell] and not enter[cell]() then break end
    p.cells[at] = "."
    p.x, p.y = p.x + delta[dir][1], p.y + delta[dir][2]
    p.steps = p.steps + 1
  end
  print(("Now at %d,%d."):format(p.x, p.y))
end

new_game()
while true do
  io.write("> ")
  local line = io.read("l")
  if line == nil or line == "quit" then break end
  local dir, rest = line:match("^go (%S+)(.*)$")
  local k = rest == "" and "1" or rest and rest:match("^ (%S+)$")
  if dir and k then
    if not delta[dir] then
      print("No such direction.")
    elseif not k:match("^[1-9]$") then
      print("Steps must be 1 to 9.")
    else
      go(dir, tonumber(k))
    end
  elseif line == "look" then
    local s = "Open:"
    for _, d in ipairs { "n", "e", "s", "w" } do
      if not p.cells[neighbour(d)]:match("[#DE]") then s = s .. " " .. d end
    end
    print(s)
  elseif line == "status" then
    print(("At %d,%d. Steps %d. Coins %d. Key %s."):format(p.x, p.y, p.steps, p.coins, p.key and "yes" or "no"))
  elseif line == "restart" then
    new_game()
    print("Restarted.")
  else
    print("Unknown command.")
  end
end
print("Left after " .. p.steps .. " steps.")
