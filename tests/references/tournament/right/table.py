from dataclasses import dataclass, field
from itertools import groupby


@dataclass
class Team:
    name: str
    results: list = field(default_factory=list)   # pairs (own goals, goals of the other)

    def goals(self, side):
        return sum(r[side] for r in self.results)

    def outcome(self, sign):
        return sum((a > b) - (a < b) == sign for a, b in self.results)

    @property
    def points(self):
        return 3 * self.outcome(1) + self.outcome(0)

    @property
    def strength(self):
        return self.points, self.goals(0) - self.goals(1), self.goals(0)

    def __str__(self):
        return (f"{self.name} {len(self.results)} {self.outcome(1)}-{self.outcome(0)}-{self.outcome(-1)} "
                f"{self.goals(0)}:{self.goals(1)} {self.points}")


class Tournament:
    def __init__(self):
        self.teams = {}
        self.log = []

    def team(self, name):
        if name in self.teams:
            return f"{name} exists."
        if len(self.teams) >= 8:
            return "Too many teams."
        self.teams[name] = Team(name)
        return f"Team {name}."

    def match(self, a, b, x, y):
        if a not in self.teams:
            return f"No team {a}."
        if b not in self.teams:
            return f"No team {b}."
        if a == b:
            return "Same team."
        if not (x.isdigit() and y.isdigit() and int(x) < 100 and int(y) < 100):
            return "Bad goals."
        if [a, b] in [m[:2] for m in self.log]:
            return "Already played."
        x, y = int(x), int(y)
        self.log.append([a, b, x, y])
        self.teams[a].results.append((x, y))
        self.teams[b].results.append((y, x))
        return f"{a} {b} {x}:{y}"

    def forget(self, m):
        a, b, x, y = m
        self.log.remove(m)
        for name, result in ((a, (x, y)), (b, (y, x))):
            if name in self.teams:
                self.teams[name].results.remove(result)

    def undo(self):
        if not self.log:
            return "Nothing to undo."
        m = self.log[-1]
        self.forget(m)
        return "Undone: {} {} {}:{}".format(*m)

    def withdraw(self, name):
        if name not in self.teams:
            return f"No team {name}."
        gone = [m for m in self.log if name in m[:2]]
        for m in gone:
            self.forget(m)
        del self.teams[name]
        return f"{name} withdrawn, {len(gone)} matches removed."

    def groups(self):
        ranked = sorted(self.teams.values(), key=lambda t: t.name)
        ranked.sort(key=lambda t: t.strength, reverse=True)
        return [list(g) for _, g in groupby(ranked, key=lambda t: t.strength)]

    def table(self):
        if not self.teams:
            return "No teams."
        lines, pos = [], 1
        for group in self.groups():
            lines += [f"{pos}. {t}" for t in group]
            pos += len(group)
        return "\n".join(lines)

    def left(self):
        n = len(self.teams)
        return f"{n * (n - 1) - len(self.log)} of {n * (n - 1)} left."

    def end(self):
        if not self.log:
            return "No champion"
        best = [t.name for t in self.groups()[0]]
        return ("Champion: " if len(best) == 1 else "Champions: ") + ", ".join(best)


def main():
    cup = Tournament()
    arity = {"team": 1, "match": 4, "undo": 0, "withdraw": 1, "table": 0, "left": 0, "end": 0}
    while True:
        try:
            line = input()
        except EOFError:
            break
        if not line:
            continue
        cmd, *args = line.split(" ")
        if arity.get(cmd) != len(args):
            print("Bad command.")
            continue
        print(getattr(cup, cmd)(*args))
        if cmd == "end":
            break


main()
