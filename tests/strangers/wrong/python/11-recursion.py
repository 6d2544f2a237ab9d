def join_rows(board):
    if not board:
        return ""
    return "".join(board[:3]) + "\n" + join_rows(board[3:])


def choose(board, player):
    while True:
        try:
            n = int(input(player + "> "))
        except ValueError:
            n = -1
        if n >= 0 and board[n] == ".":
            return n
        print("invalid.")


def has_three(board, player):
    rows = [board[i:i + 3] for i in (0, 3, 6)]
    columns = [board[i::3] for i in (0, 1, 2)]
    diagonals = [board[::4], board[2:7:2]]
    return [player] * 3 in rows + columns + diagonals


def turn(board, player, other):
    print(join_rows(board), end="")
    n = choose(board, player)
    board = board[:n] + [player] + board[n + 1:]
    if has_three(board, player):
        print(player + " won.")
    elif "." not in board:
        print("tie.")
    else:
        turn(board, other, player)


try:
    turn(["."] * 9, "X", "O")
except EOFError:
    print(end="")
