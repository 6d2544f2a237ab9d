import re
import sys

LIMIT = 999999999
variables = {}
ans = 0


class Bad(Exception):
    pass


class Parser:
    """Builds nested tuples; the values are worked out later."""

    def __init__(self, tokens):
        self.tokens = tokens
        self.i = 0

    def peek(self):
        return self.tokens[self.i] if self.i < len(self.tokens) else ""

    def take(self):
        t = self.peek()
        self.i += 1
        return t

    def whole(self):
        e = self.chain("+-", lambda: self.chain("*/%", self.unary))
        if self.i != len(self.tokens):
            raise Bad("syntax")
        return e

    def chain(self, ops, operand):
        left = operand()
        while self.peek() and self.peek() in ops:
            op = self.take()
            left = (op, left, operand())
        return left

    def unary(self):
        if self.peek() == "-":
            self.take()
            return ("neg", self.unary())
        base = self.atom()
        if self.peek() == "^":
            self.take()
            return ("^", base, self.unary())
        return base

    def atom(self):
        t = self.take()
        if t == "(":
            e = self.chain("+-", lambda: self.chain("*/%", self.unary))
            if self.take() != ")":
                raise Bad("syntax")
            return e
        if re.fullmatch("[0-9]+|[a-z]+", t):
            return t
        raise Bad("syntax")


def limited(n):
    if abs(n) > LIMIT:
        raise Bad("too large")
    return n


def value(e):
    if isinstance(e, str):
        if e[0] in "0123456789":
            return limited(int(e))
        if e == "ans":
            return ans
        if e not in variables:
            raise Bad(f"unknown {e}")
        return variables[e]
    if e[0] == "neg":
        return -value(e[1])
    a, b = value(e[1]), value(e[2])
    return limited(operate(e[0], a, b))


def operate(op, a, b):
    if op == "+":
        return a + b
    if op == "-":
        return a - b
    if op == "*":
        return a * b
    if op == "^":
        if b < 0:
            raise Bad("negative exponent")
        return a ** (b if b < 40 else 40 + b % 2)
    if b == 0:
        raise Bad("division by zero")
    q = abs(a) // abs(b)
    q = q if (a < 0) == (b < 0) else -q
    return q if op == "/" else a - q * b


def execute(line):
    global ans
    ts = re.findall(r"[0-9]+|[a-z]+|\S", line)
    name = None
    if len(ts) > 1 and ts[1] == "=" and re.fullmatch("[a-z]+", ts[0]):
        name = ts[0]
        ts = ts[2:]
    e = Parser(ts).whole()
    if name == "ans":
        raise Bad("ans is read-only")
    if name and name not in variables:
        variables[name] = 0
    ans = value(e)
    if name:
        variables[name] = ans
        print(f"{name} = {ans}")
    else:
        print(ans)


for line in sys.stdin:
    word = line.strip()
    if word == "quit":
        break
    if word == "clear":
        variables.clear()
        ans = 0
        print("cleared")
    elif word == "vars":
        for name in sorted(variables):
            print(f"{name} = {variables[name]}")
        if not variables:
            print("no variables")
    elif word:
        try:
            execute(word)
        except Bad as e:
            print(f"error: {e}")
