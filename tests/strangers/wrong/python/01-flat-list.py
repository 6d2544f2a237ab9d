WINS = [
    (0, 1, 2), (3, 4, 5), (6, 7, 8),
    (0, 3, 6), (1, 4, 7), (2, 5, 8),
    (0, 4, 8), (2, 4, 6),
]


def show(board):
    for start in (0, 3, 6):
        print("".join(board[start:start + 3]))


def has_won(board, player):
    for a, b, c in WINS:
        if board[a] == player and board[b] == player and board[c] == player:
            return True
    return False


def ask(board, player):
    while True:
        text = input(player + "> ").strip()
        if text in list("012345678") and board[int(text)] == ".":
            return int(text)
        print("Invalid.")


def main():
    board = ["."] * 9
    player = "X"
    while True:
        show(board)
        try:
            place = ask(board, player)
        except EOFError:
            return
        board[place] = player
        if has_won(board, player):
            print(player + " won.")
            return
        if "." not in board:
            print("tie.")
            return
        player = "O" if player == "X" else "X"


main()
