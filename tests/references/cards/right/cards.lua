local money, bet = 100, nil
local deck, player, dealer = {}, {}, {}

local function total(hand)
  local t, soft = 0, 0
  for _, c in ipairs(hand) do
    if c == "A" then
      t, soft = t + 11, soft + 1
    else
      t = t + (tonumber(c) or 10)
    end
    while t > 21 and soft > 0 do
      t, soft = t - 10, soft - 1
    end
  end
  return t
end

local function say(fmt, ...) print(fmt:format(...)) end
local function show(hand) return ("%s (%d)."):format(table.concat(hand, " "), total(hand)) end
local function draw() return table.remove(deck, 1) end

local function finish(gain, fmt, ...)
  money = money + gain
  bet = nil
  say(fmt, ...)
  say("Money: %d.", money)
  if money == 0 then
    print("You are broke.")
    os.exit(0)
  end
end

local function outside(f)
  return function(arg)
    if bet then print("Finish the hand first.") else f(arg) end
  end
end

local function inside(f)
  return function()
    if bet then f() else print("No hand.") end
  end
end

local one_word = {
  money = function() say("Money: %d.", money) end,
  hit = inside(function()
    if #deck == 0 then return print("The deck is empty.") end
    player[#player + 1] = draw()
    print("You: " .. show(player))
    if total(player) > 21 then finish(-bet, "Bust. You lose %d.", bet) end
  end),
  stand = inside(function()
    while total(dealer) < 17 and #deck > 0 do dealer[#dealer + 1] = draw() end
    print("Dealer: " .. show(dealer))
    local p, d = total(player), total(dealer)
    if d > 21 or p > d then
      finish(bet, "You win %d.", bet)
    elseif p < d then
      finish(-bet, "You lose %d.", bet)
    else
      finish(0, "Push.")
    end
  end),
}

local two_words = {
  deck = outside(function(cards)
    local bad = cards:match("[^A2-9TJQK]")
    if bad then return say("Bad card %s.", bad) end
    for c in cards:gmatch(".") do deck[#deck + 1] = c end
    say("Deck: %d.", #deck)
  end),
  bet = outside(function(s)
    local n = s:match("^%d+$") and math.tointeger(tonumber(s)) or 0
    if n < 1 or n > money then return say("Bet 1 to %d.", money) end
    if #deck < 4 then return print("Not enough cards.") end
    bet = n
    player, dealer = {}, {}
    for i = 1, 2 do
      player[i] = draw()
      dealer[i] = draw()
    end
    print("You: " .. show(player) .. " Dealer: " .. dealer[1] .. ".")
    if total(player) == 21 then
      if total(dealer) == 21 then
        finish(0, "Push.")
      else
        local win = n * 3 // 2
        finish(win, "Blackjack! You win %d.", win)
      end
    end
  end),
}

while true do
  io.write("? ")
  local line = io.read("L")
  if not line or line == "quit\n" then break end
  local words = {}
  for w in line:gmatch("%S+") do words[#words + 1] = w end
  local set = #words == 1 and one_word or #words == 2 and two_words or {}
  local f = set[words[1] or ""]
  if f then f(words[2]) else print("What?") end
end
say("Bye with %d.", money - (bet or 0))
