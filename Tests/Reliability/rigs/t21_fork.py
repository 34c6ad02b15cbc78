"""T21: a program forks again and again while a thread of it commits. A child finds the store that its
parent opened closed, or it works; with one of its own it counts. No increment is lost, none hangs."""

import os

from .bench import Outcome, kill, spawn
from .t08_increments import new_path, number

# The answers that a child may get from a store that its parent opened.
ANSWERS = ("worked", "closed")
TRIES = 5


def run(bench):
    rounds, children, count = bench.scale((3, 20, 50), (30, 40, 100))
    violations = []
    total = 0
    for _ in range(rounds):
        found, wrong = forked(bench, children, count, {}, 60)
        violations += wrong
        total += found
    caught = []
    for _ in range(TRIES):
        caught = caught or forked(bench, 5, 200, {"DROP": "atfork"}, 3)[1]
    return Outcome(
        f"{rounds} × {children} children, {total} increments exact", violations,
        "a child that does not learn of the fork: " + (caught[0] if caught else "NOT caught"),
        bool(caught))


def forked(bench, children, count, faults, seconds):
    """Lets a program fork; returns the number that it and its children came to, and what is wrong."""
    path = new_path(bench)
    environment = bench.environment(os.path.dirname(path), **faults)
    victim = spawn(
        [bench.program(), "fork", path, str(children), str(count), str(seconds)], environment)
    lines = []
    wrong = []
    try:
        while (line := victim.lines.next(2 * seconds)) is not None:
            lines.append(line.split())
    except TimeoutError:
        wrong.append("a program that hangs")
    kill(victim)
    said = {name: [line[1] for line in lines if line[0] == name]
            for name in ("child", "ended", "counted", "failed")}
    wrong += [f"a child that failed: {code}" for code in said["failed"]]
    wrong += [f"a child got {answer}" for answer in said["child"] if answer not in ANSWERS]
    wrong += [f"a child that ended with {status}" for status in said["ended"] if status != "0"]
    if len(said["ended"]) != children or len(said["counted"]) != 1:
        wrong.append(f"a program that did not come to its end: {victim.returncode}")
    expected = len(said["child"]) * count + said["child"].count("worked")
    expected += sum(map(int, said["counted"]))
    found = number(bench, path)
    if found != expected:
        wrong.append(f"{found} of {expected} increments")
    return found, wrong
