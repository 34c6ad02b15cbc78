"""T11: the address sanitizer, leaks, descriptors and files left, after many openings."""

import os
import subprocess

from .bench import Outcome, leftovers


def run(bench):
    program = bench.program(sanitizer="address")
    count = bench.scale(1_500, 10_000)
    violations = opens(bench, program, count)
    reports = []
    caught = True
    for fault in ("leak", "descriptor", "overflow"):
        found = opens(bench, program, 200, fault)
        caught = caught and bool(found)
        reports.append(f"{fault} {'caught' if found else 'NOT caught'}")
    return Outcome(f"{count} openings", violations, ", ".join(reports), caught)


def opens(bench, program, count, *fault):
    """Opens and closes so often; returns what was found wrong."""
    folder = bench.folder()
    environment = bench.environment()
    environment["ASAN_OPTIONS"] = "detect_leaks=1:exitcode=67"
    result = subprocess.run(
        [program, "opens", folder, str(count), *fault], env=environment, timeout=900,
        capture_output=True, text=True)
    lines = result.stdout.splitlines()
    wrong = [line for line in lines if line.startswith("failed")]
    wrong += [line for line in lines if line.startswith("descriptors") and line.split()[1] != "0"]
    if result.returncode:
        wrong.append(f"ended with {result.returncode}: {result.stderr.strip()[:2_000]}")
    names = [name for name in leftovers(folder) if name != "files"]
    names += [n for n in os.listdir(os.path.join(folder, "files")) if ".temporary-" in n]
    return wrong + [f"left behind: {name}" for name in names]
