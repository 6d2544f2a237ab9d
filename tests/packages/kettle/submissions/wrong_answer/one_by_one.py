for temperature in range(1, 101):
    print(temperature, flush=True)
    if input() == "right":
        break
