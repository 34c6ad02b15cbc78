"""T2: a fault at every system call of a script, by a library between program and C library."""

import errno
import os
import subprocess

from .bench import Outcome
from .scripts import attempt_all, script

ERRORS = ["EIO", "ENOSPC", "EDQUOT", "EINTR", "EMFILE"]


def run(bench):
    calls = record(bench)
    cases = []
    for number, name in enumerate(calls, 1):
        cases += [(number, "kill", 0)]
        cases += [(number, error, 0) for error in ERRORS]
        # A call that is interrupted for ever is made for ever, and rightly so.
        cases += [(number, error, 1) for error in ("EIO", "ENOSPC")]
        if name in ("pread", "pwrite"):
            cases += [(number, "short", 0), (number, "short", 1)]
    total = len(cases)
    if not bench.full:
        cases = sorted(bench.random("T2").sample(cases, min(700, total)))
    violations = attempt_all(bench, attempt, cases)
    # One write alone that was cut is noticed by the next commit.
    lies = [(n, "lie", 1) for n, name in enumerate(calls, 1) if name == "pwrite"]
    caught = attempt_all(bench, attempt, lies)
    return Outcome(
        f"{len(cases)} of {total} faults at {len(calls)} calls", violations,
        f"short writes ignored from then on: {len(caught)} problems in {len(lies)} runs", bool(caught))


def record(bench):
    """The calls of a run without faults, in order."""
    folder = bench.folder()
    log = os.path.join(bench.top, f"{os.path.basename(folder)}.calls")
    command = [bench.program(), "script", os.path.join(folder, "inner", "store.plist")]
    subprocess.run(
        command, env=bench.environment(folder, LOG=log), stdout=subprocess.DEVNULL, check=True)
    with open(log) as file:
        return file.read().split()


def attempt(bench, server, number, fault, onwards):
    """Runs the script with one fault; returns what is wrong."""
    what = str(getattr(errno, fault)) if fault.startswith("E") else fault
    folder = bench.folder()
    path = os.path.join(folder, "inner", "store.plist")
    problems = script(
        server, [bench.program(), "script", path], path, is_killed=fault == "kill",
        env=bench.environment(folder, AT=number, FAULT=what, FROM=onwards))
    return [f"call {number}, {fault}{' from then on' if onwards else ''}: {p}" for p in problems]
