#!/usr/bin/env python3
"""Tries schemas and locks with many of one thing: the time of the generator must grow with the text.

    Tests/RandomSchemas/sizes.py                the bounded form: schemas of up to 100 KB
    Tests/RandomSchemas/sizes.py --bytes 8e6    up to so many bytes
    Tests/RandomSchemas/sizes.py --only WORD    only the parts whose names hold a word

Each part of a schema that is a list, or may be long, is tried in two sizes: one that makes a text of
the given length, and a quarter of it. From one to the other the processor time may grow four times, as the text does, and twice as much again for what is sorted or looked up and
for the noise of a busy machine; were it quadratic, it would grow sixteen times. What grows more is
measured again before it counts. A control, a quadratic program in the generator's place, must be
found, and a linear one must not.

The generator is taken from the debug build (`swift build`).
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

# Python's own files do not belong among the tests.
sys.dont_write_bytecode = True

ROOT = pathlib.Path(__file__).resolve().parents[2]
# The growth of the time where the text grows four times.
MOST = 8
# Less processor time, in seconds, says nothing about growth.
NOISE = 0.15
# Far more processor time than any text of the bounded form takes.
LIMIT = 20
QUADRATIC = """
import sys
text = open([a for a in sys.argv if a.endswith(".keys.json")][0]).read()
parts = text.split(",")
found = 0
for index, part in enumerate(parts):
    for other in range(index if QUADRATIC else 20): found += 1
