# What a program does after the validator has found a fault does not count, not even a crash.
print(0, flush=True)
input()
raise SystemExit(1)
