import sys

money = 100
deck, player, dealer = [], [], []
bet = 0  # 0 outside a hand


def total(hand):
    points = sum(10 if c in "TJQK" else 11 if c == "A" else int(c) for c in hand)
    for c in hand:
        if c == "A" and points > 21:
            points -= 10
    return points


def show(who, hand):
    return f"{who}: {' '.join(hand)} ({total(hand)})."


def finish(message, gain):
    global money, bet
    money += gain
    bet = 0
    print(message)
    print(f"Money: {money}.")
    if money == 0:
        print("You are broke.")
        if not message.startswith("Bust"):
            sys.exit()


def add_cards(cards):
    for c in cards:
        if c not in "A23456789TJQK":
            return f"Bad card {c}."
    deck.extend(cards)
    return f"Deck: {len(deck)}."


def begin(text):
    global bet, player, dealer
    if not all(c in "0123456789" for c in text) or not 1 <= int(text) <= money:
        return f"Bet 1 to {money}."
    if len(deck) < 4:
        return "Not enough cards."
    bet = int(text)
    player, dealer = [deck[0], deck[2]], [deck[1], deck[3]]
    del deck[:4]
    print(show("You", player), f"Dealer: {dealer[0]}.")
    if total(player) == 21:
        if total(dealer) == 21:
            finish("Push.", 0)
        else:
            win = bet * 3 // 2
            finish(f"Blackjack! You win {win}.", win)


def hit():
    if not deck:
        return "The deck is empty."
    player.append(deck.pop(0))
    print(show("You", player))
    if total(player) > 21:
        finish(f"Bust. You lose {bet}.", -bet)


def stand():
    while total(dealer) <= 16 and deck:
        dealer.append(deck.pop(0))
    print(show("Dealer", dealer))
    p, d = total(player), total(dealer)
    if d > 21 or d < p:
        finish(f"You win {bet}.", bet)
    elif d > p:
        finish(f"You lose {bet}.", -bet)
    else:
        finish("Push.", 0)


def answer(words):
    if len(words) == 2 and words[0] in ("deck", "bet"):
        if bet:
            return "Finish the hand first."
        return add_cards(words[1]) if words[0] == "deck" else begin(words[1])
    if words in (["hit"], ["stand"]):
        if not bet:
            return "No hand."
        return hit() if words[0] == "hit" else stand()
    return f"Money: {money}." if words == ["money"] else "What?"


while True:
    print("? ", end="")
    line = sys.stdin.readline()
    if line in ("", "quit\n"):
        print(f"Bye with {money - bet}.")
        break
    text = answer(line.split())
    if text:
        print(text)
