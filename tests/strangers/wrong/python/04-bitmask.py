import sys

MASKS = (7, 56, 448, 73, 148, 292, 273, 84)
FULL = 511
NAMES = "XO"


def picture(bits):
    chars = []
    for i in range(9):
        bit = 1 << i
        chars.append("X" if bits[0] & bit else "O" if bits[1] & bit else ".")
    return "".join(chars[:3]) + "\n" + "".join(chars[3:6]) + "\n" + "".join(chars[6:]) + "\n"


def say(text):
    sys.stdout.write(text)
    sys.stdout.flush()


def play():
    bits = [0, 0]
    turn = 0
    say(picture(bits) + NAMES[turn] + "> ")
    for line in iter(sys.stdin.readline, ""):
        line = line.rstrip()
        bit = 1 << int(line) if line in set("012345678") else 0
        if bit == 0 or (bits[0] | bits[1]) & bit:
            say("invalid.\n" + NAMES[turn] + "> ")
            continue
        bits[turn] |= bit
        if any(bits[turn] & mask == mask for mask in MASKS):
            return say(NAMES[turn] + " won.\n")
        if bits[0] | bits[1] == FULL:
            return say("tie.\n")
        turn ^= 1
        say(picture(bits) + NAMES[turn] + "> ")


play()
