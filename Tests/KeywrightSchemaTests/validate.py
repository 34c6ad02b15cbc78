#!/usr/bin/env python3
"""Tries keywright.schema.json with a validator that many editors' users know.

    cd Tests/KeywrightSchemaTests && venv=$(mktemp -d) && python3 -m venv "$venv"
    "$venv/bin/pip" install --require-hashes --only-binary :all: --requirement requirements.txt
    "$venv/bin/python" validate.py [--list]

Every valid schema of this repository must be accepted, also those that only get a warning; each of
them, broken on purpose, must be refused; and of the invalid samples at least as many as are
recorded here, so that the number cannot sink unseen. With --list the others are printed.
"""

import copy
import json
import pathlib
import sys

from jsonschema import Draft7Validator

# Of the samples that are JSON and have an error, those that their form gives away.
REFUSED_AT_LEAST = 196

ROOT = pathlib.Path(__file__).resolve().parents[2]
# The words whose members are objects of the schema.
NESTING = ("keys", "namespaces", "types")
SAMPLES = ROOT / "Tests/KeywrightSchemaTests/Samples"


def samples():
    """The samples: (name, text, whether it has an error)."""
    for file in sorted(SAMPLES.glob("*.txt")):
        # Line ends stay as they are: some samples are about them.
        text = "\n" + file.read_bytes().decode("utf-8")
        for section in text.split("\n### ")[1:]:
            name, _, rest = section.partition("\n")
            schema, _, diagnostics = rest.partition("\n===\n")
            yield f"{file.stem}: {name}", schema, ": error: " in diagnostics


def examples():
    """The valid schemas: (name, value)."""
    for folder in ("Schemas", "Tests", "Sources"):
        for file in sorted((ROOT / folder).rglob("*.keys.json")):
            yield str(file.relative_to(ROOT)), json.loads(file.read_text("utf-8"))


def trails(node):
    """The ways to all objects of a schema: at each step a word, and a name under it."""
    yield ()
    for word in NESTING:
        for name, child in node.get(word, {}).items():
            if not name.startswith("x-"):
                yield from (((word, name), *trail) for trail in trails(child))


def alone(node, trail, last):
    """A copy of a schema with nothing beside a trail; the object at its end gets more members."""
    result = {word: value for word, value in node.items() if word not in NESTING}
    if not trail:
        return {**result, **last}
    (word, name), *rest = trail
    return {**result, word: {name: alone(node[word][name], rest, last)}}


def broken(schema):
    """Copies of a schema, each with one mistake, and without it: (what, right, wrong).

    Of a large schema only what leads to the mistake is in the copy, or the time would be quadratic.
    """
    without = copy.deepcopy(schema)
    del without["version"]
    yield "no version", schema, without
    for trail in trails(schema):
        what = ".".join(name for _, name in trail) or "the file"
        yield f"an unknown word in {what}", alone(schema, trail, {}), alone(schema, trail, {"zebra": 1})


def main():
    schema = json.loads((ROOT / "Schemas/keywright.schema.json").read_text("utf-8"))
    Draft7Validator.check_schema(schema)
    validator = Draft7Validator(schema)
    problems = []

    valid = list(examples())
    warned = [(n, json.loads(t)) for n, t, has_error in samples() if not has_error]
    for name, value in valid + warned:
        for error in validator.iter_errors(value):
            problems.append(f"{name} is valid, but refused: {error.json_path}: {error.message}")
            break
    mistakes = 0
    for name, value in valid:
        for what, right, wrong in broken(value):
            mistakes += 1
            if not validator.is_valid(right):
                problems.append(f"{name} cut down to {what} is refused, so the mistake shows nothing")
            if validator.is_valid(wrong):
                problems.append(f"{name} with {what} is accepted")

    refused, accepted, unread = [], [], 0
    for name, text, has_error in samples():
        try:
            value = json.loads(text)
        except ValueError:
            unread += 1
            continue
        if has_error:
            (accepted if validator.is_valid(value) else refused).append(name)
    if len(refused) < REFUSED_AT_LEAST:
        problems.append(f"{len(refused)} invalid samples are refused, {REFUSED_AT_LEAST} were once")
    if len(refused) > REFUSED_AT_LEAST:
        problems.append(f"record that {len(refused)} invalid samples are refused, in {__file__}")

    print(
        f"{len(valid)} schemas accepted, {mistakes} broken copies refused; of "
        f"{len(refused) + len(accepted)} invalid samples {len(refused)} refused "
        f"({unread} more are no JSON)"
        if not problems
        else "\n".join(problems)
    )
    if "--list" in sys.argv:
        print("\n".join(accepted))
    return 1 if problems or not valid or not warned else 0


if __name__ == "__main__":
    sys.exit(main())
