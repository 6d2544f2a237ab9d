import re
import sys

LIMIT = 100
root = {}
path = []


class Bad(Exception):
    pass


def here():
    d = root
    for name in path:
        d = d[name]
    return d


def used(d):
    return sum(used(x) if isinstance(x, dict) else len(x) for x in d.values())


def check(condition, message):
    if not condition:
        raise Bad(message)


def get(name, kind=(dict, str)):
    check(name in here(), "no such file or directory")
    check(isinstance(here()[name], kind), "wrong kind of entry")
    return here()[name]


def store(name, text):
    old = here().get(name, "")
    check(used(root) - len(old) + len(text) < LIMIT, "no space left")
    here()[name] = text


def mkdir(name):
    check(name not in here(), "exists")
    here()[name] = {}


def write(name, text=""):
    check(not isinstance(here().get(name), dict), "is a directory")
    store(name, text)


def rm(name):
    check(get(name) == {} or isinstance(get(name), str), "directory not empty")
    del here()[name]


def cp(a, b):
    text = get(a, str)
    check(b not in here(), "exists")
    store(b, text)


def mv(a, b):
    entry = get(a)
    check(b not in here(), "exists")
    del here()[a]
    here()[b] = entry


def cd(name):
    if name == "/":
        path.clear()
    elif name == "..":
        del path[-1:]
    else:
        get(name, dict)
        path.append(name)


def ls():
    print(len(here()), "entries")
    for name, entry in here().items():
        print(f"- {name}/" if isinstance(entry, dict) else f"- {name} {len(entry)}")


def find(name):
    found = []

    def visit(d, at):
        for n, entry in d.items():
            if n == name:
                found.append(f"{at}/{n}")
            if isinstance(entry, dict):
                visit(entry, f"{at}/{n}")

    visit(here(), "".join("/" + p for p in path))
    print(len(found), "found")
    for p in found:
        print("-", p)


COUNT = {"mkdir": 1, "write": 1, "cat": 1, "rm": 1, "cp": 2, "mv": 2, "cd": 1, "pwd": 0, "ls": 0, "find": 1, "df": 0, "exit": 0}


def execute(line):
    cmd, *args = line.split(" ")
    text = " ".join(args[1:])
    if cmd == "write":
        args = args[:1]
    check(COUNT.get(cmd) == len(args), "unknown command")
    for a in args:
        ok = re.fullmatch(r"[A-Za-z0-9.]{1,8}", a) and a not in (".", "..")
        check(ok or cmd == "cd" and a in ("..", "/"), "bad name")
    if cmd == "exit":
        sys.exit()
    elif cmd == "pwd":
        print("/" + "/".join(path))
    elif cmd == "ls":
        ls()
    elif cmd == "find":
        find(args[0])
    elif cmd == "df":
        print(f"{LIMIT - used(root)} of {LIMIT} free")
    elif cmd == "cat":
        print(f'"{get(args[0], str)}"')
    else:
        if cmd == "write":
            write(args[0], text)
        else:
            {"mkdir": mkdir, "rm": rm, "cp": cp, "mv": mv, "cd": cd}[cmd](*args)
        print("ok")


for line in sys.stdin:
    line = line.rstrip("\n")
    if line:
        try:
            execute(line)
        except Bad as e:
            print(f"error: {e}")
