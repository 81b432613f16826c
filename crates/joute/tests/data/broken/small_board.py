"""It knows one size of board."""
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
    elif word == "position":
        board = rest.split()[0]
        corners = [board[square] for square in (0, 7, 56, 63)]
