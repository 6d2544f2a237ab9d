import sys

grid = [['.'] * 3 for _ in range(3)]
player = 'X'
moves = 0

def prompt():
    for row in grid:
        print(''.join(row))
    print(player + '> ', end='', flush=True)

def won(p):
    for i in range(3):
        if all(grid[i][j] == p for j in range(3)):
            return True
        if all(grid[j][i] == p for j in range(3)):
            return True
    if all(grid[i][i] == p for i in range(3)):
        return True
    return all(grid[i][2 - i] == p for i in range(3))

prompt()
for line in sys.stdin:
    try:
        n = int(line)
        if n < 0 or n > 8:
            raise ValueError
        r, c = divmod(n, 3)
        if grid[r][c] != '.':
            raise ValueError
    except ValueError:
        print('invalid.')
        prompt()
        continue

    grid[r][c] = player
    moves += 1
    if won(player):
        print(player, 'won.')
        break
    if moves == 9:
        print('tie.')
        break
    player = 'O' if player == 'X' else 'X'
    prompt()
