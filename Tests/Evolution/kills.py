"""Migrations that are killed at every system call, and resumed."""

import os
import pathlib
import plistlib
import shutil
import subprocess

from programs import ROOT, checked, clear, members

# The names of the newest version for those of the first.
HEIRS = {"loudness": "gain", "length": "time"}
# The calls that change a file or a name. What is on the disk before any other call is what is there
# before the next of these.
CHANGES = {
    "pwrite", "ftruncate", "renameat", "unlinkat", "mkdirat", "fallocate", "posix_fallocate", "fsync", "fdatasync"}


def check(toolchain, versions, folder):
    """What is wrong after any kill, and how many there were."""
    shim = folder / "shim.so"
    compiler = next((name for name in ("cc", "gcc", "clang") if shutil.which(name)), None)
    if not compiler:
        return [], "SKIPPED: no C compiler"
    checked([compiler, "-O1", "-shared", "-fPIC", "-o", shim, ROOT / "Tests/Reliability/shim.c", "-ldl"])
    problems, count = [], 0
    for kind in (Property, Files):
        found, kills = kind(toolchain, versions, folder, shim).check()
        problems += found
        count += kills
    control, _ = Property(toolchain, versions, folder, shim, loses=True).check()
    if not control:
        problems.append("control not caught: a file that lost a value before the kill")
    return problems, f"{count} kills; control: {len(control)} found"


class Property:
    """A durable store whose migrations run when it is opened."""

    open, raw = "read", "raw"

    def __init__(self, toolchain, versions, folder, shim, loses=False):
        self.toolchain, self.shim, self.loses = toolchain, shim, loses
        self.old, self.new, self.values = versions.all[0], versions.all[-1], versions.values(0)
        self.place = folder / "killed"
        self.path = self.place / "store.plist"
        self.first = folder / "first"

    def prepare(self):
        """A store as the older program left it."""
        shutil.rmtree(self.first, ignore_errors=True)
        self.first.mkdir()
        self.toolchain.write(self.old, self.values, self.first / "store.plist")

    def restore(self):
        shutil.rmtree(self.place, ignore_errors=True)
        shutil.copytree(self.first, self.place)

    def migrate(self, **settings):
        environment = os.environ | {"SWIFT_BACKTRACE": "enable=no"}
        if settings:
            environment |= {"LD_PRELOAD": str(self.shim), "RIG_FOLDER": str(self.place)}
            environment |= {f"RIG_{name}": str(value) for name, value in settings.items()}
        shown = self.toolchain.folder / "shown.plist"
        clear(shown)
        self.toolchain.run(self.new, self.open, self.path, shown, env=environment)
        return members(shown)

    def stored(self):
        return self.toolchain.read(self.new, self.path, mode=self.raw)

    def check(self):
        self.prepare()
        self.restore()
        before = self.stored()
        log = self.toolchain.folder / "calls"
        log.unlink(missing_ok=True)
        wanted = self.migrate(LOG=log)
        after = self.stored()
        calls = log.read_text().split()
        # A value moves with all that it is: of each pair one is there at any time.
        moved = {name for name in before if name not in after}
        problems = []
        kills = [number for number, name in enumerate(calls, 1) if name in CHANGES]
        for number in kills:
            self.restore()
            self.migrate(AT=number, FAULT="kill")
            left = self.stored()
            if self.loses:
                left.pop(next(iter(sorted(moved))), None)
            lost = [name for name in moved if name not in left and not self.has_heir(name, left)]
            if lost:
                problems.append(f"{calls[number - 1]} {number}: neither the old nor the new value of {lost}")
            resumed = self.migrate()
            if {**resumed, "issues": 0} != {**wanted, "issues": 0}:
                different = {n for n in {*resumed, *wanted} if resumed.get(n) != wanted.get(n)} - {"issues"}
                problems.append(f"{calls[number - 1]} {number}: resumed, {sorted(different)} differ")
            if self.stored() != after:
                problems.append(f"{calls[number - 1]} {number}: resumed, the store holds something else")
        return problems, len(kills)

    @staticmethod
    def has_heir(name, left):
        """Whether a key holds the value that a former key has lost."""
        id = name.split(":")[1]
        return f"main:{HEIRS.get(id, id)}{name.removeprefix('app:' + id)}" in left


class Files(Property):
    """A folder with a file for each key, where a migration is several commits."""

    open, raw = "files", "raw-files"

    def prepare(self):
        shutil.rmtree(self.first, ignore_errors=True)
        self.first.mkdir()
        given = self.toolchain.folder / "given.plist"
        given.write_bytes(plistlib.dumps(self.values, fmt=plistlib.FMT_BINARY))
        self.toolchain.demand(self.toolchain.run(self.old, "fill", self.first / "store.plist", given))
