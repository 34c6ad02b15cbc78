"""T2: a fault at every system call of a script, by a library between program and C library."""

import errno
import os
import subprocess
from concurrent.futures import ThreadPoolExecutor

from . import model
from .bench import Outcome, Server, mend

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
    violations = attempt_all(bench, cases)
    lies = [(n, "lie", 0) for n, name in enumerate(calls, 1) if name == "pwrite"]
    caught = attempt_all(bench, lies)
    return Outcome(
        f"{len(cases)} of {total} faults at {len(calls)} calls", violations,
        f"short writes ignored: {len(caught)} problems in {len(lies)} runs", bool(caught))


def attempt_all(bench, cases):
    def worker(part):
        with Server(bench) as server:
            return [problem for case in part for problem in attempt(bench, server, *case)]

    with ThreadPoolExecutor(2) as pool:
        return [p for half in pool.map(worker, [cases[::2], cases[1::2]]) for p in half]


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
    environment = bench.environment(folder, AT=number, FAULT=what, FROM=onwards)
    try:
        victim = subprocess.run(
            [bench.program(), "script", path], env=environment, timeout=30,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    except subprocess.TimeoutExpired:
        return [f"call {number}, {fault}: hung"]
    lines = victim.stdout.splitlines()
    problems = []
    if fault != "kill" and lines[-1:] != ["end"]:
        problems.append(f"crashed with {victim.returncode}")
    problems += look(server, path, lines)
    return [f"call {number}, {fault}{' from then on' if onwards else ''}: {p}" for p in problems]


def look(server, path, lines):
    """What is wrong with the file that a script left."""
    problems = model.judge(lines, server.state(path))
    if not problems:
        before = server.state(path)
        problems = mend(server, path)
        after = server.state(path)
        if (before["seq"], before["slots"]) != (after["seq"], after["slots"]):
            problems.append("mending changed what was stored")
    return problems
