"""A player that misbehaves on demand: `bad.py MODE [--at N] [anything]`.

It plays the first legal move until it has made N moves (default 1), then does what MODE says. Modes of the handshake
act at once. Whatever stands after that is a marker to find the process by.
"""
import os
import signal
import sys
import time

MODE = sys.argv[1]
AT = int(sys.argv[3]) if sys.argv[2:3] == ["--at"] else 1
READY = "ready position moves\n"
HUNDRED_MEGABYTES = 100_000_000


def note(mark, text):
    """The modes that keep a diary write the conversation to the file named last."""
    if MODE.startswith("diary"):
        with open(sys.argv[-1], "a") as diary:
            diary.write(f"{mark} {text}")


def write(text, stream=1):
    """Writes at once and whole, past every buffer."""
    note("<", text)
    data = text if isinstance(text, bytes) else text.encode()
    while data:
        data = data[os.write(stream, data):]


def flood(stream, line):
    """Writes a hundred megabytes of this."""
    block = line * (100_000 // len(line))
    for _ in range(HUNDRED_MEGABYTES // len(block)):
        write(block, stream)


def forever():
    while True:
        time.sleep(1000)


def leave_child():
    """Where another process is allowed, it stays behind with all our pipes in its hands."""
    try:
        if os.fork() == 0:
            forever()
    except OSError as error:
        write(f"no child: {error}\n", 2)


def dribble():
    while True:
        write("still thinking\n")
        time.sleep(0.005)


def misbehave(move):
    """Does it; comes back where the game may go on after it."""
    match MODE:
        case "exit": os._exit(3)
        case "segfault": os.kill(os.getpid(), signal.SIGSEGV)
        case "abort": os.abort()
        case "exception": raise RuntimeError("on purpose")
        case "loop":
            while True:
                pass
        case "sleep": forever()
        case "ignore-term":
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            forever()
        case "illegal": write("move Z\n")
        case "nonsense": write("move what a lovely day\n")
        case "bare": write("move\n")
        case "words": write(f"move {move} {move}\n")
        case "huge": write("move " + "A" * 60_000 + "\n")
        case "flood-stdout": flood(1, b"a line of the log\n")
        case "flood-stderr": flood(2, b"a line of the log\n")
        case "endless-line": flood(1, b"x")
        case "no-newline":
            write(f"move {move}")
            forever()
        case "dribble": dribble()
        case "close-output":
            os.close(1)
            forever()
        case "close-input":
            os.close(0)
            write(f"move {move}\n")
            forever()
        case "twice": write(f"move {move}\nmove Z\n")
        case "binary": write(bytes(range(256)) * 16 + b"\n" + f"move {move}\n".encode())
        case "diary-late":
            time.sleep(1.5)
            write(f"move {move}\n")
        case "late":
            time.sleep(1.5)
            write("move Z\n")
        case "child":
            leave_child()
            write(f"move {move}\n")
        case "resign": write("resign\n")
        case _: write(f"move {move}\n")


def greet():
    match MODE:
        case "mute": forever()
        case "exit-early": os._exit(4)
        case "early": write(READY + "move Z\n")
        case "ready-spam": write(READY * 1000)
        case "deaf":
            write(READY)
            forever()
        case _: write(READY)


made, moves = 0, []
for line in sys.stdin:
    note(">", line)
    words = line.split()
    if words[:1] == ["start"]:
        made = 0
        greet()
    elif words[:1] == ["moves"]:
        moves = words[1:]
    elif words[:1] == ["go"]:
        misbehave(moves[0]) if made == AT else write(f"move {moves[0]}\n")
        made += 1
