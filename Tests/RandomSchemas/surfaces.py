"""The search across surfaces: on what is stored, the program and the command must agree.

A target's program fills stores with random values, valid and not, and prints what it has of each key,
after it compared its own stores, layers and texts (Swift/Surfaces.swift). Here the same stores are read by
the verbs of the command: `list` of a file and of an etcd, `get`, `explain`, `export` into `import` in each
format; and `watch`, which runs beside the program.
"""

import dataclasses
import json
import os
import pathlib
import re
import shutil
import subprocess

from watching import Watch

LIMIT = 120
# Types that the command does not know: it shows what is stored.
OWN = ("Own.", "Ink")


@dataclasses.dataclass
class Account:
    """What a program has of a key."""

    # `stored`, `unreadable` or `default`.
    source: str
    # Whether something is stored, readable or not.
    is_held: bool
    # Whether what is stored violates a constraint.
    is_wrong: bool
    # Whether the value is refused for one, when it is set again.
    is_refused: bool
    # The value, or else the default; None for a nil.
    text: str
    document: str
    # The default; None for a nil, and for one that was not needed yet.
    default_text: str
    default: str


def run(command, **options):
    environment = os.environ | {"SWIFT_BACKTRACE": "enable=no"} | options.pop("environment", {})
    result = subprocess.run(
        [str(word) for word in command], capture_output=True, timeout=LIMIT, env=environment, **options)
    # As text, Python would take a carriage return for a line end.
    result.stdout = result.stdout.decode(errors="surrogateescape")
    result.stderr = result.stderr.decode(errors="surrogateescape")
    return result


def accounts(output):
    """What a program says of its keys, by name."""

    def text(field):
        return None if field == "-" else bytes.fromhex(field[1:]).decode()

    found = {}
    for line in output.split("\n"):
        word, _, rest = line.partition(" ")
        if word != "surface":
            continue
        name, source, held, right, judged, *texts = rest.partition(" ")[2].split(";")
        found[bytes.fromhex(name).decode()] = Account(
            source, held == "held", right == "wrong", judged == "refused", *map(text, texts))
    return found


def states(toolchain, schemas, store):
    """What `list` says of a store, by name, and its complaints."""
    result = run([toolchain.command, "list", "--json", "--reveal", "--schemas", schemas, "--store", store])
    if result.returncode > 1:
        return None, result.stderr
    return {state["key"]: state for state in json.loads(result.stdout)}, result.stderr


def problems(toolchain, program, target, seed, lie=""):
    """Every difference between surfaces.

    With `lie`, the program's surface of that name lacks a value, which must be reported.
    """
    folder = target.folder / f"Stores{seed}"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    watch = Watch(toolchain.command, target.folder, folder / "watched.plist", target.single_key)
    try:
        found, expected = filled(toolchain, program, target, seed, folder, lie)
        if found:
            return found
        wanted = {name: account for name, account in expected.items() if account.is_held or name == watch.beacon}
        found = watch.until_right(wanted, lambda seen: compared(target, wanted, seen, "watch"))
    finally:
        watch.close()
    store = folder / "defaults.plist"
    listed, complaints = states(toolchain, target.folder, store)
    if listed is None:
        return [f"store {seed}: list fails: {complaints[:300]}"]
    found += compared(target, expected, listed, "list")
    if toolchain.etcd:
        other, complaints = states(
            toolchain, target.folder, f"etcd://{toolchain.etcd}/{target.module}-{seed}")
        if other is None:
            found.append(f"list of an etcd fails: {complaints[:300]}")
        else:
            found += compared(target, expected, other, "list of an etcd")
    if not found:
        found += explained(toolchain, target, store, expected, listed)
        found += single(toolchain, target.folder, store, expected, listed)
        for layout in ("json", "plist", "env"):
            found += exchanged(toolchain, target.folder, store, layout, expected, listed)
    return [f"store {seed}: {problem}" for problem in found]


def filled(toolchain, program, target, seed, folder, lie):
    """Runs the program: the differences that it found, and what it has."""
    words = [program, target.module, folder, seed, lie]
    if toolchain.etcd:
        words += [f"http://{toolchain.etcd}", f"/{target.module}-{seed}"]
    # The suites of `UserDefaults` lie in the home folder.
    result = run(words, environment={"HOME": str(folder), "XDG_CONFIG_HOME": str(folder)})
    # Before it come the checks of the keys alone.
    lines = result.stdout.partition("\nsurfaces ")[2].split("\n")
    found = [
        f"store {seed}: {line.partition(' ')[2].partition(' ')[2]}"
        for line in lines if line.startswith("differs")
    ]
    if not result.stdout.rstrip().split("\n")[-1].startswith("end"):
        found.append(f"store {seed}: the program ended with {result.returncode}: {result.stderr[-300:]}")
    return found, accounts(result.stdout)


def is_own(state):
    return any(word in state["type"] for word in OWN)


