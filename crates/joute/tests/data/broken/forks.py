"""It starts a program."""
import sys
import subprocess

moves = []
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "start":
        print("ready position moves", flush=True)
    elif word == "moves":
        moves = rest.split()
    elif word == "go":
        subprocess.run(["ls"])
        print("move", moves[0], flush=True)