"""
KEY = {"type": "Int", "default": 1}
# The beginning of a lock's text.
LOCK = '{"keywright"'


def schema(**members):
    """A schema of one namespace."""
    return {"version": 1, "namespace": "n", **members}


def key(**words):
    """A schema of one key."""
    return schema(keys={"k": words})


def each(count, name, value):
    """An object of so many members."""
    return {f"{name}{index}": value for index in range(count)}


def names(count, name):
    return [f"{name}{index}" for index in range(count)]


def text(piece, count):
    """A schema with a long text in each place that takes any."""
    long = piece * count
    return schema(
        summary=long, discussion=long,
        keys={"k": {"type": "String", "default": long, "summary": long, "discussion": long,
                    "x-owner": long, "deprecated": long, "x-tags": [long, long + "b"]},
              "s": {"type": "Set<String>", "default": [long, "b" + long, long + "b"]},
              "d": {"type": "[String: Int]", "default": {long: 1, long + "b": 2}},
              "a": {"type": "String", "default": long, "allowed": [long, "b" + long]}})


def long_name(piece, count):
    """A schema with a long name in each place of a name, all of them wrong."""
    long = piece * count
    return schema(
        **{long: 1}, imports=[long], reserved=[long], types={long: {"enum": [long]}},
        preCommit=long, namespaces={long: {"id": long}},
        keys={long: KEY, "t": {"type": long}, "w": {"type": "Int", "default": 1, long: 1},
              "c": {"type": "Int", "default": {"call": long}, "didChange": long}})


def nested(count):
    return [[index] for index in range(count)]


def chain(count, default):
    """Structs each of which holds the next, with defaults or without."""
    types = {"S0": {"struct": {"a": {"type": "Int", "default": 1}}}}
    for index in range(1, count):
        field = {"type": f"S{index - 1}"} | ({"default": {}} if default else {})
        types[f"S{index}"] = {"struct": {"a": field}}
    return schema(types=types, keys={"k": KEY})


def fields(count, is_given):
    """A struct of many fields with defaults, and keys of it."""
    struct = {f"f{index}": {"type": "Int", "default": 1} for index in range(count)}
    value = {f"f{index}": 2 for index in range(count)} if is_given else {}
    return schema(
        types={"S": {"struct": struct}, "T": {"struct": {"s": {"type": "S", "default": value}}}},
        keys={"k": {"type": "S", "default": value}})


def values(count):
    """Many values of a struct with many fields."""
    struct = {f"f{index}": {"type": "Int", "default": 1} for index in range(count)}
    return schema(
        types={"S": {"struct": struct}},
        keys={f"k{index}": {"type": "S", "default": {f"f{index}": 2}} for index in range(count)})


def enum(count):
    return {"E": {"enum": names(count, "c")}}


def files(count, path, **members):
    """Many files."""
    return [
        {"version": 1, "namespace": path.format(index), "keys": {f"k{index}": KEY}} | members
        for index in range(count)
    ]


def left_out(count, given):
    """Structs whose fields hold each other, with defaults that leave out all or almost all fields."""
    words = {"f0": 2} if given else {}
    return schema(types={
        "S": {"struct": {f"f{index}": {"type": "Int", "default": 1} for index in range(count)}},
        "T": {"struct": {f"g{index}": {"type": "S", "default": words} for index in range(count)}}})


def locked(stored, **members):
    """A schema beside the lock of what a release has stored."""
    return [{"keywright": 1, "readers": "newer", "releases": [{"release": "1.0"}], "keys": stored, "retired": []},
            schema(**members)]


def released(index, **words):
    """A key as a lock has it."""
    return {"key": f"n:k{index}", "name": f"N.k{index}", "type": "Int", "default": 1, "in": "1.0", **words}


def released_enum(count):
    """A key of an enum of so many cases, as a lock has it."""
    return released(0, type="N.E", default="c0", types={"N.E": {"enum": names(count, "c")}})


def released_struct(count):
    """A key of a struct of so many fields, as a lock has it."""
    given = each(count, "f", "Int")
    return released(0, type="N.S", default=each(count, "f", 1), types={"N.S": {"struct": given}})


def doubled(name):
    """A list whose elements are there twice."""
    return lambda count: names(count, name) * 2


# The cases: of a count, a schema, the text of one, or the schemas of several files.
PARTS = {
    "keys": lambda n: schema(keys=each(n, "k", KEY)),
    "keys with values": lambda n: schema(values=True, keys=each(n, "k", KEY)),
    "keys of no namespace": lambda n: {"version": 1, "keys": each(n, "k", KEY)},
    "keys of one id": lambda n: schema(keys=each(n, "k", KEY | {"id": "i"})),
    "keys in two spellings": lambda n: schema(keys=each(n, "k", KEY) | each(n, "K", KEY)),
    "keys with unknown types": lambda n: schema(keys=each(n, "k", {"type": "Itn", "default": 1})),
    "keys of many types": lambda n: schema(
        types={f"E{i}": {"enum": ["a"]} for i in range(n)},
        keys={f"k{i}": {"type": f"[E{i}]", "default": ["a"]} for i in range(n)}),
    "keys with unknown words": lambda n: schema(keys=each(n, "k", KEY | {"tpye": 1})),
    "keys with functions": lambda n: schema(
        keys={f"k{i}": KEY | {"didChange": f"f{i}", "processing": [{"call": f"g{i}"}]}
              for i in range(n)}),
    "keys given twice": lambda n: '{"version": 1, "keys": {' + ", ".join(
        f'"k{i}": {{"type": "Int?"}}' for i in [*range(n), *range(n)]) + "}}",
    "reserved": lambda n: schema(reserved=names(n, "r"), keys=each(n, "k", KEY)),
    "reserved twice": lambda n: schema(reserved=doubled("r")(n), keys=each(n, "r", KEY)),
    "enum cases": lambda n: schema(
        types=enum(n), keys={"k": {"type": "[E]", "default": names(n, "c")}}),
    "enum cases in a set": lambda n: schema(
        types=enum(n), keys={"k": {"type": "Set<E>", "default": names(n, "c")}}),
    "enum cases as keys": lambda n: schema(
        types=enum(n), keys={"k": {"type": "[E: E]", "default": {c: c for c in names(n, "c")}}}),
    "enum cases, unknown": lambda n: schema(
        types=enum(n), keys={"k": {"type": "[E]", "default": names(n, "d")}}),
    "enum cases that keys name": lambda n: schema(
        types=enum(n), keys={f"k{i}": {"type": "E", "default": f"c{i}"} for i in range(n)}),
    "enum cases with values": lambda n: schema(
        types={"E": {"enum": {c: {"rawValue": i, "summary": c} for i, c in enumerate(names(n, "c"))}}},
        keys={"k": {"type": "[E]", "default": names(n, "c")}}),
    "allowed": lambda n: key(type="Int", default=n - 1, allowed=list(range(n))),
    "allowed twice": lambda n: key(type="Int", default=1, allowed=[*range(n), *range(n)]),
    "imports": lambda n: schema(imports=names(n, "M"), keys={"k": KEY}),
    "imports twice": lambda n: schema(imports=doubled("M")(n), keys={"k": KEY}),
    "types": lambda n: schema(types=each(n, "T", {"enum": ["a"]}), keys={"k": KEY}),
    "structs in a chain": lambda n: chain(n, False),
    "structs in a chain of defaults": lambda n: chain(n, True),
    "structs in a ring": lambda n: schema(
        types={f"S{i}": {"struct": {"a": f"S{(i + 1) % n}"}} for i in range(n)}),
    "fields": lambda n: fields(n, False),
    "fields that are given": lambda n: fields(n, True),
    "values of many fields": values,
    "fields that leave out fields": lambda n: left_out(n, False),
    "fields that leave out some fields": lambda n: left_out(n, True),
    "namespaces": lambda n: schema(namespaces=each(n, "s", {"keys": {"k": KEY}})),
    "namespaces with values": lambda n: schema(
        values=True, namespaces=each(n, "s", {"values": True, "keys": {"k": KEY}})),
    "namespaces with types": lambda n: schema(
        namespaces={f"s{i}": {"types": {f"E{i}": {"enum": ["a"]}},
                              "keys": {"k": {"type": f"E{i}", "default": "a"}}} for i in range(n)}),
    "namespaces of one id": lambda n: schema(namespaces=each(n, "s", {"id": "i", "keys": {"k": KEY}})),
    "a path of names": lambda n: {"version": 1, "namespace": ".".join(["a"] * n)},
    "an escaped path": lambda n: '{"version": 1, "namespace": "' + "\\u0061." * n + 'a"}',
    "former keys": lambda n: key(type="Int", default=1, former=names(n, "f:")),
    "former keys of keys": lambda n: schema(
        keys={f"k{i}": KEY | {"former": [f"f:{i}"]} for i in range(n)}),
    "former keys in use": lambda n: schema(
        keys={f"k{i}": KEY | {"former": [f"n:k{i + 1}"]} for i in range(n)}),
    "families": lambda n: schema(keys=each(n, "k", KEY | {"parameters": {"i": "Int"}})),
    "parameters": lambda n: key(type="Int", default=1, parameters=each(n, "p", "Int")),
    "processing": lambda n: key(type="String", default="", processing=["trim"] * n),
    "notes": lambda n: key(type="Int", default=1, **{"x-tags": names(n, "t")}),
    "suppressed": lambda n: key(type="Int", default=1, suppress=names(n, "t")),
    "patterns": lambda n: schema(
        keys=each(n, "k", {"type": "String", "default": "ab", "pattern": "[a-z]*", "length": [None, 9]})),
    "patterns that are slow": lambda n: schema(
        keys=each(n, "k", {"type": "String", "default": "ab", "pattern": "(a*)*", "length": [None, 9]})),
    "an array": lambda n: key(type="[Int]", default=list(range(n)), length=[None, n]),
    "a set": lambda n: key(type="Set<Int>", default=list(range(n))),
    "a set of one": lambda n: key(type="Set<Int>", default=[1] * n),
    "a dictionary": lambda n: key(type="[String: Int]", default=each(n, "m", 1)),
    "arrays in an array": lambda n: key(type="[[Int]]", default=nested(n)),
    "sets in a set": lambda n: key(type="Set<Set<Int>>", default=nested(n)),
    "elements that are wrong": lambda n: key(type="[Int]", default=names(n, "x")),
    "bytes": lambda n: key(type="Data", default="AAAA" * n),
    "digits of a number": lambda n: schema(
        keys={t.lower(): {"type": t, "default": json.loads("1" * min(n, 4_000)) if t != "Decimal"
                          else "0." + "1" * n} for t in ("Int", "Double", "Decimal")}),
    "digits of a decimal": lambda n: '{"version": 1, "keys": {"k": {"type": "Decimal", "default": 0.'
    + "1" * n + '}, "d": {"type": "Double", "default": 1' + "0" * n + "}}}",
    "an address": lambda n: key(type="URL", default="http://a/" + "%41" * n),
    "a type of arguments": lambda n: key(type="Set<" + "Int, " * n + "Int>"),
    "a type of brackets": lambda n: key(type="[" * n),
    "a type of dots": lambda n: key(type="A." * n + "A"),
    "a pattern of groups": lambda n: key(type="String", default="", pattern="(a?)" * n),
    "text": lambda n: text("a", n),
    "text of quotes": lambda n: text('"\\', n),
    "text of lines": lambda n: text("a\n", n),
    "text of backticks": lambda n: text("`", n),
    "text of few marks": lambda n: text("e\u0301\u0316", n),
    "text of marks": lambda n: text("\u0301\u0316", n),
    "text of flags": lambda n: text("\U0001F1E9\U0001F1EA", n),
    "text of joiners": lambda n: text("👩\u200d", n),
    "text of syllables": lambda n: text("\u1100\u1161\u11a8", n),
    "text of consonants": lambda n: text("\u0915\u094d", n),
    "text of controls": lambda n: text("\u202e", n),
    "names": lambda n: long_name("a", n),
    "names with dots": lambda n: long_name("a.", n),
    "names with hyphens": lambda n: long_name("a-", n),
    "names in capitals": lambda n: long_name("A", n),
    "names with marks": lambda n: long_name("e\u0301", n),
    "names of flags": lambda n: long_name("\U0001F1E9", n),
    "lines": lambda n: "\n" * n + json.dumps(schema(keys=each(n, "k", {}))),
    "comments": lambda n: "/**/" * n + "{}",
    "commas": lambda n: '{"version": 1, "x-a": [' + "[1,], " * n + "1]}",
    "fields that hold themselves": lambda n: schema(types={
        "S": {"struct": {f"f{i}": {"type": "[S]", "default": [{"f0": []}]} for i in range(n)}}}),
    "files of one namespace": lambda n: files(n, "n"),
    "files of namespaces": lambda n: files(n, "n{}"),
    "files of one inner namespace": lambda n: files(n, "n.inner"),
    "files of inner namespaces": lambda n: files(n, "n.n{}"),
    "files with values": lambda n: files(n, "n", values=True),
    "locks of keys that are gone": lambda n: locked([released(i) for i in range(n)], keys={"a": KEY}),
    "locks of keys that stay": lambda n: locked(
        [released(i) for i in range(n)], keys=each(n, "k", KEY)),
    "locks of keys that moved": lambda n: locked(
        [released(i) for i in range(n)],
        keys={f"m{i}": KEY | {"former": [f"n:k{i}"]} for i in range(n)}),
    "locks of keys with other types": lambda n: locked(
        [released(i) for i in range(n)], keys=each(n, "k", {"type": "String", "default": "a"})),
    "locks of keys with other names": lambda n: locked(
        [released(i) for i in range(n)],
        keys={f"m{i}": KEY | {"id": f"k{i}"} for i in range(n)}),
    "locks of one key with former keys": lambda n: locked(
        [released(i) for i in range(n)],
        keys={"m": KEY | {"former": [f"n:k{i}" for i in range(n)]}}),
    "locks of former keys": lambda n: locked(
        [released(0, former=[f"n:f{i}" for i in range(n)])],
        keys={"k0": KEY | {"former": [f"n:f{i}" for i in range(n)]}}),
    "locks of cases": lambda n: locked(
        [released_enum(n)], types={"E": {"enum": names(n, "c")}},
        keys={"k0": {"type": "E", "default": "c0"}}),
    "locks of other cases": lambda n: locked(
        [released_enum(n)], types={"E": {"enum": names(n, "d")}},
        keys={"k0": {"type": "E", "default": "d0"}}),
    "locks of renamed cases": lambda n: locked(
        [released_enum(n)],
        types={"E": {"enum": {f"d{i}": {"former": [f"c{i}"]} for i in range(n)}}},
        keys={"k0": {"type": "E", "default": "d0"}}),
    "locks of cases that are gone": lambda n: locked(
        [released_enum(n)], types={"E": {"enum": ["d"], "reserved": names(n, "c")}},
        keys={"k0": {"type": "E", "default": "d"}}),
    "locks of renamed fields": lambda n: locked(
        [released_struct(n)],
        types={"S": {"struct": {f"g{i}": {"type": "Int", "former": [f"f{i}"]} for i in range(n)}}},
        keys={"k0": {"type": "S", "default": each(n, "g", 1)}}),
    "locks of namespaces that moved": lambda n: locked(
        [released(i) for i in range(n)], id="m", former=["n"], keys=each(n, "k", KEY)),
    "locks of keys that are reserved": lambda n: locked(
        [released(i) for i in range(n)], reserved=names(n, "k"), keys={"a": KEY}),
    "locks of fields": lambda n: locked(
        [released_struct(n)], types={"S": {"struct": each(n, "f", "Int")}},
        keys={"k0": {"type": "S", "default": each(n, "f", 1)}}),
    "locks of other fields": lambda n: locked(
        [released_struct(n)], types={"S": {"struct": each(n, "g", "Int")}},
        keys={"k0": {"type": "S", "default": each(n, "g", 1)}}),
    "locks of keys of one name": lambda n: locked(
        [released(0) for _ in range(n)], keys={"k0": KEY}),
    "locks with unknown members": lambda n: locked([released(0, **each(n, "x", 1))], keys={"k0": KEY}),
    "files of no namespace": lambda n: [
        {"version": 1, "keys": {f"k{index}": KEY}} for index in range(n)],
    "files with types": lambda n: [
        {"version": 1, "namespace": "n", "types": {f"E{index}": {"enum": ["a"]}}}
        for index in range(n)],
}


def written(value):
    """The texts of a part, one for each file."""
    if isinstance(value, list):
        return [text for part in value for text in written(part)]
    return [value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)]


def count_for(part, length):
    """How many make a text of about so many bytes."""
    small, large = (sum(len(t.encode()) for t in written(PARTS[part](n))) for n in (50, 100))
    return max(int(length * 50 / (large - small)), 8)


class Rig:
    """Runs a generator in a folder of its own and measures it."""

    def __init__(self, folder, generator):
        self.folder, self.generator = folder, generator
        folder.mkdir()
        # The time of an empty schema.
        self.least = min(self.seconds(["{}"]) for _ in range(3))

    def seconds(self, texts):
        """The processor time of a run."""
        command = [*self.generator, "--module", "M", "--base", self.folder]
        command += ["--registry", self.folder / "Keys.swift"]
        lock = self.folder / "keys.lock.json"
        lock.unlink(missing_ok=True)
        for index, text in enumerate(texts):
            if text.startswith(LOCK):
                lock.write_text(text)
                command += ["--lock", lock]
                continue
            path = self.folder / f"{index}.keys.json"
            path.write_text(text)
            command += ["--schema", path, "--output", f"{path}.swift"]
        limits = f'ulimit -t {LIMIT}; exec "$@"'
        if len(texts) > 1:
            # As the plugin does where a command is too long for the system.
            arguments = self.folder / "arguments"
            arguments.write_bytes(b"".join(os.fsencode(a) + b"\0" for a in command[1:]))
            command = [*self.generator, f"@{arguments}"]
        process = subprocess.Popen(
            ["bash", "-c", limits, "bash", *command], stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = status
        if os.WIFSIGNALED(status):
            return float("inf")
        if os.WEXITSTATUS(status) not in (0, 1):
            raise RuntimeError(f"the generator ended with {os.WEXITSTATUS(status)}")
        return usage.ru_utime

    def growth(self, part, length):
        """The times of a text of a quarter of the length, and of all of it."""
        count = count_for(part, length / 4)
        return self.measured([written(PARTS[part](count * scale)) for scale in (1, 4)])

    def measured(self, texts):
        least = self.least
        quarter, whole = (self.seconds(text) for text in texts)
        for _ in range(2):
            if whole == float("inf") or not self.is_too_much(quarter - least, whole - least):
                break
            quarter = min(quarter, self.seconds(texts[0]))
            whole = min(whole, self.seconds(texts[1]))
        return quarter - least, whole - least

    @staticmethod
    def is_too_much(quarter, whole):
        # A run that does not end has no growth.
        return whole == float("inf") or whole > NOISE and whole > MOST * max(quarter, NOISE / MOST)


def controls(folder):
    """Whether a quadratic program is found, and a linear one is not."""
    outcomes = {}
    for name, is_quadratic in (("quadratic", True), ("linear", False)):
        program = QUADRATIC.replace("QUADRATIC", str(is_quadratic))
        texts = [[json.dumps(list(range(count)))] for count in (2_500, 10_000)]
        rig = Rig(folder / name, [sys.executable, "-c", program])
        outcomes[name] = rig.is_too_much(*rig.measured(texts)) == is_quadratic
    return outcomes


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bytes", type=float, default=100_000, help="the longest text")
    parser.add_argument("--only", default="", help="a word of the names of parts")
    parser.add_argument("--all", action="store_true", help="prints what each part takes")
    options = parser.parse_args()
    command = ["swift", "build", "--package-path", ROOT, "--show-bin-path"]
    built = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    generator = [pathlib.Path(built) / "keywright-generate"]
    began = time.monotonic()
    problems = []
    with tempfile.TemporaryDirectory(prefix="keywright-sizes-") as folder:
        folder = pathlib.Path(folder).resolve()
        for name, is_right in controls(folder).items():
            if not is_right:
                problems.append(f"control: a {name} program is taken for another")
        parts = [part for part in PARTS if options.only in part]

        def growth(part):
            return Rig(folder / part, generator).growth(part, options.bytes)

        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for part, (quarter, whole) in zip(parts, pool.map(growth, parts)):
                is_wrong = Rig.is_too_much(quarter, whole)
                if is_wrong or options.all:
                    print(f"{part}: {quarter:.2f} s, {whole:.2f} s for four times as many", flush=True)
                if is_wrong:
                    problems.append(f"{part}: more than in proportion")
    print(f"{len(parts)} parts in two sizes, 2 controls; {time.monotonic() - began:.0f} s")
    print("\n".join(problems) if problems else "nothing is wrong")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
