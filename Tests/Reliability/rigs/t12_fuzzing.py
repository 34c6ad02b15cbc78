"""T12: libFuzzer with the address sanitizer, on everything that reads bytes from outside."""

import os
import re
import subprocess

from .bench import ROOT, Outcome, Skipped

# The targets that `Tests/Fuzzing/run` breaks on purpose.
CONTROLS = ["trap", "slow", "growing", "unchecked"]


def run(bench):
    if not (bench.full or bench.chosen):
        raise Skipped("takes long: Tests/Fuzzing/run, with --full, or --only T12")
    script = os.path.join(ROOT, "Tests", "Fuzzing", "run")
    if not os.access(script, os.X_OK):
        raise Skipped("no Tests/Fuzzing/run")
    command = [script] + ([] if bench.full else ["--seconds", "4"])
    environment = {k: v for k, v in os.environ.items() if not k.startswith("KEYWRIGHT_")}
    result = subprocess.run(command, env=environment, capture_output=True, text=True)
    text = result.stdout + result.stderr
    if re.search(r"not installed|cannot find.*fuzzer|unsupported option.*fuzzer", text):
        raise Skipped("no libFuzzer here")
    rows = re.findall(r"^(\w+) +(\d+) +\d+ +\d+ +(\S+) +\w+$", result.stdout, re.MULTILINE)
    units = sum(int(row[1]) for row in rows)
    controls = re.findall(r"^control: (\w+) +found$", result.stdout, re.MULTILINE)
    return Outcome(
        f"{len(rows)} targets, {units:,} units", [] if result.returncode == 0 else [text[-3_000:]],
        f"broken targets found: {', '.join(controls)}", controls == CONTROLS)
