"""Runs of the generator, and what each must be: located errors, none twice, no crash, no hang."""

import collections
import dataclasses
import re
import subprocess

# Far more than any run takes on a busy machine, in seconds.
LIMIT = 60
PLACE = re.compile(r"(.*?)([^/]*\.keys\.json):(\d+):(\d+): (error|warning|note): (.*)")


@dataclasses.dataclass
class Diagnostic:
    """One line of what the generator says."""

    file: str
    line: int
    column: int
    severity: str
    words: str
    # Lines that follow an error and belong to it.
    notes: list = dataclasses.field(default_factory=list)

    def __str__(self):
        return f"{self.file}:{self.line}:{self.column}: {self.severity}: {self.words}"


@dataclasses.dataclass
class Result:
    """The outcome of a run of the generator."""

    errors: list
    # Violations.
    faults: list


def generate(generator, module, folder, texts, limit=LIMIT):
    """Runs the generator on schemas, whose bytes are given by their names."""
    command = [generator, "--module", module, "--base", folder, "--registry", folder / "Keys.swift"]
    for name, text in texts.items():
        (folder / name).write_bytes(text)
        command += ["--schema", folder / name, "--output", folder / f"{name}.swift"]
    try:
        result = subprocess.run(
            command, capture_output=True, text=True, errors="replace", timeout=limit
        )
    except subprocess.TimeoutExpired:
        return Result([], [f"the generator takes more than {limit} s"])
    return judged(texts, result.returncode, result.stdout + result.stderr)


def judged(texts, status, output):
    """The diagnostics of texts, and the mistakes in their form."""
    found, faults = [], []
    for line in output.split("\n"):
        match = PLACE.fullmatch(line)
        if match:
            _, file, number, column, severity, words = match.groups()
            diagnostic = Diagnostic(file, int(number), int(column), severity, words)
            if severity == "note" and found:
                found[-1].notes.append(diagnostic)
            else:
                found.append(diagnostic)
            if not is_inside(diagnostic, texts.get(file)):
                faults.append(f"not inside the file: {diagnostic}")
        elif line:
            faults.append(f"without a place: {line}")
    errors = [diagnostic for diagnostic in found if diagnostic.severity == "error"]
    if status != (1 if errors else 0):
        faults.append(f"the generator ended with {status} and {len(errors)} errors")
    for diagnostic, count in collections.Counter(map(str, found)).items():
        if count > 1:
            faults.append(f"said {count} times: {diagnostic}")
    return Result(errors, faults)


def is_inside(diagnostic, text):
    """Whether a place is one of a file: lines end as in the schemas, columns count UTF-16."""
    if text is None:
        return False
    lines = re.split(b"\r\n|\n|\r", text)
    if not 1 <= diagnostic.line <= len(lines):
        return False
    line = lines[diagnostic.line - 1].decode(errors="replace")
    return 1 <= diagnostic.column <= len(line.encode("utf-16-le")) // 2 + 1
