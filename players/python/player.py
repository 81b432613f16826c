#!/usr/bin/env python3
"""A player for joute in Python: plays every game, and Othello with a plan of its own.

The referee writes lines to our standard input, we answer on standard output (docs/protocol.md).
Two answers are due: `ready ...` after `start`, `move X` after `go`. Lines we do not know we ignore.
"""
import random
import sys


def say(line):
    """Sends one line. Without the flush it would wait in a buffer while our clock runs."""
    print(line, flush=True)


def flips(board, size, player, column, row):
    """How many discs Othello turns over if `player` puts one there."""
    count = 0
    for dx, dy in [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)]:
        x, y, line = column + dx, row + dy, 0
        while 0 <= x < size and 0 <= y < size and board[y * size + x] not in ("-", player):
            x, y, line = x + dx, y + dy, line + 1
        # A line of the opponent's discs counts only if one of ours stands behind it.
        if 0 <= x < size and 0 <= y < size and board[y * size + x] == player:
            count += line
    return count


def othello_value(position, move):
    """What a move is worth: the discs it turns over, and a corner is worth more than any of them."""
    board, player = position.split()
    size = int(len(board) ** 0.5)
    column, row = ord(move[0]) - ord("a"), int(move[1:]) - 1
    corner = column in (0, size - 1) and row in (0, size - 1)
    return flips(board, size, player, column, row) + 100 * corner


def choose(game, position, moves):
    """YOUR IDEAS GO HERE: picks one of the legal moves."""
    if game == "othello":
        return max(moves, key=lambda move: othello_value(position, move))
    return random.choice([move for move in moves if move != "pass"] or moves)


game, position, moves = "", "", []
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "game":
        game = rest
    elif word == "seed":
        random.seed(int(rest))  # The same seed gives the same game again.
    elif word == "start":
        say("ready position moves")  # On each turn we want to hear these two.
    elif word == "position":
        position = rest
    elif word == "moves":
        moves = rest.split()
    elif word == "go":
        say("move " + choose(game, position, moves))
