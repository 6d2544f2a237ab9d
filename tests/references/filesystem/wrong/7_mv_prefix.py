"""Small file system: all nodes in one table keyed by full path (a tuple)."""
import string
import sys

OK = set(string.ascii_letters + string.digits + ".")
nodes = {(): None}          # None = directory, str = file
cwd = ()


def children(d):
    return sorted(p for p in nodes if len(p) == len(d) + 1 and p[:len(d)] == d)


def show(p):
    return "/" + "/".join(p)


def good(name):
    return 0 < len(name) < 9 and set(name) <= OK and name not in {".", ".."}


def space():
    return 100 - sum(len(t) for t in nodes.values() if t is not None)


def cmd_mkdir(p):
    if p in nodes:
        return "error: already there"
    nodes[p] = None
    return "ok"


def cmd_cat(p):
    if nodes.get(p) is None:
        return "error: no file"
    return '"' + nodes[p] + '"'


def cmd_rm(p):
    if p not in nodes:
        return "error: nothing to remove"
    if children(p):
        return "error: directory has entries"
    del nodes[p]
    return "ok"


def cmd_cp(a, b):
    if nodes.get(a) is None:
        return "error: no file"
    if b in nodes:
        return "error: target exists"
    if len(nodes[a]) > space():
        return "error: disk full"
    nodes[b] = nodes[a]
    return "ok"


def cmd_mv(a, b):
    if a not in nodes:
        return "error: nothing to move"
    if b in nodes:
        return "error: target exists"
    for p in [p for p in nodes if show(p).startswith(show(a))]:
        nodes[b + p[len(a):]] = nodes.pop(p)
    return "ok"


def cmd_find(p):
    hits = sorted(q for q in nodes if len(q) > len(cwd) and q[:len(cwd)] == cwd and q[-1] == p[-1])
    return "\n".join([f"{len(hits)} found"] + ["- " + show(q) for q in hits])


def cmd_pwd():
    return show(cwd)


def cmd_ls():
    c = children(cwd)
    out = [f"{len(c)} entries"]
    for p in c:
        out.append("- " + p[-1] + ("/" if nodes[p] is None else " %d" % len(nodes[p])))
    return "\n".join(out)


def cmd_df():
    return f"{space()} of 100 free"


def write(rest):
    name, _, text = rest.partition(" ")
    p = cwd + (name,)
    if not good(name):
        return "error: bad name"
    if p in nodes and nodes[p] is None:
        return "error: directory"
    if len(text) > space() + len(nodes.get(p) or ""):
        return "error: disk full"
    nodes[p] = text
    return "ok"


def cd(where):
    global cwd
    if where == "/":
        cwd = ()
    elif where == "..":
        cwd = cwd[:-1]
    elif good(where) and cwd + (where,) in nodes and nodes[cwd + (where,)] is None:
        cwd += (where,)
    else:
        return "error: no such directory"
    return "ok"


ARGS = {"mkdir": 1, "cat": 1, "rm": 1, "cp": 2, "mv": 2, "find": 1, "pwd": 0, "ls": 0, "df": 0}


def run(line):
    word, _, rest = line.partition(" ")
    args = rest.split(" ") if rest else []
    if word == "write" and args:
        return write(rest)
    if word == "cd" and len(args) == 1:
        return cd(rest)
    if word not in ARGS or ARGS[word] != len(args):
        return "error: what?"
    if not all(map(good, args)):
        return "error: bad name"
    return globals()["cmd_" + word](*[cwd + (a,) for a in args])


for line in sys.stdin.read().splitlines():
    if line == "exit":
        break
    if line:
        print(run(line))
