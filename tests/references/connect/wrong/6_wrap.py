#!/usr/bin/env python3
# Bitboards: cell (x, y) is bit 4*x + y.

SHIFTS = (1, 4, 3, 5)
FULL = 20


def has_four(bits):
    for s in SHIFTS:
        pairs = bits & (bits >> s)
        if pairs & (pairs >> (2 * s)):
            return True
    return False


class Game:
    def __init__(self, first):
        self.first = first
        self.bits = [0, 0]
        self.stack = []

    @property
    def player(self):
        return (self.first + len(self.stack)) % 2

    def height(self, x):
        column = (self.bits[0] | self.bits[1]) >> (4 * x) & 15
        return column.bit_length()

    def drop(self, x):
        bit = 1 << (4 * x + self.height(x))
        self.bits[self.player] |= bit
        self.stack.append(bit)

    def undo(self):
        bit = self.stack.pop()
        self.bits[self.player] ^= bit

    def rows(self):
        for y in (3, 2, 1, 0):
            row = ""
            for x in range(5):
                bit = 1 << (4 * x + y)
                row += "X" if self.bits[0] & bit else "O" if self.bits[1] & bit else "."
            yield row
        yield "12345"


def main():
    wins = [0, 0]
    draws = 0
    game = Game(0)
    while True:
        try:
            word = input("XO"[game.player] + "> ")
        except EOFError:
            print()
            break
        over = None
        if word in list("12345"):
            x = int(word) - 1
            if game.height(x) > 3:
                print("Column full.")
                continue
            p = game.player
            game.drop(x)
            if has_four(game.bits[p]):
                over = p
            elif len(game.stack) == FULL:
                over = 2
            if over is not None:
                print(*game.rows(), sep="\n")
        elif word == "resign":
            over = 1 - game.player
        elif word == "undo":
            if game.stack:
                game.undo()
            else:
                print("Nothing to undo.")
        elif word == "board":
            print(*game.rows(), sep="\n")
        elif word == "score":
            print(f"X {wins[0]}, O {wins[1]}, draws {draws}.")
        elif word == "quit":
            break
        else:
            print("Bad move.")
        if over is None:
            continue
        if over == 2:
            draws += 1
            print("Draw.")
        else:
            wins[over] += 1
            print("XO"[over] + " wins.")
        game = Game(1 - game.first)
    print(f"X {wins[0]}, O {wins[1]}, draws {draws}.")


main()
