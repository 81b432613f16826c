"""It takes itself for black, whatever it is told."""
import sys


def flips(board, column, row, own="X", other="O"):
    count = 0
    for dx in (-1, 0, 1):
        for dy in (-1, 0, 1):
            x, y, line = column + dx, row + dy, 0
            while (dx or dy) and 0 <= x < 8 and 0 <= y < 8 and board[8 * y + x] == other:
                x, y, line = x + dx, y + dy, line + 1
            if 0 <= x < 8 and 0 <= y < 8 and board[8 * y + x] == own:
                count += line
    return count


board = ""
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "start":
        print("ready position", flush=True)
    elif word == "position":
        board = rest.split()[0]
    elif word == "go":
        free = [square for square in range(64) if board[square] == "-"]
        best = max(free, key=lambda square: flips(board, square % 8, square // 8))
        print("move", "abcdefgh"[best % 8] + str(best // 8 + 1), flush=True)
