local board = {}
for i = 1, 9 do
  board[i] = "."
end

local wins = {
  {1, 2, 3}, {4, 5, 6}, {7, 8, 9},
  {1, 4, 7}, {2, 5, 8}, {3, 6, 9},
  {1, 5, 9}, {3, 5, 7},
}

local function printBoard()
  for i = 1, 9, 3 do
    print(board[i] .. board[i + 1] .. board[i + 2])
  end
end

local function hasWon(player)
  for _, w in ipairs(wins) do
    if board[w[1]] == player and board[w[2]] == player and board[w[3]] == player then
      return true
    end
  end
  return false
end

local function isFull()
  for i = 1, 9 do
    if board[i] == "." then
      return false
    end
  end
  return true
end

local player = "X"

while true do
  printBoard()
  io.write(player, "> ")
  io.flush()
  local line = io.read()
  if line == nil then
    break
  end

  local pos = tonumber(line)
  -- the board is 1-based, anything outside of it is nil
  if pos == nil or board[pos + 1] ~= "." then
    print("invalid.")
  else
    board[pos + 1] = player
    if hasWon(player) then
      printBoard()
      print(player .. " won.")
      break
    elseif isFull() then
      printBoard()
      print("tie.")
      break
    end
    if player == "X" then
      player = "O"
    else
      player = "X"
    end
  end
end
