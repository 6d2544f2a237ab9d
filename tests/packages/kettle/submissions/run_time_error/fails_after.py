low, high = 1, 100
answer = ""
while answer != "right":
    middle = (low + high) // 2
    print(middle, flush=True)
    answer = input()
    if answer == "cold":
        low = middle + 1
    else:
        high = middle - 1
if middle == 60:
    raise SystemExit(3)
