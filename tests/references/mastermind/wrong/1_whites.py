import re
import sys

solved, failed, best = 0, 0, None
code = None
tried = []


def prompt():
    sys.stdout.write("Code? " if code is None else f"Guess {len(tried) + 1}? ")


prompt()
for line in sys.stdin:
    line = line.rstrip("\n")
    if line == "quit":
        print("Bye.")
        sys.exit()
    valid = re.fullmatch("[1-6]{4}", line)
    if line == "score":
        print(f"Solved {solved}, failed {failed}, best {best or '-'}.")
    elif code is None:
        if valid:
            code, tried = line, []
        else:
            print("Invalid code.")
    elif line == "give up":
        print(f"The code was {code}.")
        failed += 1
        code = None
    elif not valid:
        print("Invalid guess.")
    elif line in tried:
        print("Already tried.")
    else:
        tried.append(line)
        black = sum(a == b for a, b in zip(code, line))
        common = sum(d in code for d in line)
        print(f"Black: {black}, white: {common - black}")
        if black == 4:
            print(f"Solved in {len(tried)}.")
            solved += 1
            best = min(best or 9, len(tried))
            code = None
        elif len(tried) == 8:
            print(f"Failed. The code was {code}.")
            failed += 1
            code = None
    prompt()
print()
