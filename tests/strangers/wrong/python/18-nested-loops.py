LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def draw(cells):
    for i in range(9):
        print(cells[i], end="\n" if i % 3 == 2 else "")


def won(cells, player):
    return any(cells[a] + cells[b] + cells[c] == player * 3 for a, b, c in LINES)


def main():
    cells = ["."] * 9
    player = "X"
    while "." in cells:
        draw(cells)
        while True:
            text = input(player + "> ")
            try:
                i = int(text)
            except ValueError:
                print("invalid.")
                continue
            if not 0 <= i <= 8 or cells[i] != ".":
                print("invalid.")
                continue
            cells[i] = player
            if won(cells, player):
                print(player + " won.")
                break
            if "." not in cells:
                print("tie.")
            break
        player = "O" if player == "X" else "X"


try:
    main()
except EOFError:
    pass
