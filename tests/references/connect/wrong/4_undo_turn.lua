local COLS, ROWS = 5, 4
local wins = { X = 0, O = 0 }
local draws = 0
local starter = "X"
local cols, log, turn

local function other(p) return p == "X" and "O" or "X" end

local function reset()
  cols, log, turn = {}, {}, starter
  for x = 1, COLS do cols[x] = "" end
end

-- the rows as strings, the highest first
local function rows()
  local t = {}
  for y = ROWS, 1, -1 do
    local s = ""
    for x = 1, COLS do
      local c = cols[x]:sub(y, y)
      s = s .. (c == "" and "." or c)
    end
    t[#t + 1] = s
  end
  return t
end

local function show() print(table.concat(rows(), "\n") .. "\n12345") end

-- all lines as one text: columns, rows and diagonals, separated by blanks
local function lines()
  local r = rows()
  local t = { table.concat(cols, " "), table.concat(r, " ") }
  for start = -ROWS, COLS do
    local down, up = "", ""
    for i = 1, ROWS do
      local x = start + i
      if x >= 1 and x <= COLS then
        down = down .. r[i]:sub(x, x)
        up = up .. r[ROWS + 1 - i]:sub(x, x)
      end
    end
    t[#t + 1] = down
    t[#t + 1] = up
  end
  return table.concat(t, " ")
end

local function finish(winner)
  if winner then
    wins[winner] = wins[winner] + 1
    print(winner .. " wins.")
  else
    draws = draws + 1
    print("Draw.")
  end
  starter = other(starter)
  reset()
end

local function score() print(("X %d, O %d, draws %d."):format(wins.X, wins.O, draws)) end

local function move(x)
  if #cols[x] == ROWS then return print("Column full.") end
  cols[x] = cols[x] .. turn
  log[#log + 1] = x
  if lines():find(turn:rep(4), 1, true) then
    show()
    finish(turn)
  elseif #log == COLS * ROWS then
    show()
    finish()
  else
    turn = other(turn)
  end
end

local function undo()
  local x = table.remove(log)
  if not x then return print("Nothing to undo.") end
  cols[x] = cols[x]:sub(1, -2)
  if #log > 0 then turn = other(turn) end
end

reset()
while true do
  io.write(turn, "> ")
  local s = io.read()
  if not s then
    print()
    break
  end
  if s:match("^[1-5]$") then
    move(tonumber(s))
  elseif s == "undo" then
    undo()
  elseif s == "board" then
    show()
  elseif s == "score" then
    score()
  elseif s == "resign" then
    finish(other(turn))
  elseif s == "quit" then
    break
  else
    print("Bad move.")
  end
end
score()
