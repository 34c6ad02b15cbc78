"""Mistakes made on purpose: what does not find them finds nothing."""

import diagnostics
import surfaces
from schemas import File, Key, Line
from target import Target

SCHEMA = [
    ('{"version": 1, "namespace": "control", "preCommit": "commit", "keys": {', None),
    ('"expected": {"type": "Int", "default": 3},', "(4 as Int)"),
    ('"generated": {"type": "String", "default": "as it is"},', 'text("6173206974206973")'),
    ('"stored": {"type": "Bool", "default": true},', "true"),
    ('"described": {"type": "Double", "default": 0.5, "summary": "a person"},', "0.5"),
    ('"hooked": {"type": "Int", "default": 5},', "(5 as Int)"),
    ('"bounded": {"type": "Int", "default": 5, "allowed": [5]},', "(5 as Int)"),
    ('"ended": {"type": "Int", "default": {"call": "Own.any"}},', "(0 as Int)"),
    ('"x-end": 0}}', None),
]
# The changes of the generated Swift, and the comparison's expected findings.
EDITS = [
    ('default: "as it is"', 'default: "as it was"', "default"),
    ('_declared: "control:stored"', '_declared: "control:other"', "storage string"),
    ('"summary": "a person"', '"summary": "somebody"', "described"),
    # The raw door: a set by name that no hook sees.
    ("Control.hooked._add", 'Key<Root, Int>(StorageString("control:hooked"), default: 5)._add', "set as text"),
]


def control(module, folder, without=()):
    lines = []
    for text, default in SCHEMA:
        if any(f'"{name}"' in text for name in without):
            continue
        if default is None:
            lines.append(Line(text))
            continue
        name = text.split('"')[1]
        swift = text.split('"')[5]
        said = {"summary": "a person"} if name == "described" else {}
        storage = f"control:{name}"
        key = Key("Control", name, swift, storage, default, True, False, [], said)
        lines.append(Line(text, key, is_declaration=True))
    return Target(module, [File("Control.keys.json", lines)], folder / module, ["commit"])


def edit(target, old, new):
    """Changes generated Swift, where it says what it is to say."""
    files = [file for file in sorted(target.folder.glob("*.swift")) if old in file.read_text()]
    if not files:
        raise RuntimeError(f"the control does not find {old!r} in what is generated")
    files[0].write_text(files[0].read_text().replace(old, new))


def run(toolchain, grammar):
    """Tries all controls: the number of those that were caught, and those that were not."""
    outcomes = compared(toolchain, grammar) | surfaced(toolchain) | compiled(toolchain) | diagnosed()
    outcomes["a hang"] = is_hang_noticed(toolchain)
    return sum(outcomes.values()), [name for name, is_caught in outcomes.items() if not is_caught]


def compared(toolchain, grammar):
    """Differences, each of which a run must report, and words that are not used."""
    target = control("ControlOfValues", toolchain.folder)
    program = toolchain.folder / "control"
    if target.generate(toolchain):
        for old, new, _ in EDITS:
            edit(target, old, new)
        target.compile(toolchain)
        target.problems += toolchain.link([target.module], program)
    if target.problems:
        raise RuntimeError("the control cannot be run: " + "\n".join(target.problems))
    target.run(program)

    def says(name, words):
        return any(f'"{name}"' in problem and words in problem for problem in target.problems)

    unused = grammar.unused(target.words(grammar))
    if "key.summary" in unused:
        raise RuntimeError("a word that is used counts as not used")
    return {
        "a word that no schema uses": "key.range" in unused,
        "a wrong expectation": says("expected", "default"),
        "a wrong default": says("generated", "default"),
        "a wrong storage string": says("stored", "storage string"),
        "a wrong description": says("described", "described"),
        "a set by name that no hook sees": says("hooked", "set as text"),
        "a check that ends the program": says("ended", "ended with"),
    }


