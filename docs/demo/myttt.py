WINS = ["012", "345", "678", "036", "147", "258", "048", "246"]
board, turn = ["."] * 9, 0

while True:
    for row in range(0, 9, 3):
        print("".join(board[row : row + 3]))
    player = "XO"[turn % 2]
    while True:
        try:
            cell = int(input(player + "> "))
            if board[cell] == ".":
                break
        except (ValueError, IndexError):
            pass
        print("invalid.")
    board[cell] = player
    turn += 1
    if any(all(board[int(c)] == player for c in win) for win in WINS):
        print(player, "won.")
        break
    if turn == 9:
        print("tie.")
        break
