def to_number(text):
    try:
        return int(text)
    except ValueError:
        return None


def allowed(board, number):
    return number is not None and number < 9 and board[number] == "."


def board_text(board):
    out = ""
    for i, mark in enumerate(board):
        out += mark
        if i in (2, 5):
            out += "\n"
    return out


def same(board, a, b, c):
    return board[a] == board[b] == board[c] != "."


def somebody_won(board):
    for i in range(3):
        if same(board, 3 * i, 3 * i + 1, 3 * i + 2):
            return True
        if same(board, i, i + 3, i + 6):
            return True
    return same(board, 0, 4, 8) or same(board, 2, 4, 6)


def tic_tac_toe():
    board = ["."] * 9
    for turn in range(9):
        player = "XO"[turn % 2]
        print(board_text(board))
        number = to_number(input(player + "> "))
        while not allowed(board, number):
            print("invalid.")
            print(board_text(board))
            number = to_number(input(player + "> "))
        board[number] = player
        if somebody_won(board):
            print(player + " won.")
            break
    else:
        print("tie.")


try:
    tic_tac_toe()
except EOFError:
    pass
