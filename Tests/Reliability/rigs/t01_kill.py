"""T1: `kill -9` at random times; what was acknowledged, by a line read outside, is still there."""

import json
import os
import time
from concurrent.futures import ThreadPoolExecutor

from . import model
from .bench import Outcome, Server, kept_aside, kill, leftovers, spawn


def run(bench):
    kills = bench.scale(400, 3_000)
    with ThreadPoolExecutor(2) as pool:
        halves = list(pool.map(lambda n: murder(bench, n, kills // 2, {}), range(2)))
    violations = [v for half in halves for v in half[0]]
    commits = sum(half[1] for half in halves)
    lost, _ = murder(bench, 9, 600, {"LATE": 1}, until_caught=True)
    return Outcome(
        f"{kills // 2 * 2} kills, {commits} commits", violations,
        "records written late: " + ("caught" if lost else "NOT caught"), bool(lost))


def murder(bench, worker, kills, faults, until_caught=False):
    """Kills one victim after the other on one file, and a new file now and then."""
    random = bench.random(f"T1:{worker}")
    violations = []
    commits = 0
    victim = None
    for number in range(kills):
        if victim is None or number % 150 == 0:
            if victim:
                violations += victim.last_look(bench)
            victim = Victims(bench, faults)
        commits += victim.one(random)
        violations += victim.violations
        victim.violations = []
        if until_caught and violations:
            break
    return violations + victim.last_look(bench), commits


class Victims:
    """One file and those who write it, each until it is killed."""

    def __init__(self, bench, faults):
        self.folder = bench.folder()
        self.path = os.path.join(self.folder, "store.plist")
        self.environment = bench.environment(self.folder, **faults)
        # A control is to lose commits, not only to leave something odd.
        self.is_orderly = not faults
        self.program = bench.program()
        self.history = model.History()
        # Between these two is what the file may hold.
        self.lowest = self.highest = 0
        self.violations = []

    def one(self, random):
        interval = random.choice(["3", "97", "100000"])
        level = random.choice(["process", "process", "durable"])
        victim = spawn([self.program, "write", self.path, "defaults", level, interval], self.environment)
        lines = []
        if random.random() < 0.3:
            # Anywhere from the program's start on: while it opens, reads and mends.
            time.sleep(random.uniform(0, 0.03))
        else:
            first = victim.lines.next()
            lines.append(first)
            time.sleep(random.uniform(0, random.choice([0.001, 0.02, 0.06])))
        lines += kill(victim)
        return sum(self.receive(line) for line in lines if line)

    def receive(self, line):
        word, _, rest = line.partition(" ")
        if word == "state":
            self.look(json.loads(rest))
            return 0
        if word == "ack":
            self.lowest, self.highest = int(rest), int(rest) + 1
            return 1
        self.violations.append(line)
        return 0

    def look(self, answer):
        state, wrong = model.parse(answer)
        wrong = wrong or self.history.check(state, self.lowest, self.highest)
        if wrong:
            self.violations.append(wrong)
            return
        self.lowest, self.highest = self.history.k, self.history.k + 1
        if self.is_orderly and answer["issues"]:
            self.violations.append(f"an orderly kill is reported: {answer['issues']}")

    def last_look(self, bench):
        with Server(bench) as server:
            self.look(server.state(self.path))
        left = leftovers(self.folder)
        # A temporary file of one that was killed goes at the next write.
        left = [name for name in left if ".temporary-" not in name]
        if self.is_orderly:
            left += kept_aside(self.folder)
        return self.violations + [f"left behind: {name}" for name in left]
