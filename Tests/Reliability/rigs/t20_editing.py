"""T20: another program edits the list of a store that commits, as editors do that move the old
file away before they write the new one, and as `scp` and `cat >` do, which write into the list in
pieces: no commit and no edit is lost."""

import os
import plistlib
import time

from .bench import Outcome, kill
from .layers import with_layers
from .t08_increments import go, number, start

COUNT = 400
PAUSE = "500"  # µs between two increments
SHORT = 2  # processes of a short round: the first one ends with a list, which a new store has not


def run(bench):
    rounds = bench.scale(6, 40)
    random = bench.random("T20")
    edits, violations = edited(bench, random, rounds, {}, os.path.join(bench.folder(), "store.plist"))
    _, caught = edited(
        bench, random, SHORT, {"number": -1}, os.path.join(bench.folder(), "store.plist"))
    outcome = Outcome(
        f"{rounds} × {COUNT} increments beside {edits} edits", violations,
        f"an editor that writes the number too: {len(caught)} wrong", bool(caught))
    count = bench.scale(3, 20)
    stores = [f"{n}/store.plist" for n in range(count + 1)]
    return with_layers(outcome, bench, stores, lambda layers: layered(bench, layers, random, count))


def layered(bench, layers, random, count):
    """The same on layers; returns violations, and whether an editor that writes the number shows."""
    violations = []
    for _ in range(count):
        violations += edited(bench, random, SHORT, {}, layers.next())[1]
    _, caught = edited(bench, random, SHORT, {"number": -1}, layers.next())
    return violations, bool(caught)


def edited(bench, random, rounds, more, path):
    """Counts in one process after another beside an editor, which counts too, until the process
    has counted to its end; then the process closes its store."""
    violations = []
    edits = 0
    for done in range(1, rounds + 1):
        victim = start(bench, path, COUNT, None, PAUSE)
        victim.lines.next()
        go(victim)
        lines = [victim.lines.next()]
        while lines.count("ack") < COUNT and not victim.lines.ended:
            if is_written_by_store(path):
                gap = random.choice((0, 0, 0.0005, 0.003))
                way = random.choice((edit, write_into))
                edits += way(path, edits + 1, more, gap)
            time.sleep(random.uniform(0, 0.004))
            lines += victim.lines.take()
        go(victim)
        while (line := victim.lines.next(60)) is not None:
            lines.append(line)
        violations += [line for line in lines if line.startswith("failed")]
        if "done" not in lines:
            violations.append(f"a process that ended with {victim.wait()}")
        kill(victim)
        if (found := number(bench, path)) != done * COUNT:
            violations.append(f"{found} of {done * COUNT} increments")
            break
        with open(path, "rb") as file:
            if (found := plistlib.load(file).get("edits", 0)) != edits:
                violations.append(f"{found} of {edits} edits")
                break
        if aside := [name for name in os.listdir(os.path.dirname(path)) if ".damaged-" in name]:
            violations.append(f"moved aside as damaged: {aside}")
            break
    return edits, violations


def is_written_by_store(path):
    """Whether the last edit was taken over: a second one before that is merged with it."""
    try:
        with open(path, "rb") as file:
            return file.read(8) == b"bplist00"
    except FileNotFoundError:
        return False


def write_into(path, number, more, gap):
    """Writes an edited list into the file in pieces, with a pause after each."""
    with open(path, "rb") as file:
        members = plistlib.load(file)
    edited = plistlib.dumps(members | more | {"edits": number})
    with open(path, "r+b", buffering=0) as file:
        file.truncate(0)
        for start in range(0, len(edited), 100):
            file.write(edited[start:start + 100])
            time.sleep(gap)
    return 1


def edit(path, number, more, gap):
    """Moves the file away and puts a new one in its place after a while."""
    backup = path + "~"
    os.rename(path, backup)
    with open(backup, "rb") as file:
        members = plistlib.load(file)
    new = path + ".new"
    with open(new, "wb") as file:
        file.write(plistlib.dumps(members | more | {"edits": number}))
    time.sleep(gap)
    os.rename(new, path)
    return 1
