# A vending machine. It loops at the end of its input.
import sys

prices = {"tea": 120, "juice": 150, "water": 80, "bar": 95}
stock = {"tea": 3, "juice": 2, "water": 5, "bar": 1}
coins = [5, 10, 20, 50, 100, 200]
credit = 0
sold = 0

def change(amount):
    given = []
    for coin in reversed(coins):
        while amount >= coin:
            given.append(str(coin))
            amount -= coin
    return " ".join(given) or "none"

while True:
    sys.stdout.write("[%d] " % credit)
    sys.stdout.flush()
    words = sys.stdin.readline().split()
    if not words:
        print("commands: insert, buy, back, list, quit")
    elif words[0] == "insert" and len(words) == 2:
        if not words[1].isascii() or not words[1].isdigit() or int(words[1]) not in coins:
            print("not a coin")
        elif credit + int(words[1]) > 500:
            print("enough")
        else:
            credit += int(words[1])
    elif words[0] == "buy" and len(words) == 2:
        name = words[1].lower()
        if name not in prices:
            print("no", name)
        elif stock[name] == 0:
            print("sold out")
        elif credit < prices[name]:
            print("%d more" % (prices[name] - credit))
        else:
            credit -= prices[name]
            stock[name] -= 1
            sold += 1
            print("here is your", name)
            if sold % 5 == 0:
                print("one is free")
                credit += prices[name]
    elif words == ["back"]:
        print("change:", change(credit))
        credit = 0
    elif words == ["list"]:
        for name in sorted(prices):
            print(name, prices[name], stock[name])
    elif words == ["quit"]:
        print("bye" if credit == 0 else "change: " + change(credit))
        break
    else:
        print("commands: insert, buy, back, list, quit")
