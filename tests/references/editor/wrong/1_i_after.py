import sys

lines, cur = [], 0
history = []


class Bad(Exception):
    pass


def number(word):
    if not all(c in "0123456789" for c in word):
        raise Bad("bad number")
    return int(word)


def line_number(n, low=1):
    if not low <= n <= len(lines):
        raise Bad("no such line")


def need_text():
    if not lines:
        raise Bad("empty buffer")


def change():
    history.append((lines[:], cur))
    del history[:-5]


def insert(at, text):
    global cur
    change()
    lines.insert(at, text)
    cur = at + 1


def delete(args):
    global cur
    numbers = [number(a) for a in args]
    if not numbers:
        need_text()
        numbers = [cur]
    for n in numbers:
        line_number(n)
    first, last = numbers[0], numbers[-1]
    if first > last:
        raise Bad("bad range")
    change()
    del lines[first - 1:last]
    cur = min(first, len(lines))


def move(n):
    global cur
    need_text()
    line_number(n, 0)
    change()
    text = lines.pop(cur - 1)
    at = n if n < cur else n - 1
    lines.insert(at, text)
    cur = at + 1


def replace(old, new=""):
    need_text()
    if old not in lines[cur - 1]:
        raise Bad("not found")
    change()
    lines[cur - 1] = lines[cur - 1].replace(old, new)


def show():
    if not lines:
        print("(empty)")
    for i, text in enumerate(lines, 1):
        print(f"{'*' if i == cur else ' '}{i} {text}")


def execute(line):
    global lines, cur
    cmd, *args = line.split(" ")
    n = len(args)
    if cmd == "a":
        insert(cur, line[2:])
    elif cmd == "i":
        insert(cur, line[2:])
    elif cmd == "d" and n <= 2:
        delete(args)
    elif cmd == "g" and n == 1:
        target = number(args[0])
        line_number(target)
        cur = target
    elif cmd == "m" and n == 1:
        move(number(args[0]))
    elif cmd == "r" and n in (1, 2):
        replace(*args)
    elif cmd == "p" and n == 0:
        show()
    elif cmd == "u" and n == 0:
        if not history:
            raise Bad("nothing to undo")
        lines, cur = history.pop()
    elif cmd == "q" and n == 0:
        print("bye")
        sys.exit()
    else:
        raise Bad("unknown command")


while True:
    print(f"[{len(lines)}] ", end="")
    line = sys.stdin.readline()
    if not line:
        break
    try:
        if line != "\n":
            execute(line[:-1])
    except Bad as e:
        print("?", e)
