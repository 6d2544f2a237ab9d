"""Waiting list kept as five queues; within a queue patients are sorted by ticket."""
import bisect


class Office:
    SEATS = 6

    def __init__(self):
        self.queues = {u: [] for u in range(1, 6)}   # lists of (ticket, name)
        self.ticket = 0
        self.seen = 0
        self.home = 0

    def everybody(self):
        return [(u, t, n) for u in range(1, 6) for t, n in self.queues[u]]

    def find(self, name):
        for k, (u, t, n) in enumerate(self.everybody(), 1):
            if n == name:
                return k, u, t
        return None

    def number(self, name):
        print(f"{name} is number {self.find(name)[0]}.")

    def arrive(self, name, u):
        if len(u) != 1 or u not in "12345":
            print("Urgency must be 1 to 5.")
            return
        if self.find(name):
            print(f"{name} is already waiting.")
            return
        people = self.everybody()
        if len(people) >= self.SEATS:
            lu, lt, ln = people[-1]
            if int(u) > 1 or lu < 2:
                print("The room is full.")
                return
            self.queues[lu].remove((lt, ln))
            self.home += 1
            print(f"{ln} is sent home.")
        self.ticket += 1
        self.queues[int(u)].append((self.ticket, name))
        self.number(name)

    def next(self):
        people = self.everybody()
        if not people:
            print("Nobody waits.")
            return
        u, t, n = people[0]
        self.queues[u].remove((t, n))
        self.seen += 1
        if self.seen % 3 == 0:
            self.queues = {1: sorted(self.queues[1] + self.queues[2]), 2: self.queues[3],
                           3: self.queues[4], 4: self.queues[5], 5: []}
        print(f"{n}, please.")

    def worse(self, name):
        found = self.find(name)
        if not found:
            print(f"{name} is not waiting.")
            return
        _, u, t = found
        if u == 1:
            print(f"{name} is already at 1.")
            return
        self.queues[u].remove((t, name))
        bisect.insort(self.queues[u - 1], (t, name))
        self.number(name)

    def leave(self, name):
        found = self.find(name)
        if not found:
            print(f"{name} is not waiting.")
            return
        _, u, t = found
        self.queues[u].remove((t, name))
        print(f"{name} left.")

    def list(self):
        for k, (u, _, n) in enumerate(self.everybody(), 1):
            print(f"{k}. {n} ({u})")
        if not self.everybody():
            print("Nobody waits.")

    def count(self):
        print(f"{len(self.everybody())} waiting, {self.seen} seen.")

    def close(self):
        print(f"{self.seen} seen, {self.home + len(self.everybody())} sent home.")


office = Office()
words = {"arrive": 3, "next": 1, "worse": 2, "leave": 2, "list": 1, "count": 1}
while True:
    try:
        w = input().split(" ")
    except EOFError:
        break
    if w == ["close"]:
        break
    if words.get(w[0]) == len(w):
        getattr(office, w[0])(*w[1:])
    else:
        print("Unknown command.")
office.close()
