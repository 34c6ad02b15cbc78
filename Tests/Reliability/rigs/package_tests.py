"""T4, T5, T14, T15 and T23: tests of the package, with more cases than `swift test` has time for.

They are built optimised, in a copy that holds nothing but the storage and its tests. Their controls
are tests beside them.
"""

import os
import re
import subprocess

from .bench import ROOT, SCRATCH, Outcome, Skipped
from .copies import build, collect_storage, environment, manifest, plain, program, write


def failing_calls(bench):
    return run(
        bench, "ScriptInjectionTests", {"KEYWRIGHT_INJECTIONS": (5_000, 50_000)},
        {"injections": "{} injections"})


def power_cuts(bench):
    return run(
        bench, "CrashStateTests", {"KEYWRIGHT_CRASH_STATES": (20_000, 200_000)},
        {"crash states": "{} states", "crash states after failures": "{} after a failed fsync"})


def damage(bench):
    return run(
        bench, "EveryBitTests|ChecksumTests", {"KEYWRIGHT_DAMAGED_COMMITS": (6, 24)},
        {"damages": "{} flips and cuts"})


def trees(bench):
    return run(
        bench, "BinaryRoundTripTests|XMLReadingTests", {"KEYWRIGHT_TREES": (2_000, 10_000)},
        {"trees": "{} trees, by each of the readers"})


def orders(bench):
    return run(
        bench, "ProtocolSearchTests", {"KEYWRIGHT_WHOLE": (0, 1)}, {"ends": "{} ends"})


def run(bench, filter, sizes, figures):
    """Runs the tests of some suites.

    `sizes` are variables of the environment, bounded and full; `figures` words for the lines
    `what: number` that the tests say, of which those of one kind are added up.
    """
    if not (bench.full or bench.chosen):
        raise Skipped("part of `swift test`; longer with --full")
    settings = {name: str(bench.scale(*size)) for name, size in sizes.items()}
    settings["KEYWRIGHT_SEED"] = str(bench.seed)
    command = [program(bench.package_tests()), "--testing-library", "swift-testing"]
    result = subprocess.run(
        command + ["--filter", rf"\.({filter})/"], env=environment(**settings),
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    said = plain(result.stdout)
    totals = dict.fromkeys(figures, 0)
    for what, number in re.findall(r"^([a-z ]+): (\d+)", said, re.MULTILINE):
        if what in totals:
            totals[what] += int(number)
    controls = re.findall(r'✔ Test "control: ([^"]*)"', said)
    failed = re.findall(r"^.*✘ .*$", said, re.MULTILINE)
    problems = [] if result.returncode == 0 else failed[:8] or [said[-3_000:]]
    return Outcome(
        ", ".join(words.format(f"{totals[what]:,}") for what, words in figures.items()), problems,
        "; ".join(dict.fromkeys(controls)), bool(controls) and all(totals.values()))


def prepare():
    """Builds the tests once; returns the folder of the copy."""
    copy = os.path.join(SCRATCH, "storage-tests")
    files = {"Package.swift": manifest("storage-tests", ["KeywrightStorage"])}
    collect_storage(ROOT, files)
    write(copy, files)
    build(copy)
    return copy
