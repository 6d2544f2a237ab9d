-- The squares, and the lines of three.
local board = [[012
345
678
036A147A258A048A246]]
local count = 0
for turn = 1, 9 do
  player = player == "X" and "O" or "X"
  repeat
    print(board:sub(1, 12):gsub("%d", ".") .. player .. "> ")
    board, count = board:gsub(io.read():match("^%d$") or "_", player)
  until count > 0 or print("invalid.")
  ended = board:find(player .. player .. player) and print(player .. " won.")()
end
print("tie.")
