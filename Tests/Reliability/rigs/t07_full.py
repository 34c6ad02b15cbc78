"""T7: no more room, at every byte; nothing acknowledged is lost, nothing half-written is taken."""

import os
import resource
import signal
import subprocess

from .bench import Outcome, Server, Skipped
from .disks import Disk
from .scripts import look


# From too few to open a store up to more than it needs.
DESCRIPTORS = range(5, 25)


def run(bench):
    random = bench.random("T7")
    limits = list(range(1_025)) + list(range(1_040, 24_000, 16))
    if not bench.full:
        limits = sorted(random.sample(limits, 200))
    violations = []
    with Server(bench) as server:
        for limit in limits:
            violations += [f"limit {limit}: {p}" for p in limited(bench, server, limit, {})]
        for files in DESCRIPTORS:
            violations += [f"{files} open files: {p}" for p in crowded(bench, server, files)]
        caught = []
        for limit in range(4_200, 24_000, 1_900):
            caught += limited(bench, server, limit, {"FORGIVE": 1})
        figure = f"{len(limits)} size limits, {len(DESCRIPTORS)} of open files"
        try:
            runs = bench.scale(12, 40)
            with Disk(bench, 8) as disk:
                for _ in range(runs):
                    violations += full_disk(bench, disk, server, random.randrange(0, 64) << 10)
                server.close()
            figure += f", {runs} full disks"
        except Skipped as reason:
            figure += f" (full disk skipped: {reason})"
    return Outcome(
        figure, violations, f"failed writes ignored: {len(caught)} problems in 11 runs",
        bool(caught))


def limited(bench, server, limit, faults):
    """Runs the script in a process that may not write beyond an offset."""

    def restrict():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    folder = bench.folder()
    path = os.path.join(folder, "inner", "store.plist")
    victim = subprocess.run(
        [bench.program(), "script", path], env=bench.environment(folder, **faults), timeout=60,
        preexec_fn=restrict, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    return finish(server, path, victim)


def crowded(bench, server, files):
    """Runs the script in a process that may have few files open."""

    def restrict():
        resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))

    path = os.path.join(bench.folder(), "inner", "store.plist")
    victim = subprocess.run(
        [bench.program(), "script", path], timeout=60, preexec_fn=restrict,
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    return finish(server, path, victim, {"unavailable"})


def full_disk(bench, disk, server, room):
    """Runs the script on a disk with little room, then removes everything on a disk with none."""
    folder = bench.folder(disk.place)
    path = os.path.join(folder, "inner", "store.plist")
    filler = os.path.join(disk.place, "filler")
    fill(filler, disk.free() - room)
    victim = subprocess.run(
        [bench.program(), "script", path], timeout=60, stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, text=True)
    fill(filler, disk.free())
    holds_something = os.path.exists(path)
    removal = server.ask(f"remove {path}") if holds_something else "ok"
    problems = [] if removal == "ok" else [f"removing on a full disk {removal}"]
    os.unlink(filler)
    if holds_something and not problems:
        if victim.stdout.splitlines()[-1:] != ["end"]:
            problems.append(f"crashed with {victim.returncode}")
        left = [slot for slot in server.state(path)["slots"] if slot is not None]
        problems += [f"still there after removal: {left}"] if left else []
    elif not problems:
        problems = finish(server, path, victim)
    return [f"{room} bytes free: {p}" for p in problems]


def fill(path, count):
    """Adds bytes to a file until so many are written or the disk is full."""
    with open(path, "ab", buffering=0) as file:
        try:
            while count > 0:
                count -= file.write(b"\xff" * min(count, 1 << 16))
            os.fsync(file.fileno())
        except OSError:
            pass


def finish(server, path, victim, allowed=frozenset({"full"})):
    lines = victim.stdout.splitlines()
    problems = [] if lines[-1:] == ["end"] else [f"crashed with {victim.returncode}"]
    codes = {line.split()[-1] for line in lines if line.startswith("err ")}
    problems += [f"the error {code}" for code in codes - allowed]
    return problems + look(server, path, lines)
