"""T22: a short program whose store is a global, which nothing closes. After each run that ends normally,
Python reads the last value in the list."""

import os
import plistlib
import statistics
import subprocess
import time

from .bench import Outcome, leftovers

# Runs that end by `_exit`; the next opening brings in what is two seconds old.
CONTROLS = 5


def run(bench):
    runs = bench.scale(150, 1_500)
    home = bench.folder()
    violations = []
    ends = []
    for number in range(1, runs + 1):
        wrong, seconds = ended(bench, home, ("return", "exit")[number % 2], number)
        violations += wrong
        ends.append(seconds)
    left = leftovers(os.path.dirname(place(home)), "defaults.plist")
    violations += [f"left behind: {name}" for name in left]
    stale = []
    bare = []
    for number in range(runs + 1, runs + 1 + CONTROLS):
        wrong, seconds = ended(bench, home, "_exit", number)
        stale += wrong
        bare.append(seconds)
    return Outcome(
        f"{runs} exits, {milliseconds(ends)} each", violations,
        f"by _exit, {milliseconds(bare)}: {len(stale)} of {CONTROLS} lists are behind",
        bool(stale))


def place(home):
    return os.path.join(home, "org.keywright.short", "defaults.plist")


def ended(bench, home, how, number):
    """Runs the program once; returns what is wrong after it, and the seconds that its end took."""
    result = subprocess.run(
        [bench.program("keywright-short"), how],
        env={**bench.environment(), "HOME": home, "XDG_CONFIG_HOME": home},
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=60)
    # The clock of the program, too.
    now = time.clock_gettime_ns(time.CLOCK_MONOTONIC)
    *others, last = result.stdout.splitlines() or [""]
    word, said, began = last.split() if last.count(" ") == 2 else ("", "", now)
    wrong = [f"run {number}: {line}" for line in others]
    if (word, said, result.returncode) != ("ending", str(number), 0):
        wrong.append(f"run {number} said '{last}' and ended with {result.returncode}")
    found = listed(home)
    if found != number:
        wrong.append(f"after run {number}, by {how}, the list has {found}")
    return wrong, (now - int(began)) / 1e9


def listed(home):
    """The number in the list; what is wrong with the list if there is none."""
    try:
        with open(place(home), "rb") as file:
            return plistlib.load(file).get("number")
    except (OSError, plistlib.InvalidFileException) as error:
        return repr(error)


def milliseconds(seconds):
    return f"{statistics.median(seconds) * 1000:.1f} ms"
