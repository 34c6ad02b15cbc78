"""T18: mutants of the store, each of which the quick tests must kill.

All mutants are built into one copy of the sources; which one is awake is told by the environment,
so that each costs a run of the tests and not a build.
"""

import os
import re
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor

from . import mutants
from .bench import ROOT, SCRATCH, Outcome, Skipped

PACKAGE = """\
// swift-tools-version: 6.1
import PackageDescription

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]
let package = Package(
  name: "mutants",
  platforms: [.macOS(.v15)],
  targets: [
    .target(name: "Keywright", dependencies: ["KeywrightStorage"], swiftSettings: strict),
    .target(name: "KeywrightStorage", swiftSettings: strict),
    .testTarget(
      name: "KeywrightTests", dependencies: ["Keywright", "KeywrightStorage"],
      swiftSettings: strict),
    .testTarget(
      name: "KeywrightStorageTests", dependencies: ["KeywrightStorage"], swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
"""

SWITCH = """\
#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The mutant that is awake; 0 is none.
package let mutantAwake = getenv("RIG_MUTANT").flatMap { Int32(String(cString: $0)) } ?? 0
"""

# The tests that need nothing but what is copied; those of caches have nothing to say here.
TESTS = re.compile(r"(Stores/(?!CacheStore/)|Support/|Commits/Support/|Values/SeededGenerator)")
LIMIT = 240
# Optimised, for the tests then run in a tenth of the time.
OPTIONS = ["-c", "release", "-Xswiftc", "-enable-testing"]


def run(bench):
    if not (bench.full or bench.chosen):
        raise Skipped("takes long: with --full, or a sample with --only T18")
    copy, names = prepare()
    build(copy)
    asleep = tests(copy, 0)
    if asleep:
        return Outcome("0 mutants", [f"without a mutant the tests fail: {asleep}"], "", True)
    chosen = list(range(1, len(names) + 1))
    if not bench.full:
        chosen = sorted(bench.random("T18").sample(chosen, 6))
    with ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda number: tests(copy, number), chosen))
    violations = [
        f"nothing notices that {names[number - 1]}"
        for number, killer in zip(chosen, results) if not killer]
    return Outcome(
        f"{len(chosen)} of {len(names)} mutants", violations,
        "no mutant awake: the tests pass", True)


def prepare():
    """Makes the copy; returns its folder and what is wrong with each mutant."""
    copy = os.path.join(SCRATCH, "mutants")
    os.makedirs(os.path.join(copy, "Tests"), exist_ok=True)
    names = []
    files = {}
    for target in ("Keywright", "KeywrightStorage"):
        collect(os.path.join(ROOT, "Sources", target), f"Sources/{target}", files)
    collect(
        os.path.join(ROOT, "Tests", "KeywrightStorageTests"), "Tests/KeywrightStorageTests", files)
    tests = {}
    collect(os.path.join(ROOT, "Tests", "KeywrightTests"), "", tests)
    files |= {f"Tests/KeywrightTests/{n}": t for n, t in tests.items() if TESTS.match(n)}
    for path, old, new in mutants.PATCHES:
        path = "Sources/" + path
        if files[path].count(old) != 1:
            raise RuntimeError(
                f"rigs/mutants.py: {path} has {files[path].count(old)} times, not once:\n{old}")

        def awake(match):
            if match[1] not in names:
                names.append(match[1])
            return f"(mutantAwake == {names.index(match[1]) + 1})"

        files[path] = files[path].replace(old, re.sub(r'MUTANT\("([^"]+)"\)', awake, new))
        if "import KeywrightStorage" not in files[path] and "/Keywright/" in path:
            files[path] = "import KeywrightStorage\n" + files[path]
    files["Package.swift"] = PACKAGE
    files["Sources/KeywrightStorage/MutantAwake.swift"] = SWITCH
    write(copy, files)
    return copy, names


def collect(folder, name, files):
    for parent, _, children in os.walk(folder):
        for child in children:
            if child.endswith(".swift"):
                path = os.path.join(parent, child)
                with open(path) as file:
                    files[os.path.join(name, os.path.relpath(path, folder))] = file.read()


def write(copy, files):
    """Makes the copy hold these files; those that are the same stay untouched, for the build."""
    for top in ("Sources", "Tests"):
        for parent, _, children in os.walk(os.path.join(copy, top)):
            for child in children:
                path = os.path.join(parent, child)
                if os.path.relpath(path, copy) not in files:
                    os.unlink(path)
    for name, text in files.items():
        path = os.path.join(copy, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        if os.path.exists(path):
            with open(path) as file:
                if file.read() == text:
                    continue
        with open(path, "w") as file:
            file.write(text)


def build(copy):
    environment = {k: v for k, v in os.environ.items() if not k.startswith("KEYWRIGHT_")}
    result = subprocess.run(
        ["swift", "build", "--build-tests", *OPTIONS, "--package-path", copy], env=environment,
        capture_output=True, text=True)
    if result.returncode:
        raise RuntimeError("the mutants do not build:\n" + result.stdout[-4_000:])


def tests(copy, number):
    """What killed a mutant; None if nothing did."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("KEYWRIGHT_")}
    environment["RIG_MUTANT"] = str(number)
    command = ["swift", "test", "--skip-build", *OPTIONS, "--package-path", copy]
    try:
        result = subprocess.run(
            command, env=environment, capture_output=True, text=True, timeout=LIMIT)
    except subprocess.TimeoutExpired:
        return "a test that hangs"
    if result.returncode == 0:
        return None
    found = re.findall(r"✘ Test (\S+|\"[^\"]+\").* recorded an issue", result.stdout)
    return found[0] if found else f"a crash ({result.returncode})"
