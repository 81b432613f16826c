#!/usr/bin/env python3
"""The Rust suites, built once and run several at a time: what `scripts/test` and `scripts/shake` share.

Many tests wait for a clock or for a process, so that suites one after the other leave half of the cores idle. Run as a program, it
gives a test that failed beside the others a second try by itself when they are done, and tells it as unsteady if that passes: what
the code does wrong fails both times, what a busy machine does wrong keeps nobody from landing. The last lines name what was
unsteady, as does target/unsteady.log; with --strict it has failed. Shaking counts every failure.
"""
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
UNSTEADY = ROOT / "target/unsteady.log"  # What failed beside others and passed alone, of Rust and of the browser, until it is run again.
TOO_LONG = 900  # Seconds after which a suite hangs.
# Begun first, so that no long one is left for the end.
LONG = ["joute/new", "joute/check", "joute/misbehaving", "joute/tournament_cups", "joute/leaks", "experiments/experiments",
        "sandbox/leaks", "sandbox/hostile", "joute/engines", "joute/ocaml", "joute/wasm", "joute/ordinary_user"]


@dataclass
class Outcome:
    """What came of a suite: its tests by what became of them, what it wrote if it failed, the seconds it took and those of
    processors, its programs' included."""

    name: str
    took: float
    computed: float = 0
    passed: int = 0
    ignored: int = 0
    failed: list = field(default_factory=list)
    said: str = ""


def jobs():
    """Suites at once: one more than there are cores, since some are always waiting."""
    return (os.cpu_count() or 1) + 1


@dataclass(frozen=True)
class Suite:
    """What runs as one process: a test program, or of one that is made of many files the tests of a file."""

    name: str
    program: str
    package: Path
    tests: tuple = ()


def parts(program, package):
    """A program whose tests stand in many files is run file by file, as many processes as before it was one program."""
    listed = subprocess.run([program, "--list", "--format=terse"], cwd=package, stdout=subprocess.PIPE, check=True, text=True)
    files = {}
    for test in re.findall(r"^(.+): test$", listed.stdout, re.MULTILINE):
        files.setdefault(test.split("::")[0], []).append(test)
    return [Suite(f"{package.name}/{file}", program, package, tuple(tests)) for file, tests in files.items()]


def build(filters=()):
    """The suites, built if need be; the long ones first."""
    # No examples, which the lints look at, and no fuzz targets.
    command = ["cargo", "test", "--workspace", "--tests", "--locked", "--no-run", "--message-format=json"]
    lines = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, check=True, text=True).stdout.splitlines()
    found = []
    for message in map(json.loads, lines):
        if message.get("executable") and message.get("profile", {}).get("test"):
            package = Path(message["manifest_path"]).parent
            suite = Suite(f"{package.name}/{message['target']['name']}", message["executable"], package)
            of_many_files = message["target"]["name"] == "integration"
            found += parts(suite.program, package) if of_many_files else [suite]
    found = [suite for suite in found if not filters or any(words in suite.name for words in filters)]
    return sorted(found, key=lambda suite: (LONG.index(suite.name) if suite.name in LONG else len(LONG), suite.name))


def run(suite, words, environment, again=()):
    """Runs a suite, or of it only what is to be run again, a test at a time."""
    began = time.monotonic()
    only = ["--exact", *(again or suite.tests)] if again or suite.tests else []
    only += ["--test-threads=1"] if again else []
    with tempfile.TemporaryFile("w+", errors="replace") as told:
        running = subprocess.Popen([*words, suite.program, *only], cwd=suite.package, env=environment, stdin=subprocess.DEVNULL,
                                   stdout=told, stderr=subprocess.STDOUT)
        hangs = threading.Timer(TOO_LONG, running.kill)
        hangs.start()
        _, status, usage = os.wait4(running.pid, 0)
        running.returncode = os.waitstatus_to_exitcode(status)
        late = not hangs.is_alive()
        hangs.cancel()
        told.seek(0)
        said = told.read()
    outcome = Outcome(suite.name, time.monotonic() - began, usage.ru_utime + usage.ru_stime)
    for passed, ignored in re.findall(r"^test result: .* (\d+) passed; \d+ failed; (\d+) ignored", said, re.MULTILINE):
        outcome.passed += int(passed)
        outcome.ignored += int(ignored)
    if running.returncode:
        outcome.failed = re.findall(r"^test (\S+).* FAILED$", said, re.MULTILINE)
        outcome.failed = ["it hangs"] if late else outcome.failed or [f"it ended with {running.returncode}"]
        outcome.said = said
    return outcome


def run_all(suites, at_once, words=(), environment=None):
    """Runs suites, so many at once; gives what came of each as it ends."""
    with concurrent.futures.ThreadPoolExecutor(at_once) as pool:
        running = [pool.submit(run, suite, words, environment) for suite in suites]
        for done in concurrent.futures.as_completed(running):
            yield done.result()


def second_try(suite, first):
    """What failed, once more and by itself; gives what came of the suite in all."""
    tests = [test for test in first.failed if test in first.said and " " not in test]
    second = run(suite, (), None, tests)
    if second.failed:
        return second
    second.passed, second.ignored = (first.passed + len(tests), first.ignored) if tests else (second.passed, second.ignored)
    return second


def tell_unsteady(names):
    """Names what failed beside others and passed alone, where it is seen at the end and found afterwards. The other lines of
    the file are the browser's."""
    before = UNSTEADY.read_text().splitlines() if UNSTEADY.exists() else []
    lines = [line for line in before if line.startswith("browser: ")] + [f"rust: {name}" for name in names]
    UNSTEADY.parent.mkdir(exist_ok=True)
    UNSTEADY.write_text("".join(f"{line}\n" for line in lines))
    print(f"unsteady: {len(names)} tests" + "".join(f"\n  {name}" for name in names), flush=True)


def longest(outcomes):
    """What all of it computed, and the suites that took the most time, in words."""
    slow = sorted(outcomes, key=lambda outcome: -outcome.took)[:5]
    computed = sum(outcome.computed for outcome in outcomes)
    return f"{computed:.0f} s of processors; longest " + ", ".join(f"{outcome.name} {outcome.took:.0f} s" for outcome in slow)


def main():
    """All suites once, as they are; says which failed and how many tests passed."""
    suites, outcomes, failing = build(), [], []
    for outcome in run_all(suites, jobs()):
        if outcome.failed:
            print(f"\n{outcome.name} failed: {', '.join(outcome.failed)}\n{outcome.said}", flush=True)
            failing.append(outcome)
            continue
        outcomes.append(outcome)
        if outcome.passed:
            print(f"{outcome.name}: {outcome.passed} passed in {outcome.took:.1f} s, {outcome.computed:.1f} s of processors", flush=True)
    print(longest(outcomes + failing))
    by_name = {suite.name: suite for suite in suites}
    second = [second_try(by_name[first.name], first) for first in failing]
    outcomes += second
    steadied = [first for first, again in zip(failing, second) if not again.failed]
    unsteady = [f"{first.name}: {test}" for first in steadied for test in first.failed]
    failed = [f"{outcome.name}: {test}" for outcome in outcomes for test in outcome.failed]
    for test in failed:
        print(f"failed: {test}")
    passed, ignored = (sum(getattr(outcome, what) for outcome in outcomes) for what in ("passed", "ignored"))
    print(f"{passed} passed, {len(failed)} failed, {ignored} skipped")
    tell_unsteady(unsteady)
    raise SystemExit(1 if failed or not passed or (unsteady and "--strict" in sys.argv[1:]) else 0)


if __name__ == "__main__":
    main()
