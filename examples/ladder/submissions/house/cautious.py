#!/usr/bin/env python3
"""A player for joute that takes the legal move nearest to the middle of its list (docs/protocol.md)."""
import sys

moves = []
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "start":
        print("ready moves", flush=True)  # On each turn we want to hear the legal moves.
    elif word == "moves":
        moves = rest.split()
    elif word == "go":
        print("move " + moves[len(moves) // 2], flush=True)
