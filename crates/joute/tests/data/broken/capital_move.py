"""It begins its answers with a capital."""
import sys

moves = []
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "start":
        print("ready position moves", flush=True)
    elif word == "moves":
        moves = rest.split()
    elif word == "go":
        print("Move", moves[0], flush=True)
