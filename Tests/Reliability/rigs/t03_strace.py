"""T3: faults put in by the kernel's tracer; no system call goes round the file interface."""

import collections
import os
import re
import shutil
import subprocess

from .bench import Outcome, Skipped
from .scripts import attempt_all, script
from .t02_faults import record

# The interface's calls, by the names that the kernel knows them by.
CALLS = {
    "openat": "openat", "close": "close", "pread64": "pread", "pwrite64": "pwrite",
    "ftruncate": "ftruncate", "fsync": "fsync", "fdatasync": "fdatasync",
    "renameat": "renameat", "renameat2": "renameat2", "unlinkat": "unlinkat", "linkat": "linkat", "flock": "flock", "mkdirat": "mkdirat",
    "fchmod": "fchmod", "fchown": "fchown", "faccessat2": "faccessat", "mmap": "mmap",
    "fallocate": "fallocate", "fgetxattr": "fgetxattr", "fsetxattr": "fsetxattr",
    "fremovexattr": "fremovexattr", "utimensat": "futimens",
}
# Calls that the C library makes on behalf of those, and calls that only read names and status.
HARMLESS = {
    "newfstatat", "fstat", "getdents64", "readlink", "getcwd", "fcntl", "munmap", "execve",
    "lseek", "fstatfs", "statx",
}


def run(bench):
    if not shutil.which("strace"):
        raise Skipped("no strace")
    calls, own = trace(bench)
    violations = compare(own, record(bench))
    cases = [
        (name, number, fault)
        for name, numbers in sorted(calls.items())
        for number in numbers
        for fault in ("error=EIO", "error=ENOSPC", "signal=KILL")
    ]
    random = bench.random("T3")
    cases = sorted(random.sample(cases, min(bench.scale(60, 300), len(cases))))
    violations += attempt_all(bench, attempt, cases)
    # One write alone that did nothing is noticed by the next commit.
    lies = [("pwrite64", f"{n}+", "retval=4096") for n in calls["pwrite64"]]
    lies = random.sample(lies, min(6, len(lies)))
    caught = attempt_all(bench, attempt, lies)
    return Outcome(
        f"{len(cases)} faults; {sum(own.values())} calls, none round the interface", violations,
        f"writes that do nothing: {len(caught)} problems in {len(lies)} runs", bool(caught))


def trace(bench):
    """Which calls of a run concern the store: by name the numbers that strace counts by, and how
    many there are."""
    folder = bench.folder()
    log = folder + ".strace"
    path = os.path.join(folder, "inner", "store.plist")
    result = subprocess.run(
        ["strace", "-f", "-y", "-o", log, bench.program(), "script", path],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if result.returncode:
        raise Skipped("strace may not trace here: " + result.stderr.strip()[-80:])
    seen = collections.Counter()
    numbers = collections.defaultdict(list)
    own = collections.Counter()
    main = None
    with open(log) as file:
        for line in file:
            match = re.match(r"(\d+) +(\w+)\((.*)", line)
            if not match or match[2] == "execve":
                continue
            main = main or match[1]
            if match[1] == main:
                seen[match[2]] += 1
            if folder in match[3]:
                own[match[2]] += 1
                if match[2] in CALLS and match[1] == main:
                    numbers[match[2]].append(seen[match[2]])
    return numbers, own


def compare(own, shimmed):
    """What the kernel saw and the library between did not."""
    counted = collections.Counter(shimmed)
    problems = [f"{name} goes round the interface" for name in own
                if name not in CALLS and name not in HARMLESS and name != "write"]
    for name, ours in CALLS.items():
        # The number of tries for a lock or a name depends on chance; that of writes does not.
        if name in ("pwrite64", "fsync", "fdatasync", "renameat", "renameat2", "ftruncate"):
            if own[name] != counted[ours]:
                problems.append(f"{own[name]} × {name} in the kernel, {counted[ours]} in the shim")
    return problems


def attempt(bench, server, name, number, fault):
    path = os.path.join(bench.folder(), "inner", "store.plist")
    command = ["strace", "-f", "-o", "/dev/null", "-e", f"trace={name}"]
    command += ["-e", f"inject={name}:{fault}:when={number}", bench.program(), "script", path]
    problems = script(server, command, path, is_killed=fault == "signal=KILL")
    return [f"{name} {number}, {fault}: {p}" for p in problems]
