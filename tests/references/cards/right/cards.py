import cmd


VALUES = {**{str(n): n for n in range(2, 10)}, **dict.fromkeys("TJQK", 10), "A": 11}


def points(hand):
    p = sum(VALUES[c] for c in hand)
    aces = hand.count("A")
    while p > 21 and aces:
        p, aces = p - 10, aces - 1
    return p


class TwentyOne(cmd.Cmd):
    prompt = "? "
    use_rawinput = True

    def __init__(self):
        super().__init__()
        self.money = 100
        self.deck = ""
        self.hand = None    # (player, dealer, bet)

    # --- plumbing
    def onecmd(self, line):
        if line == "EOF":
            return self.bye()
        words = line.split(" ")
        want = {"deck": 2, "bet": 2, "hit": 1, "stand": 1, "money": 1, "quit": 1}.get(words[0])
        if want != len(words):
            print("What?")
            return None
        if self.hand and words[0] in ("deck", "bet"):
            print("Finish the hand first.")
            return None
        if not self.hand and words[0] in ("hit", "stand"):
            print("No hand.")
            return None
        return getattr(self, "do_" + words[0])(*words[1:])

    def draw(self):
        card, self.deck = self.deck[0], self.deck[1:]
        return card

    def settle(self, text, gain):
        self.hand = None
        self.money += gain
        print(text)
        print(f"Money: {self.money}.")
        if not self.money:
            print("You are broke.")
            return True

    def bye(self):
        lost = self.hand[2] if self.hand else 0
        print(f"Bye with {self.money - lost}.")
        return True

    # --- commands
    def do_quit(self):
        return self.bye()

    def do_money(self):
        print(f"Money: {self.money}.")

    def do_deck(self, cards):
        bad = [c for c in cards if c not in VALUES]
        if bad:
            print(f"Bad card {bad[0]}.")
        else:
            self.deck += cards
            print(f"Deck: {len(self.deck)}.")

    def do_bet(self, text):
        amount = int(text) if text.isdigit() else 0
        if amount < 1 or amount > self.money:
            print(f"Bet 1 to {self.money}.")
            return None
        if len(self.deck) < 4:
            print("Not enough cards.")
            return None
        a, b, c, d = (self.draw() for _ in range(4))
        self.hand = ([a, c], [b, d], amount)
        print(f"You: {a} {c} ({points([a, c])}). Dealer: {b}.")
        if points([a, c]) == 21:
            if points([b, d]) == 21:
                return self.settle("Push.", 0)
            win = int(amount * 1.5)
            return self.settle(f"Blackjack! You win {win}.", win)

    def do_hit(self):
        mine, _, bet = self.hand
        if not self.deck:
            print("The deck is empty.")
            return None
        mine.append(self.draw())
        print("You:", *mine, f"({points(mine)}).")
        if points(mine) > 21:
            return self.settle(f"Bust. You lose {bet}.", -bet)

    def do_stand(self):
        mine, his, bet = self.hand
        while points(his) < 17 and self.deck:
            his.append(self.draw())
        print("Dealer:", *his, f"({points(his)}).")
        if points(his) > 21 or points(his) < points(mine):
            return self.settle(f"You win {bet}.", bet)
        if points(his) == points(mine):
            return self.settle("Push.", 0)
        return self.settle(f"You lose {bet}.", -bet)


TwentyOne().cmdloop()
