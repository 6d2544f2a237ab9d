# A calculator with a stack. Numbers are pushed; words work on the top.
stack = []
marks = {}

def need(n):
    if len(stack) < n:
        print("too few")
        return False
    return True

print("ready")
while True:
    try:
        line = input()
    except EOFError:
        break
    for word in line.split():
        if word.lstrip("-").isascii() and word.lstrip("-").isdigit() and len(word) < 12:
            if len(stack) >= 10:
                print("full")
            else:
                stack.append(int(word))
        elif word in ("+", "-", "*", "/"):
            if need(2):
                b, a = stack.pop(), stack.pop()
                if word == "+":
                    stack.append(a + b)
                elif word == "-":
                    stack.append(a - b)
                elif word == "*":
                    stack.append(a * b)
                elif b == 0:
                    print("divided by zero")
                    stack += [a, b]
                else:
                    stack.append(a // b)
        elif word == "dup":
            if need(1):
                stack.append(stack[-1])
        elif word == "swap":
            if need(2):
                stack[-1], stack[-2] = stack[-2], stack[-1]
        elif word == "drop":
            if need(1):
                stack.pop()
        elif word == "max":
            if need(2):
                b, a = stack.pop(), stack.pop()
                stack.append(a if a > b else b)
        elif word == "clear":
            stack.clear()
        elif word == "end":
            print("end")
            raise SystemExit
        else:
            print("unknown:", word)
    print(stack[-1] if stack else "empty", len(stack))
