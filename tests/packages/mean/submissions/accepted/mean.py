count, *rest = open(0).read().split()
print(f"{sum(map(int, rest)) / int(count):.5e}" if rest else "none")
