# Precedence climbing with closures: parsing gives a function, calling it gives the value.
import sys

LIMIT = 10 ** 9
BINDING = {"+": 1, "-": 1, "*": 2, "/": 2, "%": 2, "^": 4}


class CalcError(Exception):
    pass


def scan(s):
    i = 0
    while i < len(s):
        c = s[i]
        if c == " ":
            i += 1
            continue
        j = i + 1
        if c.isdigit():
            while j < len(s) and s[j].isdigit():
                j += 1
        elif "a" <= c <= "z":
            while j < len(s) and "a" <= s[j] <= "z":
                j += 1
        elif c not in "+-*/%^()=":
            raise CalcError("syntax")
        yield s[i:j]
        i = j


def inside(v):
    if not -LIMIT < v < LIMIT:
        raise CalcError("too large")
    return v


def apply(op, a, b):
    if op == "+":
        return a + b
    if op == "-":
        return a - b
    if op == "*":
        return a * b
    if op == "^":
        if b < 0:
            raise CalcError("negative exponent")
        if abs(a) > 1:
            b = min(b, 31)
        elif b:
            b = 2 - b % 2
        return a ** b
    if not b:
        raise CalcError("division by zero")
    rest = abs(a) % abs(b) * (-1 if a < 0 else 1)
    if op == "%":
        return rest
    return (a - rest) // b


class Calc:
    def __init__(self):
        self.names = {}
        self.ans = 0

    def look(self, name):
        if name == "ans":
            return self.ans
        try:
            return self.names[name]
        except KeyError:
            raise CalcError("unknown " + name) from None

    def operand(self):
        if not self.rest:
            raise CalcError("syntax")
        t = self.rest.pop(0)
        if t == "-":
            f = self.expression(3)
            return lambda: -f()
        if t == "(":
            f = self.expression(1)
            if not self.rest or self.rest.pop(0) != ")":
                raise CalcError("syntax")
            return f
        if t.isdigit():
            return lambda: inside(int(t))
        if t.isalpha():
            return lambda: self.look(t)
        raise CalcError("syntax")

    def expression(self, level):
        left = self.operand()
        while self.rest and BINDING.get(self.rest[0], 0) >= level:
            op = self.rest.pop(0)
            right = self.expression(3 if op == "^" else BINDING[op] + 1)
            left = (lambda l, o, r: lambda: inside(apply(o, l(), r())))(left, op, right)
        return left

    def line(self, s):
        self.rest = list(scan(s))
        name = ""
        if len(self.rest) >= 2 and self.rest[0].isalpha() and self.rest[1] == "=":
            name = self.rest[0]
            self.rest = self.rest[2:]
        f = self.expression(1)
        if self.rest:
            raise CalcError("syntax")
        if name == "ans":
            raise CalcError("ans is read-only")
        v = f()
        self.ans = v
        if not name:
            return v
        self.names[name] = v
        return f"{name} = {v}"


calc = Calc()
for s in sys.stdin:
    s = s.strip()
    if s == "quit":
        break
    elif s == "vars":
        for n, v in sorted(calc.names.items()):
            print(n, "=", v)
        if not calc.names:
            print("no variables")
    elif s == "clear":
        calc = Calc()
        print("cleared")
    elif s:
        try:
            print(calc.line(s))
        except CalcError as e:
            print("error:", e)
