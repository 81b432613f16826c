"""It keeps every game."""
import sys

memory = []

moves = []
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "start":
        print("ready position moves", flush=True)
    elif word == "moves":
        moves = rest.split()
    elif word == "go":
        memory.append(bytearray(300_000))
        print("move", moves[0], flush=True)
