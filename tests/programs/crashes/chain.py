def move(text):
    try:
        return int(text)
    except ValueError:
        raise KeyError(text)


print("...\n...\n...")
move(input("X> ") + "a")
