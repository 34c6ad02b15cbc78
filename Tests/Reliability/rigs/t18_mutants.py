"""T18: mutants of the store and of the core, which the tests must kill as everyone runs them, where
searches take a part of their cases; or, where these notice nothing, with whole searches. What the
superuser may do is also tried as another user.

`mutants.py` has those that break a promise, each of which must be killed. Beside them `operators.py`
changes every function of the folders below in each way that it knows, and a sample of these is tried,
another one with each seed: what survives is printed, for it is a missing test, a needless line, or a
shorter way to the same, and no more of a sample may survive than did when it was first measured.

All are built into one copy of the sources, and the environment says which one is awake, so that each
costs a run of tests and not a build. Each suite runs once to see which mutants it comes to; a mutant is
then tried by these suites, the shortest first, until one notices. What was found is kept in
`.build/reliability`, for the same sources and tests, so that a run that was interrupted goes on where
it ended.

`KEYWRIGHT_MUTANTS` is a pattern that chooses mutants by their names.
"""

import hashlib
import json
import os
import pathlib
import re
import resource
import signal
import subprocess
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor

from . import mutants, operators
from .bench import ROOT, SCRATCH, Outcome, Skipped
from .copies import build, collect, collect_storage, environment, manifest, plain, program, write

SWITCH = """\
#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

private let awake = getenv("RIG_MUTANT").flatMap { Int(String(cString: $0)) } ?? 0

/// A byte for each mutant, which says whether the tests came to it; shared with children.
private nonisolated(unsafe) let reached: UnsafeMutablePointer<UInt8>? = {
  guard let path = getenv("RIG_REACHED") else { return nil }
  let file = open(path, O_RDWR)
  defer { close(file) }
  let bytes = mmap(nil, COUNT, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
  return bytes == MAP_FAILED ? nil : bytes?.assumingMemoryBound(to: UInt8.self)
}()

/// Whether a mutant is awake.
package func MUTANT(_ number: Int) -> Bool {
  if let reached { reached[number] = 1 }
  return number == awake
}
"""
# For what is compiled into other modules, such as the tests.
INLINED = """\
import KeywrightStorage

/// Whether a mutant is awake.
@usableFromInline func INLINED(_ number: Int) -> Bool { MUTANT(number) }
"""

# What the operators change.
FOLDERS = [f"Sources/KeywrightStorage/{name}/" for name in ("System", "File", "Journal", "PropertyList", "Store")] + [
    f"Sources/Keywright/{name}/"
    for name in ("Commits", "Store", "Notifications", "Observation", "Stores", "Table", "Migrations")]
# The tests that have something to say of the store and the core.
TESTS = re.compile(r"(Commits/|Composition/|Keys/|Migrations/|Observation/|Stores/|Support/)")
# How many mutants that operators make are tried in a full run, and which part of them must be killed: of
# two samples of 112 and 150 it was two thirds.
SAMPLE, KILLED = 150, 0.6
# How many promises are tried in a bounded run.
BOUNDED = 6
# Seconds of suites that are tried in one process, and how long a run of them may take.
BATCH, PATIENCE = 5, 15
# How long a run with whole searches may take.
WHOLE = 1_200
# A user without rights.
NOBODY = 65534
# Bytes that a mutant may allocate.
MEMORY = 4 << 30


def run(bench):
    found, violations, files = prepare()
    if not (bench.full or bench.chosen):
        if violations:
            return Outcome(f"{len(found)} mutants", violations, "", True)
        raise Skipped("takes long: with --full, or a sample with --only T18")
    promises, sample = choose(bench, found)
    copy = os.path.join(SCRATCH, "mutants")
    closed = [folder for folder in pathlib.Path(copy).parents if folder.exists() and not folder.stat().st_mode & 0o1]
    if os.geteuid() == 0 and closed:
        raise Skipped(f"another user, as whom some tests run, may not enter {closed[0]}: chmod o+x, or another clone")
    write(copy, files)
    build(copy)
    known = Known(files)
    suites = known.get("suites", lambda: reach(copy, len(found)))

    broken = set(promises.values())

    def judge(name):
        what = known.get(name, lambda: killer(copy, found[name], suites, known.before(name), name in broken))
        print(f"       {'killed' if what else 'ALIVE '} {name}: {what}", flush=True)
        return what

    with ThreadPoolExecutor(2) as pool:
        # The rare one that takes longest may be the last: all of both in one row.
        chosen = {**promises, **{name: name for name in sample}}
        killers = dict(zip(chosen, pool.map(judge, chosen.values())))
    violations += [f"nothing notices that {what}" for what in promises if not killers[what]]
    killed = sum(bool(killers[name]) for name in sample)
    if killed < KILLED * len(sample):
        violations.append(f"of {len(sample)} mutants that operators make {killed} are killed")
    return Outcome(
        f"{len(promises)} promises, {sum(bool(killers[what]) for what in promises)} killed; of {len(found)} "
        f"mutants {len(sample)} tried, {killed} killed", violations, "no mutant awake: the tests pass", True)


