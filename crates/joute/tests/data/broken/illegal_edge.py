"""With one move left it plays where it likes."""
import sys

moves = []
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "start":
        print("ready position moves", flush=True)
    elif word == "moves":
        moves = rest.split()
    elif word == "go":
        print("move", moves[0] if len(moves) > 1 else "d4", flush=True)
