"""T4 and T5: the tests of the package that fail file operations and model power cuts, with more
cases than `swift test` has time for. Their controls are tests beside them."""

import os
import re
import subprocess

from . import t18_mutants
from .bench import Outcome, Skipped

FILTER = "ScriptInjectionTests|CrashStateTests"


def run(bench):
    if not (bench.full or bench.chosen):
        raise Skipped("`swift test` runs the quick form")
    copy, _ = t18_mutants.prepare()
    t18_mutants.build(copy)
    environment = {k: v for k, v in os.environ.items() if not k.startswith("KEYWRIGHT_")}
    environment["KEYWRIGHT_INJECTIONS"] = str(bench.scale(5_000, 50_000))
    environment["KEYWRIGHT_CRASH_STATES"] = str(bench.scale(20_000, 200_000))
    command = ["swift", "test", "--skip-build", *t18_mutants.OPTIONS, "--package-path", copy]
    result = subprocess.run(
        command + ["--filter", FILTER], env=environment, capture_output=True, text=True)
    found = re.findall(r"^(injections|crash states): (\d+)", result.stdout, re.MULTILINE)
    totals = {name: max(int(n) for kind, n in found if kind == name) for name, _ in found}
    controls = set(re.findall(r'✔ Test "(control[^"]*)"', result.stdout))
    problems = [] if result.returncode == 0 else [result.stdout[-3_000:]]
    return Outcome(
        ", ".join(f"{n} {name}" for name, n in totals.items()), problems,
        f"{len(controls)} tests of disks that lie", bool(controls))
