local solved, failed, best = 0, 0, nil

local function read(prompt)
  while true do
    io.write(prompt)
    local s = io.read("l")
    if s == nil then
      print()
      os.exit(0)
    elseif s == "quit" then
      print("Bye.")
      os.exit(0)
    elseif s == "score" then
      print(("Solved %d, failed %d, best %s."):format(solved, failed, best or "-"))
    else
      return s
    end
  end
end

local function valid(s)
  return s:match("^[1-6][1-6][1-6][1-6]$") ~= nil
end

local function rate(code, guess)
  local black, white = 0, 0
  local c, g = {}, {}
  for i = 1, 4 do
    local x, y = code:sub(i, i), guess:sub(i, i)
    if x == y then
      black = black + 1
    else
      c[x] = (c[x] or 0) + 1
      g[y] = (g[y] or 0) + 1
    end
  end
  for d, k in pairs(g) do
    white = white + math.min(k, c[d] or 0)
  end
  return black, white
end

local function play(code)
  local tried = {}
  local n = 1
  while n <= 8 do
    local s = read("Guess " .. n .. "? ")
    if s == "give up" then
      print("The code was " .. code .. ".")
      failed = failed + 1
      return
    elseif not valid(s) then
      print("Invalid guess.")
    elseif tried[s] then
      print("Already tried.")
    else
      tried[s] = true
      local b, w = rate(code, s)
      print("Black: " .. b .. ", white: " .. w)
      if b == 4 then
        print("Solved in " .. n .. ".")
        solved = solved + 1
        if best == nil or n < best then best = n end
        return
      end
      n = n + 1
    end
  end
  print("Failed. The code was " .. code .. ".")
  failed = failed + 1
end

while true do
  local code = read("Code? ")
  if valid(code) then play(code) else print("Invalid code.") end
end
