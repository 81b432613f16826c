"""It prints, and nothing is sent."""
import sys

moves = []
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "start":
        print("ready position moves")
    elif word == "moves":
        moves = rest.split()
    elif word == "go":
        print("move", moves[0])
