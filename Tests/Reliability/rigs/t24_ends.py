"""T24: a program commits at the default level and ends in some way; then the power of the disk is cut. What was
promised for that end is there."""

import os
import subprocess

from .bench import Outcome
from .disks import Disk
from .t06_power import require_cuts

COMMITS = 20
LARGE = 2_000_000
# A commit is on the disk within a second, while the program lives.
SECOND = 1.6
# A thread commits for that long before the end, and while it comes.
MOMENT = 0.2

# The way, the bytes in the list, and the seconds from the last commit to the end.
ENDS = [
    ("return", 0, 0), ("exit", 0, 0), ("return", LARGE, 0), ("exit", LARGE, 0), ("handler", 0, 0),
    ("committing", 0, MOMENT), ("committing", LARGE, MOMENT), ("SIGTERM", 0, SECOND), ("_exit", 0, SECOND), ("SIGKILL", 0, SECOND),
    ("SIGKILL", LARGE, SECOND),
]
# Ends for which nothing is promised, so that the rig can see what is lost.
CONTROLS = [
    ("_exit", 0, 0), ("SIGKILL", 0, 0), ("SIGTERM", 0, 0), ("committing, _exit", 0, MOMENT),
]


def run(bench):
    rounds = bench.scale(2, 12)
    program = bench.program("keywright-short")
    violations = []
    for number in range(rounds):
        # One for each round, since what the ends leave would fill it.
        with Disk(bench, 64) as disk:
            require_cuts(disk)
            for end in ENDS:
                lost = lost_after(bench, disk, program, *end)
                if lost:
                    violations.append(f"{' '.join(map(str, end))}, round {number}: {lost}")
    with Disk(bench, 64) as disk:
        caught = sum(bool(lost_after(bench, disk, program, *end)) for end in CONTROLS)
    return Outcome(
        f"{rounds * len(ENDS)} ends of {COMMITS} commits, then a cut", violations,
        f"at once after a signal: {caught} of {len(CONTROLS)} lost commits", caught > 0)


def lost_after(bench, disk, program, way, size, seconds):
    """Lets the program end, cuts the power, and says what is wrong then; nothing if nothing is."""
    home = bench.folder(disk.place)
    environment = {**bench.environment(), "HOME": home, "XDG_CONFIG_HOME": home}
    # The folder itself is on the disk before the program begins.
    os.sync()
    result = subprocess.run(
        [program, way, str(COMMITS), str(size), str(seconds)], env=environment,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=60)
    disk.cut()
    disk.restart()
    lines = result.stdout.splitlines()
    if not any(line.startswith("ending ") for line in lines):
        return f"the program said {result.stdout[-200:]!r}"
    committed = [int(line.split()[1]) for line in lines if line.startswith("committed ")]
    last = max(committed, default=COMMITS)
    looked = subprocess.run(
        [program, "look"], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        text=True, timeout=60)
    found = looked.stdout.strip()
    # The program may be gone before it could say its last commit.
    expected = [f"number {number}" for number in range(last, last + 1 + bool(committed))]
    return "" if found in expected else f"{found!r} after {last} commits"
