"""The shared parts of the measuring scripts of this folder: schemas of keys of ten kinds, and commands."""

import json
import pathlib
import resource
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]

# The keys of one schema.
KEYS = 100

# For each kind: the type, what the schema says beside it, what a person writes, the stored form.
KINDS = [
    ("Int", {"default": 3}, "default: 3", "integer"),
    (
        "Double",
        {"default": 0.5, "range": [0, 1], "outside": "clamp"},
        "default: 0.5, descriptor: KeyDescriptor(processing: [.clamp(0...1)])",
        "real",
    ),
    ("String", {"default": "text"}, 'default: "text"', "string"),
    ("Bool", {"default": True}, "default: true", "boolean"),
    ("String?", {}, "", "string"),
    ("[String]", {"default": []}, "default: []", "array"),
    ("Theme", {"default": "dark"}, "default: .dark", "string"),
    ("[String: Int]", {"default": {"a": 1}}, 'default: ["a": 1]', "dictionary"),
    ("Date?", {}, "", "date"),
    (
        "Int",
        {"default": 3, "range": [0, 100]},
        "default: 3, descriptor: KeyDescriptor(constraints: [.range(0...100)])",
        "integer",
    ),
]


def summary(key):
    return f"What setting number {key} is for, in one sentence."


def schema(space, values, count=KEYS):
    keys = {}
    for key in range(count):
        kind, words, _, _ = KINDS[key % len(KINDS)]
        keys[f"setting{key}"] = {"type": kind, **words, "summary": summary(key)}
    return {
        "version": 1,
        "namespace": f"space{space}",
        "values": values,
        "types": {"Theme": {"enum": ["light", "dark"]}},
        "keys": keys,
    }


def run(command, **options):
    """Runs a command, which must succeed; returns what it prints."""
    command = list(map(str, command))
    result = subprocess.run(command, capture_output=True, text=True, **options)
    if result.returncode != 0:
        sys.exit(f"{' '.join(command)}\n{result.stdout}{result.stderr}")
    return result.stdout


def generator_arguments(folder, output, schemas):
    """Writes schemas into a folder; returns the arguments of the generator for them."""
    arguments = ["--module", "Measured", "--base", folder, "--registry", output / "Keys.swift"]
    for schema in schemas:
        name = schema["namespace"].capitalize()
        file = folder / f"{name}.keys.json"
        file.write_text(json.dumps(schema, indent=2))
        arguments += ["--schema", file, "--output", output / f"{name}.swift"]
    return arguments


def processor_time():
    """The processor time, in seconds, of all commands that were run."""
    use = resource.getrusage(resource.RUSAGE_CHILDREN)
    return use.ru_utime + use.ru_stime
