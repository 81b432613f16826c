"""It takes its time."""
import sys
import time

moves = []
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "start":
        print("ready position moves", flush=True)
    elif word == "moves":
        moves = rest.split()
    elif word == "go":
        time.sleep(0.1)
        print("move", moves[0], flush=True)
