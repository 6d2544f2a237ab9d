count, *rest = open(0).read().split()
print(sum(map(abs, map(int, rest))) / int(count) if rest else "None")