def choose(bench, found):
    """What is wrong with each mutant that breaks a promise, with the mutant; and a sample of the others."""
    promises = {name: name for name in found if "`" not in name} | {
        what: name for what, name in mutants.OPERATORS.items() if name in found}
    wanted = os.environ.get("KEYWRIGHT_MUTANTS")
    if wanted:
        return {what: name for what, name in promises.items() if re.search(wanted, what)}, [
            name for name in found if "`" in name and re.search(wanted, name)]
    random = bench.random("T18")
    if not bench.full:
        return dict(random.sample(sorted(promises.items()), BOUNDED)), []
    # An `if` is often a shorter way to the same.
    made = [name for name in found if "`" in name and ": enter `" not in name]
    return promises, random.sample(made, SAMPLE)


class Known:
    """What earlier runs found: for the same sources and tests, and what killed before."""

    def __init__(self, files):
        self.path = os.path.join(SCRATCH, "mutants.json")
        digest = hashlib.sha256()
        for name in sorted(files):
            digest.update(f"{name}\0{files[name]}\0".encode())
        self.key = digest.hexdigest()
        self.lock = threading.Lock()
        try:
            with open(self.path) as file:
                self.all = json.load(file)
        except (OSError, ValueError):
            self.all = {}

    def get(self, name, find):
        entry = self.all.get(name, {})
        if entry.get("key") == self.key:
            return entry["found"]
        what = find()
        with self.lock:
            self.all[name] = {"key": self.key, "found": what}
            with open(self.path + ".new", "w") as file:
                json.dump(self.all, file, indent=1, ensure_ascii=False)
            os.replace(self.path + ".new", self.path)
        return what

    def before(self, name):
        """The suite that noticed a mutant in an earlier version."""
        match = re.search(r"\bat (\w+Tests)\.swift", self.all.get(name, {}).get("found") or "")
        return match[1] if match else None


def prepare():
    """Reads the sources and puts the mutants in.

    Returns the number of each by its name, the patches that do not apply, and the files.
    """
    files = {}
    for part in ("Sources/Keywright", "Sources/KeywrightTesting", "Sources/KeywrightUserDefaults",
                 "Tests/KeywrightTestingTests"):
        collect(os.path.join(ROOT, part), part, files)
    # What judges by the lock of schemas needs their library, of which the copy has nothing.
    for name in [n for n in files if n.endswith(("/WrittenLock.swift", "/MigrationCheckTests.swift"))]:
        del files[name]
    collect_storage(ROOT, files)
    article = "Sources/KeywrightTesting/KeywrightTesting.docc/KeywrightTesting.md"
    with open(os.path.join(ROOT, article)) as file:
        files[article] = file.read()
    # The files of released formats, which a test opens.
    fixtures = "Tests/KeywrightTests/Fixtures"
    for name in os.listdir(os.path.join(ROOT, fixtures)):
        with open(os.path.join(ROOT, fixtures, name)) as file:
            files[f"{fixtures}/{name}"] = file.read()
    processes = {}
    collect(os.path.join(ROOT, "Tests", "KeywrightProcessTests"), "", processes)
    files |= {f"Tests/KeywrightProcessTests/{n}": t for n, t in processes.items()
              if not n.startswith(("Command/", "Secrets/"))}
    tests = {}
    collect(os.path.join(ROOT, "Tests", "KeywrightTests"), "", tests)
    files |= {f"Tests/KeywrightTests/{n}": t for n, t in tests.items() if TESTS.match(n)}
    found, lost = {}, []

    def awake(name, path):
        number = found.setdefault(name, len(found) + 1)
        return f"{'INLINED' if '/Keywright/' in path else 'MUTANT'}({number})"

    patches = {}
    for path, old, new in mutants.PATCHES:
        path = "Sources/" + path
        count = files.get(path, "").count(old)
        if count == 1:
            patches.setdefault(path, []).append((old, new))
        else:
            lost.append(f"DOES NOT APPLY: {path} has {count} times:\n{old}")
    for path in sorted(files):
        name = os.path.basename(path).removesuffix(".swift")
        made = operators.mutants(name, files[path]) if path.startswith(tuple(FOLDERS)) else []
        files[path] = operators.insert(
            files[path], made, lambda name: awake(name, path), patches.get(path, []))
    lost += [f"NO MUTANT: {what}: {name}" for what, name in mutants.OPERATORS.items() if name not in found]
    files["Package.swift"] = manifest("mutants", ["KeywrightStorage", "Keywright", "KeywrightTesting"])
    files["Sources/KeywrightStorage/Mutants.swift"] = SWITCH.replace("COUNT", str(len(found) + 1))
    files["Sources/Keywright/Mutants.swift"] = INLINED
    return found, lost, files


