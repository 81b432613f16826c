"""It asks somebody else."""
import sys
import socket

moves = []
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "start":
        print("ready position moves", flush=True)
    elif word == "moves":
        moves = rest.split()
    elif word == "go":
        socket.create_connection(("example.org", 80))
        print("move", moves[0], flush=True)
