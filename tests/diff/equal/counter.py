# A counter from 0 to 99.
n = 0
print("0", flush=True)
while True:
    try:
        line = input()
    except EOFError:
        break
    if line == "up":
        n = min(n + 1, 99)
        print(n, flush=True)
    elif line == "down":
        n = max(n - 1, 0)
        print(n, flush=True)
    elif line == "reset":
        n = 0
        print("0", flush=True)
    else:
        print("up, down or reset", flush=True)
