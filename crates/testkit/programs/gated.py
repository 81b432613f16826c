"""A player that waits to be let through: `gated.py GATE`.

It plays the first legal move. Before its first move of a game it waits until the file GATE may be executed: by its owner
for the player who moves first, by others for the one who moves second. Permissions rather than content, since the
content of a named file is part of who a player is, and that must not change in the middle of an event.
"""
import os
import stat
import sys
import time

OPEN_TO = {"first": stat.S_IXUSR, "second": stat.S_IXOTH}


def pass_gate(seat):
    while not os.stat(sys.argv[1]).st_mode & OPEN_TO[seat]:
        time.sleep(0.005)


seat, moves, waits = "", [], True
for line in sys.stdin:
    words = line.split()
    if words[0] == "seat":
        seat = words[1]
    elif words[0] == "start":
        waits = True
        print("ready moves", flush=True)
    elif words[0] == "moves":
        moves = words[1:]
    elif words[0] == "go":
        if waits:
            pass_gate(seat)
            waits = False
        print("move", moves[0], flush=True)
