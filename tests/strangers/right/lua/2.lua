local grid = { {".", ".", "."}, {".", ".", "."}, {".", ".", "."} }
local player, other = "X", "O"
local count = 0

local function show()
  for _, row in ipairs(grid) do
    print(table.concat(row))
  end
  io.write(player .. "> ")
end

local function won(r, c)
  local h, v, d, a = 0, 0, 0, 0
  for i = 1, 3 do
    if grid[r][i] == player then h = h + 1 end
    if grid[i][c] == player then v = v + 1 end
    if grid[i][i] == player then d = d + 1 end
    if grid[i][4 - i] == player then a = a + 1 end
  end
  return h == 3 or v == 3 or d == 3 or a == 3
end

show()
for line in io.lines() do
  local n = tonumber(line:match("^%s*(%d+)%s*$"))
  local r, c
  if n and n <= 8 then
    r = n // 3 + 1
    c = n % 3 + 1
  end
  if r and grid[r][c] == "." then
    grid[r][c] = player
    count = count + 1
    if won(r, c) then
      print(player .. " won.")
      break
    end
    if count == 9 then
      print("tie.")
      break
    end
    player, other = other, player
  else
    print("invalid.")
  end
  show()
end
