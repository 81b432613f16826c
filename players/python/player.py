#!/usr/bin/env python3
"""A player for joute in Python, for every game.

The referee writes lines to our standard input, we answer on standard output (the protocol is described in docs/protocol.md).
Two answers are due: `ready ...` after `start`, `move X` after `go`. Lines we do not know we ignore.
"""
import sys


def square(move, size):
    """Othello: nobody can take a corner back, and a square beside it gives the corner away."""
    column, row = ord(move[0]) - ord("a"), int(move[1:]) - 1
    near, far = sorted(min(line, size - 1 - line) for line in (column, row))
    if far < 2:
        return 100 if far == 0 else -30
    return 10 if near == 0 else 0


def value(game, setup, position, move, gain):
    """YOUR IDEAS GO HERE: what a move is worth. `gain` is what it brings at once: cells, discs or seeds."""
    if game == "othello":
        return gain + square(move, int(setup.partition("size=")[2]))
    return gain


def say(line):
    """Sends one line. Without the flush it would wait in a buffer while our clock runs."""
    print(line, flush=True)


game = setup = position = ""
moves, gains = [], []
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "game":
        game = rest
    elif word == "setup":
        setup = rest
    elif word == "start":
        say("ready position moves gains")  # On each turn we want to hear these three.
    elif word == "position":
        position = rest
    elif word == "moves":
        moves = rest.split()
    elif word == "gains":
        gains = [int(gain) for gain in rest.split()]
    elif word == "go":
        values = [value(game, setup, position, move, gain) for move, gain in zip(moves, gains)]
        say("move " + moves[values.index(max(values))])
