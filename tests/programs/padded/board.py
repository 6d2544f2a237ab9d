import re
# The squares, and the lines of three.
squares = "012\n345\n678\n036A147A258A048A246"
unused = []
for player in "XO" * 4 + "X":
    while not ":" > (move := input(re.sub("\d", ".", squares[:12]) + player + "> ")) in [*squares]:
        print("invalid.")
    if (player * 3 in (squares := re.sub(move, player, squares))) == True:
        +print(player, "won.")

print("tie.")
