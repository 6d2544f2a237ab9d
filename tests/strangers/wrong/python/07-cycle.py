from itertools import cycle

LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8],
         [0, 3, 6], [1, 4, 7], [2, 5, 8],
         [0, 4, 8], [2, 4, 6]]


def play():
    fields = list("." * 9)
    for player in cycle("XO"):
        print("".join(fields[0:3]), "".join(fields[3:6]), "".join(fields[6:9]), sep="\n")
        try:
            number = int(input("%s> " % player))
        except ValueError:
            number = -1
        except EOFError:
            return
        if number < 0 or number > 8 or fields[number] != ".":
            print("invalid.")
            continue
        fields[number] = player
        for line in LINES:
            if [fields[i] for i in line] == [player] * 3:
                print("%s won." % player)
                return
        if fields.count(".") == 0:
            print("tie.")
            return


play()
