import re
import sys
from fractions import Fraction as F
from math import sqrt

numbers = []


class Bad(Exception):
    pass


def parse(words):
    for w in words:
        if not re.fullmatch(r"-?[0-9]{1,6}(\.[0-9]{1,2})?", w):
            raise Bad(f"bad number {w}")
    return [F(w) for w in words]


def show(x):
    return f"{float(x):.2f}"


def add(words):
    new = parse(words)
    if len(numbers) + len(new) > 20:
        raise Bad("list full")
    numbers.extend(new)
    return f"added {len(new)}, now {len(numbers)}"


def drop(words):
    x = parse(words)[0]
    if x not in numbers:
        raise Bad("not in list")
    numbers.remove(x)
    return f"dropped, now {len(numbers)}"


def keep(words):
    k = words[0]
    if not re.fullmatch("[0-9]+", k) or int(k) > 20:
        raise Bad(f"bad number {k}")
    del numbers[:max(0, len(numbers) - int(k))]
    return f"kept {len(numbers)}"


def mean():
    return sum(numbers) / F(len(numbers))


def median():
    s, n = sorted(numbers), len(numbers)
    return (s[(n - 1) // 2] + s[n // 2]) / 2


def mode():
    return min(numbers, key=lambda x: (-numbers.count(x), x))


def sd():
    m = mean()
    return sqrt(sum((x - m) ** 2 for x in numbers) / len(numbers))


VALUES = {"sum": lambda: sum(numbers), "min": lambda: min(numbers), "max": lambda: max(numbers), "mean": mean,
          "median": median, "mode": mode, "range": lambda: max(numbers) - min(numbers), "sd": sd}


def answer(cmd, words):
    n = len(words)
    if cmd == "add" and n:
        return add(words)
    if cmd in ("drop", "keep", "above") and n == 1:
        if cmd == "above":
            x = parse(words)[0]
            return f"above {sum(y > x for y in numbers)}"
        return drop(words) if cmd == "drop" else keep(words)
    if n:
        raise Bad("unknown command")
    if cmd == "clear":
        numbers.clear()
        return "cleared"
    if cmd == "count":
        return f"count {len(numbers)}"
    if cmd in VALUES:
        if not numbers and cmd != "sum":
            raise Bad("empty list")
        return f"{cmd} {show(VALUES[cmd]())}"
    if cmd == "list":
        return " ".join(["list:", *map(show, numbers)])
    if cmd == "sorted":
        return " ".join(["sorted:", *map(show, sorted(numbers))])
    raise Bad("unknown command")


for line in sys.stdin:
    words = line.split()
    if words == ["quit"]:
        break
    if words:
        try:
            print(answer(words[0], words[1:]))
        except Bad as e:
            print(e)
