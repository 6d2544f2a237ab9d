import sys


def move(text):
    return int(text)


print("...\n...\n...\nX> ", end="")
move(sys.stdin.readline().strip() + "a")
