def print_grid(grid):
    for r in range(3):
        for c in range(3):
            print(grid[r][c], end="")
        print()


def check(grid, p):
    for i in range(3):
        if grid[i][0] == p and grid[i][1] == p and grid[i][2] == p:
            return True
        if grid[0][i] == p and grid[1][i] == p and grid[2][i] == p:
            return True
    if grid[0][0] == p and grid[1][1] == p and grid[2][2] == p:
        return True
    return grid[0][2] == p and grid[1][1] == p and grid[2][0] == p


def main():
    grid = [[".", ".", "."], [".", ".", "."], [".", ".", "."]]
    player = "X"
    marks = 0
    print_grid(grid)
    while True:
        try:
            answer = input(player + "> ")
        except EOFError:
            break
        if answer not in ["0", "1", "2", "3", "4", "5", "6", "7", "8"]:
            print("invalid.")
            continue
        col, row = divmod(int(answer), 3)
        if grid[row][col] != ".":
            print("invalid.")
            continue
        grid[row][col] = player
        marks += 1
        print_grid(grid)
        if check(grid, player):
            print(player + " won.")
            break
        if marks == 9:
            print("tie.")
            break
        if player == "X":
            player = "O"
        else:
            player = "X"


main()
