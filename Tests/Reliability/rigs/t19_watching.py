"""T19: stores that are observed learn of what other processes write, by themselves: many files,
folders that go away and come back, stores that close while events come, no events to be had."""

import os
import shutil
import subprocess

from .bench import Outcome, Server, kill, spawn
from .layers import with_layers

STORES = 60
# As a user who has the system's 128 instances of events in use already.
WITHOUT = ["unshare", "--user", "--map-root-user", "sh", "-c",
           'echo 0 >/proc/sys/user/max_inotify_instances && exec "$0" "$@"']


def run(bench):
    random = bench.random("T19")
    rounds, writes = bench.scale((6, 150), (40, 400))
    violations = []
    written = 0
    for number in range(rounds):
        found, count = soak(bench, random, writes, bench.folder())
        violations += found
        written += count
    figure = f"{rounds} rounds"
    if can_do_without():
        found, count = soak(bench, random, writes, bench.folder(), without=WITHOUT)
        violations += [f"without events: {wrong}" for wrong in found]
        written += count
        figure += ", 1 without events"
    else:
        figure += " (without events: SKIPPED, no user namespaces)"
    caught, _ = soak(bench, random, 40, bench.folder(), "never", limit=2, patience=1)
    outcome = Outcome(
        f"{written} writes to {STORES} files, {figure}", violations,
        f"a store that does not watch: {len(caught)} missed", bool(caught))
    stores = [f"{top}/{name(store)}" for top in "ab" for store in range(STORES)]
    return with_layers(outcome, bench, stores, lambda layers: layered(bench, layers, random, writes))


def layered(bench, layers, random, writes):
    """The same on layers; returns violations, and whether a store that does not watch shows."""
    violations, _ = soak(bench, random, writes, os.path.join(layers.place, "a"))
    caught, _ = soak(bench, random, 40, os.path.join(layers.place, "b"), "never", limit=1, patience=1)
    return violations, bool(caught)


def name(store):
    return f"d{store % 8}/s{store}.plist"


def can_do_without():
    try:
        return subprocess.run([*WITHOUT, "true"], capture_output=True).returncode == 0
    except FileNotFoundError:
        return False


def soak(bench, random, writes, folder, *options, limit=STORES, patience=120, without=()):
    """Writes to files that a victim observes; returns the writes that it missed."""
    watcher = spawn([*without, bench.program(), "watch", folder, str(STORES), *options])

    def ask(line):
        watcher.stdin.write(line.encode() + b"\n")
        watcher.stdin.flush()
        return watcher.lines.next(300)

    violations = []
    last = {}
    try:
        assert watcher.lines.next(60) == "ready"
        with Server(bench) as one, Server(bench) as two:
            for value in range(1, writes + 1):
                store = random.randrange(STORES)
                chance = random.random()
                if chance < 0.03:
                    vanish(folder, store % 8, last)
                elif chance < 0.10:
                    ask(f"close {store}")
                path = os.path.join(folder, name(store))
                answer = random.choice((one, two)).ask(f"set {path} {value}")
                if answer != "ok":
                    violations.append(f"a write {answer}")
                last[store] = value
                if chance > 0.9:
                    expect(ask, store, value, patience, violations)
        for store in list(last)[:limit]:
            expect(ask, store, last[store], patience, violations)
        if ask("end") != "done":
            violations.append("did not come to its end")
        if watcher.wait(30):
            violations.append(f"ended with {watcher.returncode}")
    except (TimeoutError, AssertionError, BrokenPipeError) as error:
        violations.append(f"hung or crashed: {error!r}, {watcher.poll()}")
    finally:
        kill(watcher)
    return violations, writes


def expect(ask, store, value, patience, violations):
    answer = ask(f"expect {store} {value} {patience}")
    if answer != "received":
        violations.append(f"file {store}: {answer}")


def vanish(folder, number, last):
    """Takes a folder away with all that is in it."""
    place = os.path.join(folder, f"d{number}")
    if os.path.exists(place):
        gone = f"{place}.gone"
        os.rename(place, gone)
        remove(gone)
    for store in [store for store in last if store % 8 == number]:
        del last[store]


def remove(folder):
    """Removes a folder in which a store may still be at work: what it removes itself, or leaves
    anew while the folder is read, is met again on the next way round."""
    for _ in range(100):
        shutil.rmtree(folder, ignore_errors=True)
        if not os.path.exists(folder):
            return
    shutil.rmtree(folder)
