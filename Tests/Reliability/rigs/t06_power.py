"""T6: real power cuts of an ext4 file system; what was acknowledged before the cut is there."""

import os
import time

from . import model
from .bench import Outcome, Server, Skipped, kept_aside, kill, spawn
from .disks import Disk


def run(bench):
    cuts = bench.scale(60, 500)
    with Disk(bench, 24) as disk, Server(bench) as server:
        try:
            require_cuts(disk)
            violations, commits, dropped = cut_all(bench, disk, server, cuts, {})
            reports = []
            is_caught = True
            for drop in ("fdatasync", "dirsync"):
                lost, done, _ = cut_all(bench, disk, server, 600, {"DROP": drop}, until_caught=True)
                is_caught = is_caught and bool(lost)
                reports.append(f"no {drop}: " + (f"caught at cut {done}" if lost else "NOT caught"))
        finally:
            server.close()
    return Outcome(
        f"{cuts} cuts, {commits} commits, {dropped} interrupted", violations, "; ".join(reports), is_caught)


def require_cuts(disk):
    try:
        disk.cut()
    except OSError as error:
        raise Skipped(f"EXT4_IOC_SHUTDOWN: {error.strerror}") from None
    disk.restart()


def cut_all(bench, disk, server, cuts, faults, until_caught=False):
    """Cuts again and again. Returns what was lost, and the number of commits or of cuts, and how many
    commits the cuts interrupted."""
    random = bench.random(f"T6:{faults}")
    violations = []
    commits = dropped = 0
    target = None
    # What is missing without a synchronization of the folder shows in the first moments of new files alone. On ext4
    # a journal that is synchronized brings its name along; a value that is renamed into place does not.
    needs_names = faults.get("DROP") == "dirsync"
    period = 2 if needs_names else 25
    for number in range(cuts):
        if target is None or number % period == 0:
            if target:
                disk.restart()
                target.look(server)
            # New files each time, so that their first moments are cut too.
            kinds = ["durable", "durable", "flush", "file"]
            if faults:
                kinds = ["file"] if needs_names else ["durable"]
            target = Target(bench, disk, random.choice(kinds), faults)
        commits += target.one(random, server)
        violations += [f"cut {number}, {target.kind}: {v}" for v in target.violations]
        target.violations = []
        dropped += target.has_dropped
        if violations and until_caught:
            return violations, number + 1, dropped
        if violations:
            target = None
    return violations, commits, dropped


class Target:
    """One file on the disk and the one who writes it."""

    def __init__(self, bench, disk, kind, faults):
        self.kind = kind
        self.is_file_store = kind == "file"
        self.disk = disk
        self.folder = bench.folder(disk.place)
        name = "values" if self.is_file_store else "store.plist"
        self.path = os.path.join(self.folder, "inner", name)
        self.environment = bench.environment(self.folder, **faults)
        # A control is to lose commits, not only to leave something odd.
        self.is_orderly = not faults
        self.program = bench.program()
        self.history = model.History(model.apply_file if self.is_file_store else model.apply)
        self.violations = []
        self.has_dropped = False

    def one(self, random, server):
        mode = ["file", "durable"] if self.is_file_store else ["defaults", self.kind]
        # A new base every three commits puts most cuts next to a rename.
        mode.append(random.choice(["3", "97"]))
        victim = spawn([self.program, "write", self.path] + mode, self.environment)
        victim.lines.next()
        if self.is_file_store:
            victim.stdin.write(f"{self.history.k + 1}\n".encode())
            victim.stdin.flush()
        time.sleep(random.choice([random.uniform(0, 0.004), random.uniform(0, 0.08)]))
        before = victim.lines.take()
        self.disk.cut()
        after = kill(victim)
        lowest = last(before, self.history.k)
        # Which commits reached the disk without having been acknowledged is open.
        highest = last(before + after, lowest) + 6
        self.disk.restart()
        self.look(server, lowest, highest)
        return lowest

    def look(self, server, lowest=None, highest=None):
        lowest = self.history.k if lowest is None else lowest
        highest = lowest if highest is None else highest
        kind = "file" if self.is_file_store else "defaults"
        answer = server.state(self.path, kind)
        self.has_dropped = answer.get("dropped", False)
        state, wrong = model.parse(answer)
        wrong = wrong or self.history.check(state, lowest, highest)
        if wrong:
            self.violations.append(wrong)
        elif self.is_orderly:
            odd = answer["issues"] + kept_aside(os.path.dirname(self.path))
            if odd:
                self.violations.append(f"a power cut is reported: {odd}")


def last(lines, otherwise):
    acknowledged = [int(line[4:]) for line in lines if line.startswith("ack ")]
    return acknowledged[-1] if acknowledged else otherwise
