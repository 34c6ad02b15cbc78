"""T8: several processes add to one number; none is lost, also when writers are killed."""

import os
import time

from .bench import Outcome, Server, kill, spawn

PROCESSES = 4


def run(bench):
    count, rounds = bench.scale(500, 2_000), 3
    kills = bench.scale(80, 500)
    violations = []
    for _ in range(rounds):
        found, wrong = exact(bench, count, {})
        violations += wrong
        if found != PROCESSES * count:
            violations.append(f"{found} of {PROCESSES * count} increments")
    violations += murdered(bench, kills)
    found, wrong = exact(bench, 1_000, {"DROP": "flock"})
    lost = found != PROCESSES * 1_000
    control = f"without the lock {found} of {PROCESSES * 1_000}, {len(wrong)} errors"
    return Outcome(
        f"{rounds} × {PROCESSES} × {count} exact, {kills} writers killed", violations, control,
        lost or bool(wrong))


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


def exact(bench, count, faults):
    """Lets all processes run to their end. Returns the number, and what they complained of."""
    folder = bench.folder()
    path = os.path.join(folder, "store.plist")
    environment = bench.environment(folder, **faults)
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


def murdered(bench, kills):
    """Kills one of four writers again and again; a killed one may have made one increment more
    than it said."""
    random = bench.random("T8")
    folder = bench.folder()
    path = os.path.join(folder, "store.plist")
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
