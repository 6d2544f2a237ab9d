import sys
from itertools import combinations

# every line of this square adds up to 15
MAGIC = [2, 7, 6,
         9, 5, 1,
         4, 3, 8]


def draw(taken):
    text = ""
    for cell in range(9):
        if cell in taken["X"]:
            text += "X"
        elif cell in taken["O"]:
            text += "O"
        else:
            text += "."
        if cell % 3 == 2:
            text += "\n"
    sys.stdout.write(text)


def complete(cells):
    return any(sum(MAGIC[c] for c in three) == 15
               for three in combinations(cells, 3))


taken = {"X": set(), "O": set()}
me, other = "X", "O"
draw(taken)
while True:
    sys.stdout.write(me + "> ")
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not line:
        break
    try:
        cell = int(line)
    except ValueError:
        cell = None
    if cell not in range(9) or cell in taken["X"] | taken["O"]:
        sys.stdout.write("invalid.\n")
        continue
    taken[me].add(cell)
    draw(taken)
    if complete(taken[me]):
        sys.stdout.write(me + " wins.\n")
        break
    if len(taken["X"]) + len(taken["O"]) == 9:
        sys.stdout.write("tie.\n")
        break
    me, other = other, me