def reach(copy, count):
    """Of each suite of tests how long it takes, and the mutants that it comes to."""
    listed = subprocess.run(
        [program(copy), "--testing-library", "swift-testing", "--list-tests"], env=environment(KEYWRIGHT_WHOLE="0"),
        capture_output=True, text=True, check=True).stdout
    suites = sorted({line.split("/")[0] for line in listed.splitlines() if "/" in line})

    def tried(suite):
        with tempfile.NamedTemporaryFile() as file:
            file.write(bytes(count + 1))
            file.flush()
            begin = time.monotonic()
            what = attempt(copy, 0, [suite], 600, RIG_REACHED=file.name)
            if what:
                raise RuntimeError(f"without a mutant {suite} fails: {what}")
            with open(file.name, "rb") as bytes_:
                reached = bytes_.read()
        return time.monotonic() - begin, [number for number, byte in enumerate(reached) if byte]

    with ThreadPoolExecutor(2) as pool:
        return dict(zip(suites, pool.map(tried, suites)))


def killer(copy, number, suites, before, breaks_promise):
    """What killed a mutant; None if nothing did. One that breaks a promise is tried by whole searches too."""
    left = sorted(
        (not (before and suite.endswith("." + before)), seconds, suite)
        for suite, (seconds, reached) in suites.items() if number in reached)
    while left:
        batch, sum_ = [], 0
        while left and (not batch or sum_ + left[0][1] < BATCH):
            _, seconds, suite = left.pop(0)
            batch.append(suite)
            sum_ += seconds
        what = attempt(copy, number, batch, PATIENCE + 5 * sum_)
        if what:
            return what
    reaching = [suite for suite, (_, reached) in suites.items() if number in reached]
    if not breaks_promise or not reaching:
        return None
    if os.geteuid() == 0:
        with tempfile.TemporaryDirectory() as folder:
            os.chmod(folder, 0o1777)
            # Which mutants a test comes to that the superuser skips is not known.
            what = attempt(copy, number, list(suites), WHOLE, user=NOBODY, TMPDIR=folder, HOME=folder)
        if what:
            return f"{what}, as another user"
    what = attempt(copy, number, reaching, WHOLE, KEYWRIGHT_WHOLE="1")
    return what and f"{what}, in a whole search"


def attempt(copy, number, suites, limit, user=None, **settings):
    """Runs suites until one notices something; returns what it was."""
    process = subprocess.Popen(
        [program(copy), "--testing-library", "swift-testing", "--no-parallel", "--filter",
         "^(" + "|".join(map(re.escape, suites)) + ")/"],
        env=environment(**{"KEYWRIGHT_WHOLE": "0"} | settings, RIG_MUTANT=str(number)), stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, errors="replace", start_new_session=True, user=user, group=user,
        extra_groups=None if user is None else [], cwd="/",
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY)))
    hung = threading.Event()

    def end():
        hung.set()
        stop(process)

    timer = threading.Timer(limit, end)
    timer.start()
    count = 0
    try:
        for line in process.stdout:
            issue = re.search(r"✘ Test (.+?) recorded an issue.* at (\S+?):\d+", plain(line))
            if issue:
                return f"{issue[1]} at {issue[2]}"
            passed = re.search(r"Test run with (\d+) tests?", plain(line))
            count = int(passed[1]) if passed else count
        process.wait()
        if hung.is_set():
            return "a test that hangs"
        if process.returncode:
            return f"a crash ({process.returncode})"
        if not count:
            raise RuntimeError(f"no tests: {suites}")
        return None
    finally:
        timer.cancel()
        stop(process)


def stop(process):
    """Ends the tests and the processes that they began."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()
