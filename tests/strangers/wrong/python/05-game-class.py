class Game:
    LINES = ("012", "345", "678", "036", "147", "258", "048", "246")

    def __init__(self):
        self.cells = dict.fromkeys("012345678", ".")
        self.player = "X"

    def __str__(self):
        marks = list(self.cells.values())
        return "\n".join("".join(marks[i:i + 3]) for i in range(0, 9, 3))

    def has_line(self, player):
        return any(all(self.cells[key] == player for key in line)
                   for line in self.LINES)

    def is_free(self, key):
        return self.cells.get(key) == "."

    def place(self, key):
        self.cells[key] = self.player
        self.player = "XO".replace(self.player, "")

    def result(self):
        for player in "X":
            if self.has_line(player):
                return player + " won."
        if "." not in self.cells.values():
            return "tie."
        return ""


def run(game):
    while not game.result():
        print(game)
        key = input(f"{game.player}> ")
        while not game.is_free(key):
            print("invalid.")
            key = input(f"{game.player}> ")
        game.place(key)
    print(game)
    print(game.result())


if __name__ == "__main__":
    try:
        run(Game())
    except EOFError:
        pass