# Commands that disagree with the program: what each makes of the output of the real one, and the finding.
COMMANDS = [
    ("a value that only the command has", "list", "for k in states: k['value'] = 77", " is 77"),
    ("a source that only the command has", "list", "for k in states: k['source'] = 'stored'", "to the program"),
    ("a key that no verb lists", "list", "states.pop()", "has no control"),
    ("a text that only the command prints", "get", "output = output[:-1] + 'x\\n'", "get prints"),
    ("a value that an import drops", "import", "drop('generated')", "is lost through"),
    ("a value that only watch has", "watch", "for k in states: k['value'] = 77", "is 77 in `watch`"),
    ("a value that only explain has", "explain", "for k in states: k['value'] = '77, stored'", "explained as 77"),
    ("a default that only explain has", "explain", "for k in states: k['default'] = '77'", "explained as 77"),
    (
        "a refusal that only explain has", "explain",
        "for k in states: k['value'] = k['value'].replace(', stored', ', stored, not in 0...1')",
        "to the program it is right",
    ),
    (
        "a value that only the program's import refuses", "import", "sys.exit('keywright: control:stored: so')",
        "import of json: keywright: control:stored: so",
    ),
]
# Surfaces of the program that lack a value, and the finding.
LIES = [
    ("DefaultsStore", "in a DefaultsStore"), ("FileStore", "in a FileStore"),
    ("UserDefaultsStore", "in a UserDefaultsStore"), ("JSONLayer", "in a flat JSON file"),
    ("explain", "explained"), ("refusals", "a refusal"),
]
# With an etcd.
DISTANT_LIES = [("EtcdStore", "in etcd"), ("EtcdStore, declared", "what etcd has refused")]
COMMAND = '''#!/usr/bin/env python3
import json, os, pathlib, subprocess, sys
words = sys.argv[1:]
def drop(name):
    """Takes the value of a key away, once it was imported."""
    store = words[words.index("--store") + 1]
    schemas = words[words.index("--schemas") + 1]
    subprocess.run(
        ["{real}", "unset", "control:" + name, "--schemas", schemas, "--store", store], check=True)
if words[0] != "{verb}":
    os.execv("{real}", ["{real}", *words])
if words[0] == "watch":
    # It does not end: a state on each line.
    for line in subprocess.Popen(["{real}", *words], stdout=subprocess.PIPE).stdout:
        states = [json.loads(line)]
        {edit}
        print(json.dumps(states[0]), flush=True)
result = subprocess.run(["{real}", *words], capture_output=True, text=True)
output = result.stdout
if result.returncode <= 1:
    states = json.loads(output) if "--json" in words else None
    {edit}
    output = json.dumps(states) if states is not None else output
sys.stderr.write(result.stderr)
sys.stdout.write(output)
sys.exit(result.returncode)
'''


def surfaced(toolchain):
    """Surfaces that disagree, each of which must be reported."""
    target = control("ControlOfSurfaces", toolchain.folder, without=["ended"])
    program = toolchain.folder / "surfaces"
    if target.generate(toolchain):
        target.compile(toolchain)
        target.problems += toolchain.link([target.module], program)
    real = toolchain.command
    # One of a few stores has a value for every control.
    seeds = range(6)

    def caught(words, lie=""):
        return any(
            words in problem for seed in seeds
            for problem in surfaces.problems(toolchain, program, target, seed, lie))

    target.problems += [p for seed in seeds for p in surfaces.problems(toolchain, program, target, seed)]
    if target.problems:
        raise RuntimeError("the control of surfaces cannot be run: " + "\n".join(target.problems))
    outcomes = {}
    for name, verb, edit, words in COMMANDS:
        toolchain.command = toolchain.folder / "command"
        toolchain.command.write_text(COMMAND.format(real=real, verb=verb, edit=edit))
        toolchain.command.chmod(0o755)
        outcomes[name] = caught(words)
    toolchain.command = real
    for surface, words in LIES + (DISTANT_LIES if toolchain.etcd else []):
        outcomes[f"a value that {surface} lacks"] = caught(words, surface)
    return outcomes


def compiled(toolchain):
    """Generated code with a warning, which must be refused."""
    target = control("ControlOfWarnings", toolchain.folder)
    target.generate(toolchain)
    edit(target, "import Keywright", "func unused() { let value = 1 }\nimport Keywright")
    return {"a warning": not target.compile(toolchain)}


def is_hang_noticed(toolchain):
    """Whether a generator that does not end is one that fails."""
    hanging = toolchain.folder / "hanging"
    hanging.write_text("#!/bin/sh\nexec sleep 60\n")
    hanging.chmod(0o755)
    result = diagnostics.generate(hanging, "Control", toolchain.folder, {}, limit=0.1)
    return bool(result.faults)


def diagnosed():
    """Messages that a generator might print about a schema of one line, and must not."""
    texts = {"A.keys.json": b"[1]"}
    error = "A.keys.json:1:1: error: words [rule]\n"

    def is_noticed(status, output):
        return bool(diagnostics.judged(texts, status, output).faults)

    if is_noticed(1, error):
        raise RuntimeError("an error as it is to be is not let pass")
    return {
        "an error after the end of a line": is_noticed(1, "A.keys.json:1:5: error: words [rule]\n"),
        "an error after the end of a file": is_noticed(1, "A.keys.json:2:1: error: words [rule]\n"),
        "an error in no file": is_noticed(1, error.replace("A", "B")),
        "an error without a place": is_noticed(1, error + "error: words\n"),
        "an error that is said twice": is_noticed(1, error + error),
        "a failure without an error": is_noticed(1, ""),
        "an error without a failure": is_noticed(0, error),
        "a crash": is_noticed(-4, ""),
    }
