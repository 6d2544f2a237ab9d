import re
import sys
from fractions import Fraction as F

UNITS = {"mm": ("length", F(1)), "cm": ("length", F(10)), "m": ("length", F(1000)),
         "km": ("length", F(10 ** 6)), "in": ("length", F("25.4")), "ft": ("length", F("304.8")),
         "mi": ("length", F("1609344")),
         "g": ("mass", F(1)), "kg": ("mass", F(1000)), "oz": ("mass", F("28.349523125")),
         "lb": ("mass", F("453.59237")),
         "C": ("temperature", None), "F": ("temperature", None), "K": ("temperature", None)}
last = None


class Bad(Exception):
    pass


def number(text):
    if not re.fullmatch(r"[+-]?[0-9]+(\.[0-9]+)?", text):
        raise Bad(f"bad number {text}")
    return F(text)


def unit(name):
    if name not in UNITS:
        raise Bad(f"unknown unit {name}")
    return UNITS[name]


def kelvin(value, name):
    if name == "F":
        value = (value - 32) * F(5, 9)
    return value if name == "K" else value + F("273.15")


def convert(value, source, target):
    (kind, factor), (kind2, factor2) = unit(source), unit(target)
    if kind != kind2:
        raise Bad(f"cannot convert {source} to {target}")
    if kind == "temperature":
        k = kelvin(value, source)
        if k < 0:
            raise Bad("below absolute zero")
        c = k - F("273.15")
        return {"K": k, "C": c, "F": c * F(9, 5) + 32}[target]
    if value < 0:
        raise Bad("negative quantity")
    return value * factor / factor2


def show(value, name):
    global last
    last = round(value, 2), name
    print(f"= {float(value):.2f} {name}")


def define(name, text, base):
    if not re.fullmatch("[a-z]+", name):
        raise Bad(f"bad name {name}")
    if name in UNITS:
        raise Bad(f"{name} exists")
    value = number(text)
    if value <= 0:
        raise Bad("value must be positive")
    kind, factor = unit(base)
    if kind == "temperature":
        raise Bad("temperature cannot be defined")
    UNITS[name] = kind, value * factor
    print(f"defined {name}")


def answer(words):
    head, n = words[0], len(words)
    if head == "units" and n == 1:
        for kind in ("length", "mass", "temperature"):
            print(kind + ":", *[u for u in UNITS if UNITS[u][0] == kind])
    elif head == "quit" and n == 1:
        sys.exit()
    elif head == "last" and n == 2:
        if last is None:
            raise Bad("no result yet")
        show(convert(*last, words[1]), words[1])
    elif head == "define" and n == 4:
        define(*words[1:])
    elif head not in ("units", "quit", "last", "define") and n == 3:
        show(convert(number(head), words[1], words[2]), words[2])
    else:
        raise Bad("syntax")


for line in sys.stdin:
    if line.split():
        try:
            answer(line.split())
        except Bad as e:
            print(f"error: {e}")
