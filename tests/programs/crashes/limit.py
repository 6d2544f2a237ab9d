import sys

print("...\n...\n...\nX> ", end="")
int("1" * 5000)
