import sys

board = [".", ".", ".", ".", ".", ".", ".", ".", "."]


def show():
    print("%s%s%s\n%s%s%s\n%s%s%s" % tuple(board))


def ask(who):
    while True:
        try:
            text = input(who + "> ")
            place = "012345678".index(text) if text else -1
        except EOFError:
            sys.exit()
        except ValueError:
            place = -1
        if place >= 0 and len(text) == 1 and board[place] == ".":
            return place
        print("invalid.")


def three(who):
    for a in (0, 3, 6):
        if board[a] == board[a + 1] == board[a + 2] == who:
            return True
    for a in (0, 1, 2):
        if board[a] == board[a + 3] == board[a + 6] == who:
            return True
    return board[4] == who and (board[0] == board[8] == who or board[2] == board[6] == who)


while True:
    show()
    for who in "XO":
        board[ask(who)] = who
        if three(who):
            print(who + " won.")
            sys.exit()
        if "." not in board:
            print("tie.")
            sys.exit()
