import os
import sys


class Tally:
    """Counts marks per row, column and diagonal for one player."""

    def __init__(self):
        self.rows = [0, 0, 0]
        self.cols = [0, 0, 0]
        self.down = 0
        self.up = 0

    def add(self, row, col):
        self.rows[row] += 1
        self.cols[col] += 1
        self.down += row == col
        self.up += row + col == 2
        return 3 in (self.rows[row], self.cols[col], self.down, self.up)


board = bytearray(b".........")
tallies = [Tally(), Tally()]
moves = 0


def finish(message):
    print(message)
    os._exit(0)


def prompt(with_board):
    if with_board:
        for start in 0, 3, 6:
            print(board[start:start + 3].decode())
    print("XO"[moves % 2], end="> ", flush=True)


prompt(True)
for line in sys.stdin:
    line = line.strip()
    if len(line) != 1 or not "0" <= line <= "8" or board[int(line)] != ord("."):
        print("invalid.")
        prompt(False)
        continue
    position = int(line)
    player = moves % 2
    board[position] = ord("XO"[player])
    moves += 1
    if tallies[player].add(position // 3, position % 3):
        finish("XO"[player] + " won.")
    if moves == 9:
        finish("tie.")
    prompt(True)
