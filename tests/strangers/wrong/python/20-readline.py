import sys

board = {}
for i in range(9):
    board[i] = "."


def show_board():
    for i in range(0, 9, 3):
        print(board[i] + board[i + 1] + board[i + 2])


def get(player):
    print(player + "> ", end="")
    sys.stdout.flush()
    line = sys.stdin.readline()
    if line == "":
        sys.exit()
    return line.strip()


def is_valid(text):
    return text.isdecimal() and board.get(int(text)) == "."


def line_done(player):
    wins = ["012", "345", "678", "036", "147", "258", "048", "246"]
    for win in wins:
        count = 0
        for c in win:
            if board[int(c)] == player:
                count += 1
        if count == 3:
            return True
    return False


player = "X"
for moves in range(9):
    show_board()
    text = get(player)
    while not is_valid(text):
        print("invalid.")
    board[int(text)] = player
    if line_done(player):
        print(player + " won.")
        sys.exit()
    player = "O" if player == "X" else "X"
print("tie.")
