"""It opens a file for each move."""
import sys

files = []

moves = []
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "start":
        print("ready position moves", flush=True)
    elif word == "moves":
        moves = rest.split()
    elif word == "go":
        files.append(open(sys.argv[0]))
        print("move", moves[0], flush=True)
