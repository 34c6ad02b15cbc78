"""T18: mutants of the store and of the core, each of which the tests must kill as everyone runs
them: searches take the part of their cases that they take in the suite.

All mutants are built into one copy of the sources; the environment says which one is awake,
so that each costs a run of the tests and not a build. A run ends with the first test that notices,
and begins with those that noticed before. What was found is kept in `.build/reliability`, for the
same sources and tests, so that a run that was interrupted goes on where it ended.

`KEYWRIGHT_MUTANTS` is a pattern that chooses mutants by what is wrong with them.
"""

import hashlib
import json
import os
import re
import signal
import subprocess
import threading
from concurrent.futures import ThreadPoolExecutor

from . import core_mutants, mutants
from .bench import ROOT, SCRATCH, Outcome, Skipped
from .copies import build, collect, collect_storage, environment, manifest, plain, program, write

SWITCH = """\
#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The number of the active mutant; 0 for none.
package let mutantAwake = getenv("RIG_MUTANT").flatMap { Int32(String(cString: $0)) } ?? 0
"""

# For what is compiled into other modules, such as the tests.
INLINED_SWITCH = """\
import KeywrightStorage

/// The number of the active mutant; 0 for none.
@usableFromInline let inlinedMutantAwake = mutantAwake
"""

# The tests that have something to say of mutants of the store, and those of the core's.
STORE_FILES = re.compile(r"(Stores/(?!CacheStore/)|Support/|Commits/Support/)")
CORE_FILES = re.compile(
    r"(Commits/|Composition/|Keys/|Migrations/|Observation/|Stores/|Support/)")
LIMIT = 240
MUTANT = r'\b(MUTANT|INLINED)\("([^"]+)"\)'
# The tests that find most mutants of the files on disk; all other tests of these come next.
QUICK = r"\.(ProtocolStep|ProtocolSearch|StoreCrash|StoreFault|StoreSituation|StoreReader|Durability|" \
    r"FailedSynchronization|Commit|DurableFile|ExternalEdit|NewStore|WritingEdge|Damage|EveryBit|" \
    r"ScriptInjection|CrashState|ValueFolder|SystemCall)Tests/"
# The order of a commit and what follows it; then all of the runtime; then what every store must do.
CORE_QUICK = r"^KeywrightTests\.(CommitOrder|CommitFailure|Hook|Notification|Transaction|Reentrancy|" \
    r"LazyDefault|Observer|OtherProcess|Cancellation|ChildCommit|LayerRules|Failure|CacheCommit|" \
    r"InPlace)Tests/"
PROCESSES = r"^KeywrightProcessTests\."
CORE_TESTS = [CORE_QUICK, r"^KeywrightTests\.", r"^KeywrightTestingTests\.", PROCESSES]


def run(bench):
    found, violations, files = prepare()
    if violations and not (bench.full or bench.chosen):
        return Outcome(f"{len(found)} mutants", violations, "", True)
    if not (bench.full or bench.chosen):
        raise Skipped("takes long: with --full, or a sample with --only T18")
    copy = os.path.join(SCRATCH, "mutants")
    write(copy, files)
    build(copy)
    known = Known(copy, files)
    asleep = known.get("none", lambda: killer(copy, 0, [""]))
    if asleep:
        return Outcome("0 mutants", [f"without a mutant the tests fail: {asleep}"], "", True)
    chosen = list(found)
    wanted = os.environ.get("KEYWRIGHT_MUTANTS")
    if wanted:
        chosen = [name for name in chosen if re.search(wanted, name)]
    elif not bench.full:
        chosen = sorted(bench.random("T18").sample(chosen, 6), key=list(found).index)

    def judge(name):
        number, suites = found[name]
        before = known.before(name)
        what = known.get(name, lambda: killer(
            copy, number, ([rf"\.{before}/"] if before else []) + suites))
        print(f"       {'killed' if what else 'ALIVE '} {name}: {what}", flush=True)
        return what

    with ThreadPoolExecutor(2) as pool:
        killers = list(pool.map(judge, chosen))
    violations += [
        f"nothing notices that {name}" for name, what in zip(chosen, killers) if not what]
    return Outcome(
        f"{len(chosen)} of {len(found)} mutants, {sum(map(bool, killers))} killed", violations,
        "no mutant awake: the tests pass", True)


