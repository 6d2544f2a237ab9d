count, *rest = open(0).read().split()
print(sum(map(int, rest)) // int(count) if rest else "None")
