"""It crashes when the game is over and its input is closed."""
import os
import sys

moves = []
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "start":
        print("ready position moves", flush=True)
    elif word == "moves":
        moves = rest.split()
    elif word == "go":
        print("move", moves[0], flush=True)

os.abort()