class Known:
    """What earlier runs found: for the same sources and tests, and what killed before."""

    def __init__(self, copy, files):
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
            return entry["killer"]
        what = find()
        with self.lock:
            self.all[name] = {"key": self.key, "killer": what}
            with open(self.path + ".new", "w") as file:
                json.dump(self.all, file, indent=1, ensure_ascii=False)
            os.replace(self.path + ".new", self.path)
        return what

    def before(self, name):
        """The suite that noticed a mutant in an earlier version."""
        match = re.search(r"\bat (\w+Tests)\.swift", self.all.get(name, {}).get("killer") or "")
        return match[1] if match else None


def prepare():
    """Reads the sources and puts the mutants in.

    Returns the number and the filters of each by what is wrong with it, the patches that do not
    apply, and the files.
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
    files |= {f"Tests/KeywrightTests/{n}": t for n, t in tests.items() if CORE_FILES.match(n)}
    suites = re.findall(
        r"\b(?:struct|class) (\w+Tests)\b",
        "".join(text for name, text in tests.items() if STORE_FILES.match(name)))
    store = rf"^KeywrightTests\.({'|'.join(suites)})/"
    filters = {
        "KeywrightStorage": [QUICK, r"^KeywrightStorageTests\.", store, PROCESSES],
        "Keywright": [store, PROCESSES, r"^KeywrightStorageTests\."],
    }
    found = {}
    lost = []
    for patches, core in ((mutants.PATCHES, None), (core_mutants.PATCHES, CORE_TESTS)):
        for path, old, new in patches:
            put(path, old, new, core or filters[path.split("/")[0]], files, found, lost)
    files["Package.swift"] = manifest(
        "mutants", ["KeywrightStorage", "Keywright", "KeywrightTesting"])
    files["Sources/KeywrightStorage/MutantAwake.swift"] = SWITCH
    files["Sources/Keywright/InlinedMutantAwake.swift"] = INLINED_SWITCH
    return found, lost, files


def put(path, old, new, filters, files, found, lost):
    """Puts the mutants of one patch into a file."""
    path = "Sources/" + path
    count = files.get(path, "").count(old)
    if count != 1:
        wrong = ", ".join(name for _, name in re.findall(MUTANT, new))
        lost.append(f"DOES NOT APPLY: {wrong}: {path} has {count} times:\n{old}")
        return

    def awake(match):
        number, _ = found.setdefault(match[2], (len(found) + 1, filters))
        return f"({'inlinedMutantAwake' if match[1] == 'INLINED' else 'mutantAwake'} == {number})"

    files[path] = files[path].replace(old, re.sub(MUTANT, awake, new))
    if "import KeywrightStorage" not in files[path] and "/Keywright/" in path:
        files[path] = "import KeywrightStorage\n" + files[path]


def killer(copy, number, filters):
    """What killed a mutant; None if nothing did. Filters of tests are tried one after another."""
    for filter in filters:
        command = [program(copy), "--testing-library", "swift-testing"]
        command += ["--filter", filter] if filter else []
        found = attempt(command, environment(RIG_MUTANT=str(number), KEYWRIGHT_WHOLE="0"))
        if found:
            return found
    return None


def attempt(command, environment):
    """Runs tests until one notices something; returns what it was."""
    process = subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        errors="replace", start_new_session=True)
    hung = threading.Event()

    def end():
        hung.set()
        stop(process)

    timer = threading.Timer(LIMIT, end)
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
            raise RuntimeError(f"no tests: {' '.join(command)}")
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
