"""The search across surfaces: on what is stored, the program and the command must agree.

A target's program fills a store with random values, valid and not, and prints what it has of each key,
after it compared its own stores, layers and texts (Swift/Surfaces.swift). Here the same store is read by
the verbs of the command: `list`, `get`, `explain`, and `export` into `import` in each format.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess

LIMIT = 120
# Types that the command does not know: it shows what is stored.
OWN = ("Own.", "Ink")


def run(command, **options):
    environment = os.environ | {"SWIFT_BACKTRACE": "enable=no"}
    result = subprocess.run(
        [str(word) for word in command], capture_output=True, timeout=LIMIT, env=environment, **options)
    # As text, Python would take a carriage return for a line end.
    result.stdout = result.stdout.decode(errors="surrogateescape")
    result.stderr = result.stderr.decode(errors="surrogateescape")
    return result


def accounts(output):
    """What a program says of its keys: the source, text and JSON, and the default's JSON, by name."""

    def text(field):
        return None if field == "-" else bytes.fromhex(field[1:]).decode()

    found = {}
    for line in output.split("\n"):
        word, _, rest = line.partition(" ")
        if word != "surface":
            continue
        name, source, value, document, default = rest.partition(" ")[2].split(";")
        found[bytes.fromhex(name).decode()] = (source, text(value), text(document), text(default))
    return found


def states(toolchain, schemas, store):
    """What `list` says of a store, by name, and its complaints."""
    result = run([toolchain.command, "list", "--json", "--reveal", "--schemas", schemas, "--store", store])
    if result.returncode > 1:
        return None, result.stderr
    return {state["key"]: state for state in json.loads(result.stdout)}, result.stderr


def problems(toolchain, program, target, seed):
    """Every difference between surfaces."""
    folder = target.folder / f"Stores{seed}"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    result = run([program, target.module, folder, seed])
    found = [
        f"store {seed}: {line.partition(' ')[2].partition(' ')[2]}"
        for line in result.stdout.split("\n") if line.startswith("differs")
    ]
    if not result.stdout.rstrip().split("\n")[-1].startswith("end"):
        return found + [f"store {seed}: the program ended with {result.returncode}: {result.stderr[-300:]}"]
    expected = accounts(result.stdout)
    store = folder / "defaults.plist"
    listed, complaints = states(toolchain, target.folder, store)
    if listed is None:
        return found + [f"store {seed}: list fails: {complaints[:300]}"]
    found += compared(expected, listed, seed)
    if found:
        return found
    for layout in ("json", "plist", "env"):
        found += exchanged(toolchain, target.folder, store, layout, listed, seed)
    found += single(toolchain, target.folder, store, expected, listed, seed)
    return found


def is_own(state):
    return any(word in state["type"] for word in OWN)


def compared(expected, listed, seed):
    """The keys of which the program and `list` have something else."""
    found = []
    for name, (source, text, document, default) in expected.items():
        state = listed.get(name)
        if state is None:
            found.append(f"store {seed}: `list` has no {name}")
            continue
        if is_own(state):
            continue
        # The command cannot run a function that makes a default.
        is_made = state["source"] == "program"
        if state["source"] != source and not (is_made and source == "default"):
            found.append(f"store {seed}: {name} is {state['source']}, to the program {source}: {state}")
            continue
        wanted = document if source == "stored" else default
        # A default that was not needed yet is unknown here: it may end the program.
        if is_made or (source != "stored" and default is None):
            continue
        given = json.dumps(state["value"], sort_keys=True)
        if given != json.dumps(None if wanted is None else json.loads(wanted), sort_keys=True):
            found.append(f"store {seed}: {name} is {given}, to the program {wanted}")
    return found


def exchanged(toolchain, schemas, store, layout, listed, seed):
    """What a store has lost when it was exported and imported again."""
    text = store.parent / f"exported.{layout}"
    other = store.parent / f"imported-{layout}.plist"
    options = ["--schemas", schemas, "--store"]
    exported = run(
        [toolchain.command, "export", "--format", layout, "--reveal", "--output", text, *options, store])
    if exported.returncode > 1:
        return [f"store {seed}: export as {layout} fails: {exported.stderr[:300]}"]
    imported = run([toolchain.command, "import", text, "--skip-functions", *options, other])
    refused = {
        line.removeprefix("keywright: ") for line in imported.stderr.split("\n")
        if line.startswith("keywright: ") and "not in " in line
    }
    if imported.returncode != 0:
        words = [
            line for line in imported.stderr.split("\n")
            if line and "nothing was imported" not in line and not is_refusal(line)
        ]
        # Stored values may violate what new ones must satisfy; then nothing is imported.
        return [f"store {seed}: import of {layout}: {line[:300]}" for line in words]
    again, _ = states(toolchain, schemas, other)
    # A message has a name without controls.
    left_out = re.sub(r"\\u\{([0-9A-Fa-f]+)\}", lambda match: chr(int(match[1], 16)), exported.stderr)
    found = []
    for name, state in listed.items():
        if state["source"] != "stored" or f"{name} is left out" in left_out:
            continue
        if name not in again or again[name]["source"] != "stored":
            found.append(f"store {seed}: {name} is lost through {layout}: {state['value']}")
        elif again[name]["value"] != state["value"] and not processed(schemas, name):
            found.append(
                f"store {seed}: {name} through {layout}: {again[name]['value']}, not {state['value']}")
    return found


def is_refusal(line):
    """Whether a line refuses a value for a constraint or a step, as a program would."""
    words = (
        "not in ", "shorter than", "longer than", "does not match", "more than", "twice", "not one of",
        "a value that is less", "as its schema wants it",
    )
    return any(word in line for word in words)


def plain(text):
    """A schema's text with no character of a name escaped."""
    try:
        return json.dumps(json.loads(text), ensure_ascii=False)
    except ValueError:
        return text


def processed(schemas, name):
    """Whether a key of the target may have steps: a value that is set again then may be another."""
    leaf = name.rsplit(":", 1)[-1]
    texts = "".join(plain(file.read_text(errors="replace")) for file in pathlib.Path(schemas).glob("*.keys.json"))
    return '"processing"' in texts and leaf in texts


def single(toolchain, schemas, store, expected, listed, seed):
    """What `get` prints of some keys, beside what the program prints."""
    found = []
    names = [name for name in expected if listed[name]["source"] == "stored" and not is_own(listed[name])]
    for name in names[:6]:
        result = run(
            [toolchain.command, "get", "--reveal", "--schemas", schemas, "--store", store, "--", name])
        text = expected[name][1]
        if result.stdout != text + "\n":
            found.append(f"store {seed}: get prints {result.stdout!r} of {name}, the program {text!r}")
    return found
