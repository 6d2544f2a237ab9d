import sys


class InvalidMove(Exception):
    pass


class GameOver(Exception):
    pass


class Board:
    def __init__(self):
        self._rows = [list("...") for _ in range(3)]
        self._left = 9

    def lines(self):
        r = self._rows
        result = ["".join(row) for row in r]
        result += [r[0][i] + r[1][i] + r[2][i] for i in range(3)]
        result.append(r[0][0] + r[1][1] + r[2][2])
        result.append(r[0][2] + r[1][1] + r[2][0])
        return result

    def mark(self, text, player):
        try:
            position = int(text)
        except ValueError:
            raise InvalidMove
        if position < 0 or position > 8:
            raise InvalidMove
        row, column = position // 3, position % 3
        if self._rows[row][column] != ".":
            raise InvalidMove
        self._rows[row][column] = player
        self._left -= 1
        if player * 3 in self.lines():
            raise GameOver(player + " won.")
        if self._left == 0:
            raise GameOver("tie.")

    def show(self):
        for line in self.lines()[:3]:
            print(line)


board = Board()
players = ["X", "O"]
board.show()
while True:
    print(players[0], end="> ")
    sys.stdout.flush()
    text = sys.stdin.readline()
    if not text:
        break
    try:
        board.mark(text, players[0])
    except InvalidMove:
        print("invalid.", file=sys.stderr)
    except GameOver as over:
        board.show()
        print(over)
        break
    else:
        players = players[::-1]
        board.show()
