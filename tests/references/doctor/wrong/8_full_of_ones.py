import sys

patients = []  # [urgency, arrival, name]
arrivals = seen = home = 0


def order():
    patients.sort()


def place(name):
    order()
    names = [p[2] for p in patients]
    return names.index(name) + 1 if name in names else 0


def arrive(name, u):
    global arrivals, home
    if u not in ("1", "2", "3", "4", "5"):
        return "Urgency must be 1 to 5."
    if place(name):
        return f"{name} is already waiting."
    text = ""
    if len(patients) == 6:
        if u != "1":
            return "The room is full."
        text = f"{patients.pop()[2]} is sent home.\n"
        home += 1
    arrivals += 1
    patients.append([int(u), arrivals, name])
    return text + f"{name} is number {place(name)}."


def call():
    global seen
    if not patients:
        return "Nobody waits."
    order()
    name = patients.pop(0)[2]
    seen += 1
    if seen % 3 == 0:
        for p in patients:
            p[0] = max(1, p[0] - 1)
    order()
    return f"{name}, please."


def worse(name):
    k = place(name)
    if not k:
        return f"{name} is not waiting."
    if patients[k - 1][0] == 1:
        return f"{name} is already at 1."
    patients[k - 1][0] -= 1
    return f"{name} is number {place(name)}."


def leave(name):
    k = place(name)
    if not k:
        return f"{name} is not waiting."
    del patients[k - 1]
    return f"{name} left."


def listing():
    order()
    return "\n".join(f"{k}. {n} ({u})" for k, (u, _, n) in enumerate(patients, 1)) or "Nobody waits."


def close():
    print(f"{seen} seen, {home + len(patients)} sent home.")
    sys.exit()


COMMANDS = {("arrive", 2): arrive, ("next", 0): call, ("worse", 1): worse, ("leave", 1): leave, ("list", 0): listing,
            ("count", 0): lambda: f"{len(patients)} waiting, {seen} seen.", ("close", 0): close}

for line in sys.stdin:
    cmd, *args = line.split() or [""]
    action = COMMANDS.get((cmd, len(args)))
    print(action(*args) if action else "Unknown command.")
close()
