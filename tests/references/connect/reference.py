import sys

WIDTH, HEIGHT = 5, 4
moves = []         # columns of the running game
starter = "X"
score = {"X": 0, "O": 0, "draws": 0}


def other(p):
    return "O" if p == "X" else "X"


def mover():
    return starter if len(moves) % 2 == 0 else other(starter)


def board():
    columns = [[] for _ in range(WIDTH)]
    p = starter
    for c in moves:
        columns[c].append(p)
        p = other(p)
    return columns


def cell(columns, x, y):
    return columns[x][y] if 0 <= x < WIDTH and 0 <= y < len(columns[x]) else "."


def show():
    columns = board()
    for y in reversed(range(HEIGHT)):
        print("".join(cell(columns, x, y) for x in range(WIDTH)))
    print("12345")


def wins(p):
    columns = board()
    return any(all(cell(columns, x + i * dx, y + i * dy) == p for i in range(4))
               for x in range(WIDTH) for y in range(HEIGHT) for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)))


def end(winner):
    global starter
    score[winner] += 1
    print("Draw." if winner == "draws" else f"{winner} wins.")
    starter = other(starter)
    moves.clear()


def move(c):
    p = mover()
    if moves.count(c) == HEIGHT:
        print("Column full.")
        return
    moves.append(c)
    if wins(p):
        show()
        end(p)
    elif len(moves) == WIDTH * HEIGHT:
        show()
        end("draws")


def score_line():
    print(f"X {score['X']}, O {score['O']}, draws {score['draws']}.")


while True:
    print(f"{mover()}> ", end="")
    line = sys.stdin.readline()
    word = line.rstrip("\n")
    if not line or word == "quit":
        if not line:
            print()
        score_line()
        break
    if word in ("1", "2", "3", "4", "5"):
        move(int(word) - 1)
    elif word == "undo":
        if moves:
            moves.pop()
        else:
            print("Nothing to undo.")
    elif word == "board":
        show()
    elif word == "score":
        score_line()
    elif word == "resign":
        end(other(mover()))
    else:
        print("Bad move.")
