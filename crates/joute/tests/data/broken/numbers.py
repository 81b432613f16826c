"""It answers with the number of the square."""
import sys

moves = []
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "start":
        print("ready position moves", flush=True)
    elif word == "moves":
        moves = rest.split()
    elif word == "go":
        print("move", (ord(moves[0][0]) - 97) + 8 * (int(moves[0][1:]) - 1), flush=True)
