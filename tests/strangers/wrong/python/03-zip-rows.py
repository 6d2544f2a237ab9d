import sys


def lines_of(grid):
    yield from grid
    yield from zip(*grid)
    yield [grid[i][i] for i in range(3)]
    yield [grid[i][2 - i] for i in range(3)]


def won(grid, mark):
    return any(all(cell == mark for cell in line) for line in lines_of(grid))


def full(grid):
    return all(cell != "." for row in grid for cell in row)


def print_grid(grid):
    for row in grid:
        print(*row, sep="")


def prompt(mark):
    print(mark, end=">", flush=True)


grid = [["."] * 3 for _ in range(3)]
mark = "X"
print_grid(grid)
prompt(mark)
for line in sys.stdin:
    answer = line.strip()
    ok = len(answer) == 1 and answer in "012345678"
    if ok:
        row, col = divmod(int(answer), 3)
        ok = grid[row][col] == "."
    if not ok:
        print("invalid.")
        prompt(mark)
        continue
    grid[row][col] = mark
    print_grid(grid)
    if won(grid, mark):
        print(f"{mark} won.")
        break
    if full(grid):
        print("tie.")
        break
    mark = "O" if mark == "X" else "X"
    prompt(mark)
