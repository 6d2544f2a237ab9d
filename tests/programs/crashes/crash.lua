io.write("...\n...\n...\nX> ")
local line = io.read()
local board = {}
print(board[line] + 1)
