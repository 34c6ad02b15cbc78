"""File systems of layers, as a container's root is, with stores that lie in the lower layer.

An open file of that layer goes on showing its links and its times when another file has taken its
place. A store that trusted them would lose commits only where a writer made a journal again after damage or a failed
synchronization: one that is replaced for its length ends with a record that says so.
"""

import os
import shutil
import time

from .bench import Server, Skipped
from .disks import Disk, Memory, Mounted

BELOW = {"tmpfs": Memory, "ext4": lambda bench: Disk(bench, 64)}
# How often a control may be lucky.
TRIES = 20


class Layers(Mounted):
    """Layers on another file system; property list and journal of each store are in the lower one."""

    def __init__(self, bench, below, stores):
        super().__init__(bench)
        self.stores = iter(stores)
        layers = {}
        for name in ("lower", "upper", "work"):
            layers[name] = os.path.join(below.place, name)
            os.mkdir(layers[name])
        fill(bench, layers["lower"], stores)
        # Folders of the lower layer can then be renamed.
        options = ["redirect_dir=on"] + [f"{name}dir={path}" for name, path in layers.items()]
        self.must_mount("no overlayfs", ",".join(options), "-t", "overlay", "overlay")

    def next(self):
        """The path of a store that nobody has opened yet."""
        return os.path.join(self.place, next(self.stores))


def fill(bench, lower, stores):
    """Puts a store with the number 0 into a folder under each of some names."""
    model, names = model_store(bench)
    for index, store in enumerate(stores):
        path = os.path.join(lower, store)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        for name in names:
            shutil.copy(model + name.removeprefix("store.plist"),
                        path + name.removeprefix("store.plist"))
        # An old journal is brought into its list by whoever opens it first, a young one is not.
        date = time.time() + (-3_600 if index % 4 == 3 else 3_600)
        for name in names:
            if name.endswith(".journal"):
                os.utime(path + name.removeprefix("store.plist"), (date, date))


def model_store(bench):
    """The path of a list with a journal, and the names in its folder.

    A new store has a list when it is closed. That of an idle one is brought up to date after a while, which a slow
    machine may reach.
    """
    for _ in range(5):
        model = os.path.join(bench.folder(), "store.plist")
        with Server(bench) as server:
            for value in (1, 0):
                if (answer := server.ask(f"set {model} {value}")) != "ok":
                    raise RuntimeError(f"a write {answer}")
                if value == 1:
                    server.state(model, "defaults")
        names = sorted(os.listdir(os.path.dirname(model)))
        if names == ["store.plist", "store.plist.journal", "store.plist.lock"]:
            return model, names
    raise RuntimeError(f"no list with a journal: {names}")


def with_layers(outcome, bench, stores, rig):
    """Runs a rig on layers too, and adds what comes of it to an outcome.

    The rig takes the layers and returns violations, and whether its control was caught.
    """
    ran, skipped, missed = [], [], []
    for name, make in BELOW.items():
        try:
            with make(bench) as below, Layers(bench, below, stores) as layers:
                violations, is_caught = rig(layers)
        except Skipped as reason:
            skipped.append(f"on {name}: {reason}")
            continue
        ran.append(name)
        outcome.violations += [f"overlayfs on {name}: {wrong}" for wrong in violations]
        if not is_caught:
            missed.append(name)
    if ran:
        outcome.figure += f", overlayfs on {' and '.join(ran)}"
        outcome.control += "; on overlayfs " + (
            f"NOT caught on {' and '.join(missed)}" if missed else "caught")
        outcome.caught = outcome.caught and not missed
    if skipped:
        outcome.figure += f" (overlayfs SKIPPED {'; '.join(skipped)})"
    return outcome
