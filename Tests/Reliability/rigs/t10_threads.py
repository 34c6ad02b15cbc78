"""T10: the thread sanitizer watches eight threads that use the whole interface."""

import os
import subprocess

from .bench import Outcome


def run(bench):
    program = bench.program(sanitizer="thread")
    suites = bench.program("keywright-suites", sanitizer="thread")
    rounds, steps = bench.scale(2, 12), 600
    violations = []
    for _ in range(rounds):
        violations += soak(bench, [program, "soak"], steps)
        violations += soak(bench, [suites], steps // 4)
    caught = soak(bench, [program, "soak"], 50, "--race")
    races = [line for line in caught if "data race" in line]
    of_suites = soak(bench, [suites], 50, "--race")
    races_of_suites = [line for line in of_suites if "data race" in line]
    return Outcome(
        f"{rounds} × 8 threads × {steps} operations, and {steps // 4} on a suite of Foundation's",
        violations,
        f"a race on purpose: {len(races)} and {len(races_of_suites)} reports",
        bool(races) and bool(races_of_suites))


def soak(bench, command, steps, *options):
    """Runs the soak; returns what the sanitizer reported, and what failed."""
    folder = bench.folder()
    # Foundation keeps its suites in the user's home.
    environment = {**bench.environment(), "HOME": folder, "XDG_CONFIG_HOME": folder}
    environment["TSAN_OPTIONS"] = "exitcode=66 halt_on_error=0"
    result = subprocess.run(
        [*command, folder, str(steps), *options], env=environment, timeout=600,
        capture_output=True, text=True)
    reports = result.stderr.split("==================")
    wrong = [report.strip()[:2_000] for report in reports if "ThreadSanitizer" in report]
    wrong += [line for line in result.stdout.splitlines() if line.startswith("note")]
    if result.returncode not in (0, 66):
        wrong.append(f"ended with {result.returncode}: {result.stderr[-1_000:]}")
    elif "done" not in result.stdout:
        wrong.append("did not come to its end")
    return wrong
