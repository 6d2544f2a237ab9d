import sys

POSITIONS = {str(3 * row + col): (row, col) for row in range(3) for col in range(3)}


def render(marks):
    return "\n".join(
        "".join(marks.get((row, col), ".") for col in range(3)) for row in range(3)
    )


def check(marks, who):
    mine = {place for place in marks if marks[place] == who}
    for k in range(3):
        if {(k, 0), (k, 1), (k, 2)} <= mine or {(0, k), (1, k), (2, k)} <= mine:
            return True
    return {(0, 0), (1, 1), (2, 2)} <= mine or {(0, 2), (1, 1), (2, 0)} <= mine


def main():
    marks = {}
    who = "X"
    print(render(marks))
    print(who, end="> ", flush=True)
    for line in sys.stdin:
        place = POSITIONS.get(line.strip())
        if place is None:
            print("invalid.")
            print(who, end="> ", flush=True)
            continue
        marks[place] = who
        print(render(marks))
        if check(marks, who):
            print(who + " won.")
            return
        if len(marks) == 9:
            print("tie.")
            return
        who = {"X": "O", "O": "X"}[who]
        print(who, end="> ", flush=True)


main()
