-- Four in a row, with gravity, on a board of five columns and four rows.
io.stdout:setvbuf("no")
local wide, high, row = 5, 4, 4
local board, turn, moves, over = {}, "X", 0, false
for y = 1, high do board[y] = {} for x = 1, wide do board[y][x] = "." end end

local function show()
  for y = high, 1, -1 do print(table.concat(board[y])) end
end

local function wins(x, y)
  for _, d in ipairs { { 1, 0 }, { 0, 1 }, { 1, 1 }, { 1, -1 } } do
    local n = 1
    for _, s in ipairs { 1, -1 } do
      local a, b = x + s * d[1], y + s * d[2]
      while board[b] and board[b][a] == turn do
        n, a, b = n + 1, a + s * d[1], b + s * d[2]
      end
    end
    if n >= row then return true end
  end
  return false
end

show()
io.write(turn, "> ")
for line in io.lines() do
  local x = tonumber(line:match("^%s*(%d+)%s*$"))
  if line == "new" then
    for y = 1, high do for c = 1, wide do board[y][c] = "." end end
    turn, moves, over = "X", 0, false
    show()
  elseif line == "undo" then
    print("there is no undo")
  elseif over then
    print("the game is over")
  elseif not x or x < 1 or x > wide then
    print("a column from 1 to " .. wide)
  elseif board[high][x] ~= "." then
    print("the column is full")
  else
    local y = 1
    while board[y][x] ~= "." do y = y + 1 end
    board[y][x] = turn
    moves = moves + 1
    show()
    if wins(x, y) then
      print(turn .. " wins after " .. moves)
      over = true
    elseif moves == wide * high then
      print("a draw")
      over = true
    end
    turn = turn == "X" and "O" or "X"
  end
  io.write(turn, "> ")
end
print("bye")
