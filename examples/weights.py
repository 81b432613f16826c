#!/usr/bin/env python3
"""A player of Othello whose judgement is two numbers on its command line, to be tuned.

    joute match "exe:python3 examples/weights.py 10 -5" greedy --game othello --games 20
    joute tune "exe:python3 examples/weights.py {corner} {near}" --range corner=0..40 --range near=-40..40 \\
        --start corner=0 --start near=0 --game othello

It takes the move with the greatest sum: the discs that it gains, `corner` for a corner, `near` for a square beside one. It
looks at no board: the referee tells it the legal moves and their gains.
"""

import sys

CORNERS = {"a1", "a8", "h1", "h8"}
NEAR = {"a2", "b1", "b2", "a7", "b8", "b7", "h2", "g1", "g2", "h7", "g8", "g7"}


def main():
    corner, near = (float(word) for word in sys.argv[1:3])

    def worth(move, gain):
        return gain + corner * (move in CORNERS) + near * (move in NEAR)

    moves, gains = [], []
    for line in sys.stdin:
        words = line.split()
        if words[:1] == ["start"]:
            print("ready moves gains", flush=True)
        elif words[:1] == ["moves"]:
            moves = words[1:]
        elif words[:1] == ["gains"]:
            gains = [int(word) for word in words[1:]]
        elif words[:1] == ["go"]:
            _, move = max((worth(move, gain), move) for move, gain in zip(moves, gains))
            print("move", move, flush=True)


main()
