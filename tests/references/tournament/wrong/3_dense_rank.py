import sys

teams = []
matches = []  # (home, away, x, y) in order of entry


def row(team):
    w = d = l = f = g = 0
    for home, away, x, y in matches:
        if team == away:
            x, y = y, x
        if team in (home, away):
            w, d, l = w + (x > y), d + (x == y), l + (x < y)
            f, g = f + x, g + y
    return {"name": team, "text": f"{w + d + l} {w}-{d}-{l} {f}:{g} {3 * w + d}", "key": (-3 * w - d, g - f, -f)}


def ranking():
    rows = sorted(map(row, teams), key=lambda r: (r["key"], r["name"]))
    for r in rows:
        r["pos"] = 1 + len({o["key"] for o in rows if o["key"] < r["key"]})
    return rows


def team(name):
    if name in teams:
        return f"{name} exists."
    if len(teams) == 8:
        return "Too many teams."
    teams.append(name)
    return f"Team {name}."


def goals(text):
    ok = all(c in "0123456789" for c in text) and int(text) <= 99
    return int(text) if ok else None


def match(a, b, x, y):
    for t in (a, b):
        if t not in teams:
            return f"No team {t}."
    if a == b:
        return "Same team."
    x, y = goals(x), goals(y)
    if x is None or y is None:
        return "Bad goals."
    if any(m[:2] == (a, b) for m in matches):
        return "Already played."
    matches.append((a, b, x, y))
    return f"{a} {b} {x}:{y}"


def undo():
    if not matches:
        return "Nothing to undo."
    a, b, x, y = matches.pop()
    return f"Undone: {a} {b} {x}:{y}"


def withdraw(name):
    if name not in teams:
        return f"No team {name}."
    teams.remove(name)
    gone = [m for m in matches if name in m[:2]]
    for m in gone:
        matches.remove(m)
    return f"{name} withdrawn, {len(gone)} matches removed."


def table():
    return "\n".join(f"{r['pos']}. {r['name']} {r['text']}" for r in ranking()) or "No teams."


def left():
    total = len(teams) * (len(teams) - 1)
    return f"{total - len(matches)} of {total} left."


def end():
    names = [r["name"] for r in ranking() if r["pos"] == 1]
    if not matches:
        print("No champion")
    elif len(names) == 1:
        print("Champion:", names[0])
    else:
        print("Champions:", ", ".join(names))
    sys.exit()


COMMANDS = {"team": (team, 1), "match": (match, 4), "undo": (undo, 0), "withdraw": (withdraw, 1),
            "table": (table, 0), "left": (left, 0), "end": (end, 0)}

for line in sys.stdin:
    if line == "\n":
        continue
    cmd, *args = line.split()
    action, count = COMMANDS.get(cmd, (None, -1))
    print(action(*args) if len(args) == count else "Bad command.")
