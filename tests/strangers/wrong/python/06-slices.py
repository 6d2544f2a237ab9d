import sys


def read_line(prompt):
    print(prompt, end="", flush=True)
    line = sys.stdin.readline()
    if line == "":
        sys.exit(0)
    return line.strip()


def triples(b):
    return [b[0:3], b[3:6], b[6:9],
            b[0::3], b[1::3], b[2::3],
            b[0::4], b[2:7:2]]


board = "." * 9
player = "X"
finished = False

while not finished:
    print(board[:3])
    print(board[3:6])
    print(board[6:])

    while True:
        text = read_line(player + "> ")
        if text.isdecimal() and int(text) < 9:
            spot = int(text)
            if board[spot] == ".":
                break
        print("invalid.")

    board = board[:spot] + player + board[spot + 1:]

    if board.find(".") == -1:
        print("tie.")
        finished = True
    elif player * 3 in triples(board):
        print(player, "won.")
        finished = True

    player = "O" if player == "X" else "X"
