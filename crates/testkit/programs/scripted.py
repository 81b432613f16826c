"""An engine that replays a recorded conversation: `scripted.py TALK`.

Each line of the file is one of
    > PATTERN   a line that is expected next; * stands for anything
    < TEXT      what is written in answer (\\r, \\n and \\s for a space are written as such; no line break behind \\c)
    ? PATTERN   lines like this one may come any number of times from here on, and are answered as the next < says
    sleep N     so many seconds
    exit N      it ends with this code
    hang        it does not answer any more
Something else than what is expected ends it with code 9 and says so on standard error.
"""
import fnmatch
import os
import sys
import time


def write(text):
    for letters, meant in ((r"\r", "\r"), (r"\n", "\n"), (r"\s", " ")):
        text = text.replace(letters, meant)
    os.write(1, text[:-2].encode() if text.endswith(r"\c") else (text + "\n").encode())


def fits(line, pattern):
    return fnmatch.fnmatchcase(line, pattern)


def next_line(optional):
    """The next line that is not one of the optional ones, which are answered here."""
    for line in sys.stdin:
        line = line.rstrip("\n")
        answer = next((answer for pattern, answer in optional if fits(line, pattern)), None)
        if answer is None:
            return line
        write(answer)
    sys.exit(0)


def main():
    optional = []
    steps = [line.rstrip("\n") for line in open(sys.argv[1])]
    for at, step in enumerate(steps):
        sign, _, rest = step.partition(" ")
        if sign == ">":
            line = next_line(optional)
            if not fits(line, rest):
                sys.stderr.write(f"expected {rest!r}, got {line!r}\n")
                sys.exit(9)
        elif sign == "?":
            optional.append((rest, steps[at + 1].partition(" ")[2]))
        elif sign == "<" and not (at > 0 and steps[at - 1].startswith("? ")):
            write(rest)
        elif sign == "sleep":
            time.sleep(float(rest))
        elif sign == "exit":
            os._exit(int(rest))
        elif sign == "hang":
            time.sleep(1000)
    for _ in sys.stdin:
        pass


main()
