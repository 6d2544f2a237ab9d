import sys

WINS = [
    (0, 1, 2), (3, 4, 5), (6, 7, 8),
    (0, 3, 6), (1, 4, 7), (2, 5, 8),
    (0, 4, 8), (2, 4, 6),
]


class TicTacToe:
    def __init__(self):
        self.board = ["."] * 9
        self.player = "X"

    def show(self):
        for row in range(0, 9, 3):
            print("".join(self.board[row:row + 3]))

    def is_valid(self, text):
        if not text.isdigit():
            return False
        pos = int(text)
        return 0 <= pos <= 8 and self.board[pos] == "."

    def has_won(self):
        for a, b, c in WINS:
            if self.board[a] == self.board[b] == self.board[c] == self.player:
                return True
        return False

    def is_full(self):
        return "." not in self.board

    def switch_player(self):
        self.player = "O" if self.player == "X" else "X"

    def play(self):
        while True:
            self.show()
            sys.stdout.write(self.player + "> ")
            sys.stdout.flush()
            line = sys.stdin.readline()
            if line == "":
                return
            text = line.strip()
            if not self.is_valid(text):
                print("invalid.")
                continue
            self.board[int(text)] = self.player
            if self.has_won():
                self.show()
                print(f"{self.player} won.")
                return
            if self.is_full():
                self.show()
                print("tie.")
                return
            self.switch_player()


if __name__ == "__main__":
    TicTacToe().play()
