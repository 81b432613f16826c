"""A player in Python that attacks; see hostile.c."""
import os
import socket
import subprocess
import sys
import threading
import time


def attempt(name, action):
    try:
        action()
        print(name, "DONE", flush=True)
    except (OSError, MemoryError, RuntimeError, subprocess.SubprocessError) as error:
        print(name, "denied", repr(error), flush=True)


def recurse(n):
    return recurse(n + 1) + 1


def threads():
    count = 0
    try:
        while True:
            threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()
            count += 1
    except RuntimeError:
        print(count, flush=True)
        os._exit(0)


def all_attacks(secret, referee):
    attempt("passwd", lambda: open("/etc/passwd").read())
    attempt("secret", lambda: open(secret).read())
    attempt("home", lambda: os.listdir("/root"))
    attempt("outside", lambda: open(os.path.dirname(secret) + "/x", "w"))
    attempt("fork", os.fork)
    attempt("shell", lambda: subprocess.run("echo hello", shell=True, check=True))
    attempt("exec", lambda: os.execv("/bin/sh", ["sh", "-c", "echo exec DONE"]))
    attempt("tcp", lambda: socket.create_connection(("127.0.0.1", 80)))
    attempt("unix", lambda: socket.socket(socket.AF_UNIX))
    attempt("signal", lambda: os.kill(referee, 18))
    attempt("memory of the referee", lambda: open(f"/proc/{referee}/mem", "rb"))
    attempt("memory", lambda: bytearray(8 << 30))


what = sys.argv[1]
if what == "exception":
    raise ValueError("a bug")
elif what == "exit":
    sys.exit(3)
elif what == "recurse":
    recurse(0)
elif what == "threads":
    threads()
elif what == "loop":
    print("looping", flush=True)
    while True:
        pass
elif what == "all":
    all_attacks(sys.argv[2], int(sys.argv[3]))
elif what == "child":
    print(subprocess.run(["/bin/echo", "from a child"], capture_output=True, text=True, check=True).stdout, end="")
