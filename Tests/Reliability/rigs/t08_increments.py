"""T8: several processes add to one number; none is lost, also when writers are killed."""

import os
import time

from .bench import Outcome, Server, kill, spawn
from .layers import TRIES, with_layers

PROCESSES = 4


def run(bench):
    count, rounds = bench.scale(500, 2_000), 3
    kills = bench.scale(80, 500)
    violations = []
    for _ in range(rounds):
        violations += counted(bench, count, new_path(bench))
    violations += murdered(bench, kills, new_path(bench))
    found, wrong = exact(bench, 1_000, {"DROP": "flock"}, new_path(bench))
    lost = found != PROCESSES * 1_000
    control = f"without the lock {found} of {PROCESSES * 1_000}, {len(wrong)} errors"
    outcome = Outcome(
        f"{rounds} × {PROCESSES} × {count} exact, {kills} writers killed", violations, control,
        lost or bool(wrong))
    rounds, kills = bench.scale((4, 10), (20, 100))
    stores = [f"{n}/store.plist" for n in range(rounds + 1 + TRIES)]
    return with_layers(outcome, bench, stores, lambda layers: layered(bench, layers, rounds, kills))


def layered(bench, layers, rounds, kills):
    """The same on layers; returns violations, and whether increments are lost without the lock."""
    violations = []
    for _ in range(rounds):
        violations += counted(bench, 600, layers.next())
    violations += murdered(bench, kills, layers.next())
    is_caught = any(counted(bench, 600, layers.next(), {"DROP": "flock"}) for _ in range(TRIES))
    return violations, is_caught


def new_path(bench):
    return os.path.join(bench.folder(), "store.plist")


def counted(bench, count, path, faults={}):
    """Lets all processes run to their end; returns what is wrong."""
    found, wrong = exact(bench, count, faults, path)
    if found != PROCESSES * count:
        wrong.append(f"{found} of {PROCESSES * count} increments")
    return wrong


def start(bench, path, count, environment=None, *options):
    victim = spawn([bench.program(), "increment", path, str(count), *options], environment)
    return victim


def go(victim):
    victim.stdin.write(b"go\n")
    victim.stdin.flush()


def number(bench, path):
    """The number as a new process finds it."""
    victim = start(bench, path, 0)
    line = victim.lines.next()
    kill(victim)
    return int(line.split()[1])


def exact(bench, count, faults, path):
    """Lets all processes run to their end. Returns the number, and what they complained of."""
    environment = bench.environment(os.path.dirname(path), **faults)
    victims = [start(bench, path, count, environment) for _ in range(PROCESSES)]
    for victim in victims:
        victim.lines.next()
    for victim in victims:
        go(victim)
    wrong = []
    for victim in victims:
        last = None
        while (line := victim.lines.next(60)) is not None:
            last = line
            if line.startswith(("failed", "issue")):
                wrong.append(line)
        if last != "done":
            wrong.append(f"a process that ended with {victim.wait()}")
        kill(victim)
    return number(bench, path), wrong


def murdered(bench, kills, path):
    """Kills one of four writers again and again; a killed one may have made one increment more
    than it said."""
    random = bench.random("T8")
    acknowledged = uncertain = 0
    violations = []
    victims = []

    def settle(victim, lines):
        nonlocal acknowledged
        acknowledged += lines.count("ack")
        violations.extend(line for line in lines if line.startswith("failed"))

    for _ in range(kills):
        while len(victims) < PROCESSES:
            victims.append(start(bench, path, 1_000_000))
            go(victims[-1])
        time.sleep(random.uniform(0, 0.02))
        for victim in victims:
            settle(victim, victim.lines.take())
        victim = victims.pop(random.randrange(PROCESSES))
        settle(victim, kill(victim))
        uncertain += 1
    for victim in victims:
        settle(victim, kill(victim))
        uncertain += 1
    found = number(bench, path)
    if not acknowledged <= found <= acknowledged + uncertain:
        violations.append(f"{found} after {acknowledged} acknowledged, {uncertain} killed")
    with Server(bench) as server:
        if (answer := server.ask(f"touch {path}")) != "ok":
            violations.append(f"a later write {answer}")
    return violations
