"""T9: what four processes read and wrote could have been done by one after the other.

Each process makes a seeded row of reads (after `refresh`), writes, updates and two-key
transactions and notes the time before and after each. The checker looks for an order of all
operations that keeps those times and explains all that was read (Wing and Gong, with the states
that led nowhere remembered, as Lowe does).
"""

import os

from .bench import Outcome, kill, spawn
from .layers import TRIES, with_layers

PROCESSES = 4


def run(bench):
    histories, operations = bench.scale(20, 100), 200
    first = bench.random("T9").randrange(1 << 32)
    violations = []
    with_problems = {"stale reads": 0, "no lock": 0}
    controls = 5
    crew = Crew(bench, {})
    try:
        for seed in range(first, first + histories):
            wrong = crew.history(bench, seed, operations, "refresh")
            if wrong:
                violations.append(f"history {seed}: {wrong}")
        for seed in range(first, first + controls):
            with_problems["stale reads"] += bool(crew.history(bench, seed, operations, "stale"))
    finally:
        crew.close()
    crew = Crew(bench, {"DROP": "flock"})
    try:
        for seed in range(first, first + controls):
            with_problems["no lock"] += bool(crew.history(bench, seed, operations, "refresh"))
    finally:
        crew.close()
    outcome = Outcome(
        f"{histories} histories × {PROCESSES} × {operations}", violations,
        "; ".join(f"{name}: {n} of {controls} caught" for name, n in with_problems.items()),
        all(with_problems.values()))
    seeds = range(first, first + bench.scale(8, 40))
    stores = [f"{n}/store.plist" for n in range(len(seeds) + TRIES)]
    return with_layers(
        outcome, bench, stores, lambda layers: layered(bench, layers, seeds, operations))


def layered(bench, layers, seeds, operations):
    """The same on layers; returns violations, and whether stale reads show there too."""
    violations = []
    crew = Crew(bench, {}, layers)
    try:
        for seed in seeds:
            if wrong := crew.history(bench, seed, operations, "refresh"):
                violations.append(f"history {seed}: {wrong}")
    finally:
        crew.close()
    crew = Crew(bench, {}, layers)
    try:
        first = seeds[0]
        is_caught = any(
            crew.history(bench, seed, operations, "stale") for seed in range(first, first + TRIES))
    finally:
        crew.close()
    return violations, is_caught


class Crew:
    """Four processes that make one history after the other."""

    def __init__(self, bench, faults, layers=None):
        self.layers = layers
        self.top = layers.place if layers else bench.folder()
        self.program = bench.program()
        self.environment = bench.environment(self.top, **faults)
        self.victims = self.spawn()

    def spawn(self):
        return [spawn([self.program, "serve"], self.environment) for _ in range(PROCESSES)]

    def history(self, bench, seed, operations, mode):
        """Makes a history; returns what is wrong with it."""
        try:
            wrong = self.attempt(bench, seed, operations, mode)
        except (TimeoutError, BrokenPipeError) as error:
            wrong = f"a process that does not go on: {error}"
        if wrong:
            # They may be in the midst of it: the next history wants some that wait for their orders.
            for victim in self.victims:
                kill(victim)
            self.victims = self.spawn()
        return wrong

    def attempt(self, bench, seed, operations, mode):
        if self.layers:
            path = self.layers.next()
        else:
            path = os.path.join(bench.folder(self.top), "store.plist")
        for number, victim in enumerate(self.victims, 1):
            self.tell(victim, f"history {path} {seed} {number} {operations} {mode}")
        for victim in self.victims:
            if victim.lines.next() != "ready":
                return "a process that does not start"
        for victim in self.victims:
            self.tell(victim, "go")
        rows = []
        for victim in self.victims:
            row = []
            while (line := victim.lines.next(60)) != "done":
                if line is None:
                    return "a process that crashed"
                start, end, *what = line.split()
                if what[0] == "failed":
                    return f"an operation that failed: {what[1]}"
                if what[0] != "flush":
                    row.append((int(start), int(end), what[0], [int(w) for w in what[1:]]))
            rows.append(row)
        return check(rows)

    def tell(self, victim, line):
        victim.stdin.write(line.encode() + b"\n")
        victim.stdin.flush()

    def close(self):
        for victim in self.victims:
            victim.stdin.close()
            victim.wait()
            victim.stdout.close()


def step(state, kind, words):
    """The state after an operation; None if it could not have happened in this state."""
    if kind == "read":
        return state if tuple(words) == state else None
    if kind == "update":
        key, old, new = words
        if state[key] != old:
            return None
        changed = {key: new}
    elif kind == "write":
        changed = {words[0]: words[1]}
    else:
        changed = {words[0]: words[2], words[1]: words[2]}
    return tuple(changed.get(key, value) for key, value in enumerate(state))


def check(rows):
    """Why no order of the operations explains them; None if one does."""
    ends = [[end for _, end, _, _ in row] for row in rows]
    seen = set()
    deepest = 0
    stack = [((0,) * len(rows), (0, 0, 0))]
    while stack:
        node = stack.pop()
        if node in seen:
            continue
        seen.add(node)
        places, state = node
        # Candidates for the next operation: none that began after another one's end.
        waiting = [n for n, place in enumerate(places) if place < len(rows[n])]
        if not waiting:
            return None
        deepest = max(deepest, sum(places))
        limit = min(ends[n][places[n]] for n in waiting)
        for n in waiting:
            start, _, kind, words = rows[n][places[n]]
            if start > limit:
                continue
            after = step(state, kind, words)
            if after is not None:
                moved = tuple(p + (m == n) for m, p in enumerate(places))
                stack.append((moved, after))
    return f"no order explains more than {deepest} of {sum(map(len, rows))} operations"
