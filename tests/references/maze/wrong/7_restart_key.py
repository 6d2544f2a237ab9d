import sys

MAP = ["#########",
       "#S..#..c#",
       "#.#.#.#.#",
       "#.#...#k#",
       "#c###T#.#",
       "#.D..c#E#",
       "#########"]
DIRS = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}


def reset():
    global grid, x, y, steps, coins, key
    grid = [list(row) for row in MAP]
    x = y = 1
    steps = coins = 0


def step(d):
    """Makes one step; False when the walk is over."""
    global x, y, steps, coins, key
    nx, ny = x + DIRS[d][0], y + DIRS[d][1]
    cell = grid[ny][nx]
    if cell == "#":
        print("Wall.")
        return False
    if cell == "D" and not key:
        print("The door is locked.")
        return False
    if cell == "E" and coins < 3:
        print("You need 3 coins.")
        return False
    x, y = nx, ny
    steps += 1
    if cell == "E":
        print(f"Out in {steps} steps!")
        sys.exit()
    if cell == "T":
        print("A trap!")
        x = y = 1
        return False
    if cell == "D":
        key = False
        print("The door opens.")
    elif cell == "c":
        coins += 1
        print(f"Coin {coins}.")
    elif cell == "k":
        key = True
        print("Key found.")
    grid[y][x] = "."
    return True


def go(d, k="1"):
    if d not in DIRS:
        print("No such direction.")
    elif len(k) != 1 or k not in "123456789":
        print("Steps must be 1 to 9.")
    else:
        for _ in range(int(k)):
            if not step(d):
                break
        print(f"Now at {x},{y}.")


key = False
reset()
while True:
    print("> ", end="")
    line = sys.stdin.readline()
    words = line.split()
    if not line or words == ["quit"]:
        print(f"Left after {steps} steps.")
        break
    if words and words[0] == "go" and len(words) in (2, 3):
        go(*words[1:])
    elif words == ["look"]:
        print("Open:", *[d for d, (dx, dy) in DIRS.items() if grid[y + dy][x + dx] not in "#D"])
    elif words == ["status"]:
        print(f"At {x},{y}. Steps {steps}. Coins {coins}. Key {'yes' if key else 'no'}.")
    elif words == ["restart"]:
        reset()
        print("Restarted.")
    else:
        print("Unknown command.")
