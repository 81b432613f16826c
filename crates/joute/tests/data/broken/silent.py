"""It waits for a greeting that has another name."""
import sys

for line in sys.stdin:
    if line.startswith("hello"):
        print("ready", flush=True)
