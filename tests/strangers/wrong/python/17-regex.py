import re
import sys

THREE = re.compile(r"([XO])(\1\1|(...\1){2}|(....\1){2}|(..\1){2})", re.DOTALL)

board = "...\n...\n..."
player = "X"
turn = 1

print(board)
print(player + "> ", end="")
sys.stdout.flush()

for line in sys.stdin:
    line = line.rstrip("\r\n")
    if re.fullmatch("[0-8]", line):
        at = int(line) + int(line) // 3
        valid = board[at] == "."
    else:
        valid = False

    if valid:
        board = board[:at] + player + board[at + 1:]
        print(board)
        if THREE.search(board):
            print(player + " won.")
            break
        elif turn > 9:
            print("tie.")
            break
        player = "O" if player == "X" else "X"
        turn += 1
    else:
        print("invalid.")

    print(player + "> ", end="")
    sys.stdout.flush()
