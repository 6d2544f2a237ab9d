import sys


def commands():
    while True:
        line = sys.stdin.readline()
        if not line:
            return
        yield line.split()[0]


def emit(*parts):
    sys.stdout.write("".join(parts))
    sys.stdout.flush()


def wins_for(mark, cells):
    have = [i for i, c in enumerate(cells) if c == mark]
    for line in ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6),
                 (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)):
        if set(line).issubset(have):
            return True
    return False


def game(cells, marks):
    board = lambda: "{}{}{}\n{}{}{}\n{}{}{}\n".format(*cells)
    emit(board(), marks[0], "> ")
    for word in commands():
        if word not in ("0", "1", "2", "3", "4", "5", "6", "7", "8") or cells[int(word)] != ".":
            emit("invalid.\n", board(), marks[0], "> ")
            continue
        cells[int(word)] = marks[0]
        if wins_for(marks[0], cells):
            emit("\n", board(), "\n", marks[0], " won.\n")
            break
        if "." not in cells:
            emit("\n", board(), "\n", "tie.\n")
            break
        marks.reverse()
        emit("\n", board(), marks[0], "> ")


game(["."] * 9, ["X", "O"])
