"""It reads a file that it forgot to bring along."""
import sys

OPENINGS = open("openings.txt").read()
for line in sys.stdin:
    pass
