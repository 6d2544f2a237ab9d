import sys

copies = {}   # title -> number of copies
queue = {}    # title -> names
loans = {}    # name -> titles


def free(title):
    return copies[title] - sum(title in " ".join(held) for held in loans.values())


def shelve(title):
    if queue[title]:
        name = queue[title].pop(0)
        loans[name].append(title)
        print(f"Lent {title} to {name}.")


def unknown(title, name):
    if title not in copies:
        print(f"No such book: {title}.")
    elif name not in loans:
        print(f"No such member: {name}.")
    elif title in loans[name]:
        print(f"{name} already has {title}.")
    else:
        return False
    return True


def add(title):
    copies[title] = copies.get(title, 0) + 1
    queue.setdefault(title, [])
    print(f"Added {title}.")
    shelve(title)


def join(name):
    if name in loans:
        print(f"{name} is already a member.")
    else:
        loans[name] = []
        print(f"Welcome {name}.")


def lend(title, name):
    if unknown(title, name):
        return
    if len(loans[name]) >= 3:
        print(f"{name} has {len(loans[name])} books.")
    elif free(title) == 0:
        print(f"No copy of {title} left.")
    else:
        loans[name].append(title)
        print(f"Lent {title} to {name}.")


def give_back(title, name):
    if title not in loans.get(name, []):
        print(f"{name} does not have {title}.")
    else:
        loans[name].remove(title)
        print(f"Returned {title}.")
        shelve(title)


def reserve(title, name):
    if unknown(title, name):
        return
    if name in queue[title]:
        print(f"{name} already waits for {title}.")
    elif free(title) > 0:
        print(f"{title} is available.")
    else:
        queue[title].append(name)
        print(f"{name} waits for {title}.")


def leave(name):
    if name not in loans:
        print(f"No such member: {name}.")
    elif loans[name]:
        print(f"{name} still has {len(loans[name])} books.")
    else:
        del loans[name]
        for names in queue.values():
            if name in names:
                names.remove(name)
        print(f"Goodbye {name}.")


def books():
    for title in copies:
        print(f"- {title}: {free(title)} of {copies[title]} free")
    if not copies:
        print("No books.")


def member(name):
    if name not in loans:
        print(f"No such member: {name}.")
    elif not loans[name]:
        print(f"{name} has no books.")
    else:
        for title in loans[name]:
            print(f"- {title}")


COMMANDS = {"add": (add, 1), "join": (join, 1), "lend": (lend, 2), "return": (give_back, 2),
            "reserve": (reserve, 2), "leave": (leave, 1), "books": (books, 0), "member": (member, 1)}

for line in sys.stdin:
    words = line.split()
    if not words:
        continue
    if words == ["end"]:
        print("Closed.")
        break
    action, count = COMMANDS.get(words[0], (None, -1))
    if len(words) - 1 != count:
        print("What?")
    else:
        action(*words[1:])