def compared(target, expected, listed, verb):
    """The keys of which the program and a verb have something else."""
    found = []
    for name, account in expected.items():
        state = listed.get(name)
        if state is None:
            found.append(f"`{verb}` has no {name}")
            continue
        if is_own(state):
            continue
        source = account.source
        is_made = name in target.made
        if state["source"] != ("program" if is_made and source == "default" else source):
            found.append(f"{name} is {state['source']} in `{verb}`, to the program {source}: {state}")
            continue
        wanted = account.document if source == "stored" else account.default
        # The command cannot run a function that makes a default, and one that was not needed yet is unknown
        # here: it may end the program.
        if source != "stored" and (is_made or account.default is None):
            continue
        given = json.dumps(state["value"], sort_keys=True)
        if given != json.dumps(None if wanted is None else json.loads(wanted), sort_keys=True):
            found.append(f"{name} is {given} in `{verb}`, to the program {wanted}")
    return found


def explained(toolchain, target, store, expected, listed):
    """The keys of which `explain` says something else than the program has."""
    names = [name for name in expected if not is_own(listed[name])]
    result = run([
        toolchain.command, "explain", "--json", "--reveal", "--schemas", target.folder, "--store", store, "--",
        *names])
    if result.returncode > 1:
        return [f"explain fails: {result.stderr[:300]}"]
    found = []
    rows = {row["key"]: row for row in json.loads(result.stdout)}
    units = units_of(target.folder)
    for name in names:
        row, account, made = rows.get(name), expected[name], target.made
        if row is None:
            found.append(f"`explain` has no {name}")
        # A default that a function of the program makes, or that was not needed yet.
        elif account.source != "stored" and (name in made or account.default is None):
            continue
        else:
            wanted = begun(row["value"], account.text)
            is_wrong = wanted is not None and wanted.startswith(f", {account.source}, ")
            if wanted is None or (wanted != f", {account.source}" and not is_wrong):
                found.append(f"{name} is explained as {row['value']}, to the program {account}")
            elif is_wrong != account.is_wrong:
                words = "wrong" if account.is_wrong else "right"
                found.append(f"{name} is explained as {row['value']}, to the program it is {words}")
            default = [account.default_text or ""] + [f"{account.default_text} {unit}" for unit in units]
            if name not in made and account.default_text is not None and not any(
                    begun(row.get("default", "none"), text) == "" for text in default):
                found.append(f"the default of {name} is explained as {row.get('default')}, to the program {account}")
    return found


def units_of(folder):
    """The units of all keys of a target, one of which may follow a number."""
    texts = (path.read_text() for path in pathlib.Path(folder).rglob("*.keys.json"))
    words = (re.findall(r'"unit": ("(?:[^"\\]|\\.)*")', text) for text in texts)
    return {json.loads(word, strict=False) for found in words for word in found}


def begun(row, text):
    """The rest of a row that begins with a text, as the command writes it; None if it does not."""
    if row.startswith('"'):
        found, end = json.JSONDecoder(strict=False).raw_decode(row)
        return row[end:] if found == text else None
    text = "nothing" if text is None else text
    return row.removeprefix(text) if row.startswith(text) else None


def exchanged(toolchain, schemas, store, layout, expected, listed):
    """What a store has lost when it was exported and imported again."""
    text = store.parent / f"exported.{layout}"
    other = store.parent / f"imported-{layout}.plist"
    options = ["--schemas", schemas, "--store"]
    exported = run(
        [toolchain.command, "export", "--format", layout, "--reveal", "--output", text, *options, store])
    if exported.returncode > 1:
        return [f"export as {layout} fails: {exported.stderr[:300]}"]
    imported = run([toolchain.command, "import", text, "--skip-functions", *options, other])
    left_out, complaints = map(unescaped, (exported.stderr, imported.stderr))
    kept = [
        name for name, state in listed.items()
        if state["source"] == "stored" and f"{unescaped(name)} is left out" not in left_out
    ]
    if imported.returncode != 0:
        return [f"import of {layout}: {line}" for line in refusals(complaints, schemas, kept, expected)]
    again, _ = states(toolchain, schemas, other)
    found = []
    for name in kept:
        value = listed[name]["value"]
        if name not in again or again[name]["source"] != "stored":
            found.append(f"{name} is lost through {layout}: {value}")
        elif processed(schemas, name):
            continue
        elif again[name]["value"] != value:
            found.append(f"{name} through {layout}: {again[name]['value']}, not {value}")
        elif expected[name].is_refused and not is_own(listed[name]):
            found.append(f"{name} through {layout}: {value} is imported, which the program refuses")
    return found


def unescaped(text):
    """A text, or a message that has it with JSON's escapes: both become the same."""
    return re.sub(r"(?:\\u[0-9A-F]{4}|\\[nrt])+", lambda match: json.loads(f'"{match[0]}"'), text)


def refusals(complaints, schemas, kept, expected):
    """What an import says that the program does not: it refuses a whole file for one value."""
    begins = [f"{unescaped(name)}: " for name in kept if expected[name].is_refused or processed(schemas, name)]
    return [
        line[:300] for line in complaints.split("\nkeywright: ")
        if not any(begin in line for begin in begins) and "nothing was imported" not in line
    ]


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


def single(toolchain, schemas, store, expected, listed):
    """What `get` prints of some keys, beside what the program prints."""
    found = []
    names = [name for name in expected if listed[name]["source"] == "stored" and not is_own(listed[name])]
    for name in names[:6]:
        result = run(
            [toolchain.command, "get", "--reveal", "--schemas", schemas, "--store", store, "--", name])
        text = expected[name].text
        if result.stdout != text + "\n":
            found.append(f"get prints {result.stdout!r} of {name}, the program {text!r}")
    return found
