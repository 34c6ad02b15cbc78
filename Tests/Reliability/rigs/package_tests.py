"""T4, T5, T14, T15 and T17: tests of the package, with more cases than `swift test` has time for.

They are built optimised, in a copy that holds nothing but the storage and its tests. Their controls
are tests beside them.
"""

import os
import re
import subprocess

from .bench import ROOT, SCRATCH, Outcome, Skipped
from .copies import build, collect, environment, manifest, program, write


def failing_calls(bench):
    return run(
        bench, "ScriptInjectionTests", {"KEYWRIGHT_INJECTIONS": (5_000, 50_000)},
        {"injections": "{} injections"})


def power_cuts(bench):
    return run(
        bench, "CrashStateTests", {"KEYWRIGHT_CRASH_STATES": (20_000, 200_000)},
        {"crash states": "{} states", "crash states after failures": "{} after a failed fsync"})


def damage(bench):
    return run(bench, "EveryBitTests|ChecksumTests", {}, {"damages": "{} flips and cuts"})


def trees(bench):
    return run(
        bench, "BinaryRoundTripTests|XMLReadingTests", {"KEYWRIGHT_TREES": (2_000, 10_000)},
        {"trees": "{} trees, by each of the readers"})


def recovery(bench):
    return run(bench, "RecoveryTests", {}, {"cells": "{} cells"})


def run(bench, filter, sizes, figures):
    """Runs the tests of some suites.

    `sizes` are variables of the environment, bounded and full; `figures` words for the lines
    `what: number` that the tests say, of which those of one kind are added up.
    """
    if not (bench.full or bench.chosen):
        raise Skipped("part of `swift test`; longer with --full")
    settings = {name: str(bench.scale(*size)) for name, size in sizes.items()}
    command = [program(bench.package_tests()), "--testing-library", "swift-testing"]
    result = subprocess.run(
        command + ["--filter", rf"\.({filter})/"], env=environment(**settings),
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    totals = dict.fromkeys(figures, 0)
    for what, number in re.findall(r"^([a-z ]+): (\d+)", result.stdout, re.MULTILINE):
        if what in totals:
            totals[what] += int(number)
    controls = re.findall(r'✔ Test "control: ([^"]*)"', result.stdout)
    failed = re.findall(r"^.*✘ .*$", result.stdout, re.MULTILINE)
    problems = [] if result.returncode == 0 else failed[:8] or [result.stdout[-3_000:]]
    return Outcome(
        ", ".join(words.format(f"{totals[what]:,}") for what, words in figures.items()), problems,
        "; ".join(dict.fromkeys(controls)), bool(controls) and all(totals.values()))


def prepare():
    """Builds the tests once; returns the folder of the copy."""
    copy = os.path.join(SCRATCH, "storage-tests")
    files = {"Package.swift": manifest("storage-tests", ["KeywrightStorage"])}
    for part in ("Sources/KeywrightStorage", "Tests/KeywrightStorageTests"):
        collect(os.path.join(ROOT, part), part, files)
    # The article on recovery is compared with the table of the tests.
    article = "Sources/Keywright/Keywright.docc/Recovery.md"
    with open(os.path.join(ROOT, article)) as file:
        files[article] = file.read()
    write(copy, files)
    build(copy)
    return copy
