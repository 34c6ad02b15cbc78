"""Runs of the victim's script, and what is wrong with what they leave."""

import subprocess
from concurrent.futures import ThreadPoolExecutor

from . import model
from .bench import Server, mend


def attempt_all(bench, attempt, cases):
    """What is wrong in any of the cases, each tried by `attempt(bench, server, *case)`."""

    def worker(part):
        with Server(bench) as server:
            return [problem for case in part for problem in attempt(bench, server, *case)]

    with ThreadPoolExecutor(2) as pool:
        return [p for half in pool.map(worker, [cases[::2], cases[1::2]]) for p in half]


def script(server, command, path, is_killed=False, **options):
    """Runs the script, and returns what is wrong with it and with the file that it left."""
    try:
        victim = subprocess.run(
            command, timeout=60, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            **options)
    except subprocess.TimeoutExpired:
        return ["hung"]
    lines = victim.stdout.splitlines()
    problems = []
    if not is_killed and lines[-1:] != ["end"]:
        problems.append(f"crashed with {victim.returncode}")
    return problems + look(server, path, lines)


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
