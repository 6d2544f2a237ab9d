import sys
from enum import Enum


class State(Enum):
    RUNNING = 0
    WON = 1
    TIE = 2


def evaluate(board, mark):
    lines = "012 345 678 036 147 258 048 246".split()
    for line in lines:
        if all(board[int(digit)] == mark for digit in line):
            return State.WON
    return State.RUNNING if "." in board else State.TIE


def main():
    board = ["."] * 9
    mark = "X"
    state = State.RUNNING
    while state == State.RUNNING:
        print("".join(board[:3]) + "\n" + "".join(board[3:6]) + "\n" + "".join(board[6:]))
        while True:
            print(f"{mark}> ", end="")
            sys.stdout.flush()
            raw = sys.stdin.readline()
            if raw == "":
                return
            raw = raw.strip()
            match raw:
                case "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" if board[int(raw)] == ".":
                    break
                case _:
                    print("invalid.")
        board[int(raw)] = mark
        state = evaluate(board, mark)
        match state:
            case State.WON:
                print(f"{mark} won.")
            case State.TIE:
                print(tie)
            case State.RUNNING:
                mark = "O" if mark == "X" else "X"


main()
