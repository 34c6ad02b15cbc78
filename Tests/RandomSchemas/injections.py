#!/usr/bin/env python3
"""Tries to get code into the generated Swift: canaries in every place of a schema that takes text.

    Tests/RandomSchemas/injections.py         the bounded form: always the same schemas
    Tests/RandomSchemas/injections.py --all   every way to break out in every place

A canary is a word with a way to break out of a literal or comment around it. In no accepted schema
may one stand outside of both, and no character may stand in the output that hides or reorders text.
Each row of a list of keys, in a raw literal of several lines, must be a JSON object of its own.
What is refused must be refused with messages each of which begins with the place: none is forged. The
compiler must be able to parse what is generated. Controls, texts that a writer puts down as they are,
must be found.

The generator is taken from the debug build (`swift build`).
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

# Python's own files do not belong among the tests.
sys.dont_write_bytecode = True

ROOT = pathlib.Path(__file__).resolve().parents[2]
CANARY = "CANARY"
# Far more than a run takes on a busy machine, in seconds.
LIMIT = 60
# Texts that end a literal or begin an interpolation, end a line, hide or reorder.
ENDS = ['"', '"""', '\\"', '\\\\"', '"#', '#"', '"##', '\\#"', "\\(", "\\#(", '"""#', '\\"""#', '\n"""#\n',
        '""', '""#', "\\##(", '", "name": "', '"}\n{"', '"\\(', "'", "\\"]
LINES = ["\n", "\r", "\r\n", "\u000b", "\f", "\u0085", "\u2028", "\u2029", "\n\n", "\\\n", "\n    "]
HIDDEN = [
    "\0", "\x01", "\x08", "\x1b[2J", "\x7f", "\ufeff", "\u202e", "\u2066", "\u2069", "\u200f", "\u061c",
    "\u00ad", "\u2060", "\U000e0022", "\ue000", "\ufffe",
]
OTHERS = [
    "*/", "/*", "/**", "//", "///", "*/ /*", "*//*", "`", "```", "```\n", "`)", "``", "%", ":", ";", "}", "{",
    ")", "]", "<", ">", "@", "$0", "&", "|", "\\u{22}", "\\n", "\\u0022", "&quot;", "\u0301", "\u200d",
    "\uff02", "\u201c", "#sourceLocation(file: \"x\", line: 1)", "\n#sourceLocation()\n", "\n#if true\n",
    "\n#endif\n", "\n}\n", "#\"", "/#", "#/", "#if", "@_silgen_name(\"x\")", "\"; ", "\" + ", "\")\n",
    "\"\"\"\n", "\"\n}", "*/\n", "\n*/", "\t", "\u00a0", "\u3000",
]
WAYS = list(dict.fromkeys(ENDS + LINES + HIDDEN + OTHERS))
# Characters that must not reach the output unescaped; joiners are part of words and of emoji.
UNSEEN = set("\0\x01\x08\x0b\x0c\r\x1b\x7f\x85\u2028\u2029\ufeff\u202e\u2066\u2069\u200f\u061c\u00ad\u2060"
             "\U000e0022\ue000\ufffe")
# Texts that must catch a writer that does not escape, in a literal and in a comment.
CAUGHT_IN_LITERALS = ['"', '"""', "\\(", "\n", "\r\n"]
CAUGHT_IN_ROWS = ['"""#', '\\"""#', '\n"""#\n', "\\#("]
# Texts that are harmless to the compiler in a raw literal, but not to the row.
SPOILS_ROWS = ['"', '"""', "\\(", "\n", '", "name": "', '"}\n{"']
CAUGHT_IN_COMMENTS = ["\n", "\r", "\r\n", "\n}\n", "\n#sourceLocation()\n"]


def armed(way, number):
    """A text that breaks out in one of several forms."""
    forms = ["{0}{1}{0}", "{0} {1}() {0}", "{0}\n{1}()\n{0}", "{0}; {1}() //", "{1}{0}{1}"]
    text = forms[number % len(forms)].format(way, CANARY)
    return text + ")" if way.endswith("(") else text


def plain(way):
    """A way for ids, which hold no control characters."""
    return "".join(c for c in way if ord(c) >= 0x20 and c != "\x7f")


def texts(ways):
    """A schema with armed texts in all places that take any text."""
    queue = [armed(way, index) for index, way in enumerate(ways)]

    def text():
        queue.append(queue.pop(0))
        return queue[-1]

    def id(unique):
        component = plain(text())[:200]
        return component + unique

    def words():
        return {
            "title": text() + "x", "group": text() + "x", "summary": text(), "discussion": text(),
            "deprecated": text() + "x",
            "x-owner": text() + "x", "x-tags": [text() + "x"], "former": ["o:" + id(f"former{len(queue)}")],
        }

    string = {"type": "String", "default": text(), "example": text()}
    return {
        "version": 1, "$schema": text(), "namespace": "n", "id": id("n"), "title": text() + "x", "summary": text(),
        "discussion": text(), "values": True, "reserved": [id("reserved")], "x-a": text(), "x-" + text(): 1,
        "types": {
            "E": {"summary": text(), "discussion": text(),
                  "enum": {"a": {"rawValue": text() + "a", "title": text() + "x", "summary": text()}, "b": text() + "b"}},
            "S": {"summary": text(),
                  "struct": {"f": {"type": "String", "default": text(), "title": text() + "x", "summary": text()},
                             "g": {"type": "[String: String]", "default": {text(): text()}}}},
        },
        "keys": {
            "a": string | words() | {"id": id("a")},
            "b": string | {"storageString": id("b"), "former": ["o:" + id("bf")]},
            "c": {"type": "[String]", "default": [text(), text()], "summary": text()},
            "d": {"type": "[String: [String]]", "default": {text(): [text()]}, "deprecated": text() + "x"},
            "n": {"type": "Int", "default": 1, "unit": text() + "x"},
            "e": {"type": "Set<String>", "default": [text() + "1", text() + "2"]},
            "f": {"type": "S", "default": {"f": text(), "g": {text(): text()}}},
            "g": {"type": "E", "default": "a", "id": id("g"), "parameters": {"i": "Int"}},
            "h": {"type": "String", "default": text(), "sensitivity": "secret", "x-b": text()},
            "i": {"type": "String", "default": (first := text()), "allowed": [first, text() + "3"]},
        },
        "namespaces": {"inner": {"id": id("inner"), "summary": text(), "keys": {"k": string | {"id": id("k")}}}},
    }


KEY = {"type": "Int", "default": 1}


def one(**members):
    return {"version": 1, "namespace": "n", "keys": {"k": KEY}} | members


def of_key(**words):
    return one(keys={"k": KEY | words})


# The places that take only some texts, one at a time: what is accepted must be harmless, and what is
# refused must be said in messages that are.
PLACES = {
    "a key": lambda t: one(keys={t: KEY}),
    "a namespace": lambda t: one(namespace=t),
    "a nested namespace": lambda t: one(namespaces={t: {"keys": {"k": KEY}}}),
    "a type": lambda t: one(types={t: {"enum": ["a"]}}),
    "a case": lambda t: one(types={"E": {"enum": [t]}}),
    "a field": lambda t: one(types={"S": {"struct": {t: "Int"}}}),
    "a field's type": lambda t: one(types={"S": {"struct": {"a": t}}}),
    "a parameter": lambda t: of_key(parameters={t: "Int"}),
    "a parameter's type": lambda t: of_key(parameters={"a": t}),
    "an import": lambda t: one(imports=[t]),
    "a hook": lambda t: one(preCommit=t),
    "an unknown word": lambda t: one(**{t: 1}),
    "a word of a key": lambda t: of_key(**{t: 1}),
    "a name in Swift": lambda t: of_key(name=t),
    "an id": lambda t: of_key(id=t),
    "a storage string": lambda t: of_key(storageString=t),
    "a former key": lambda t: of_key(former=[t]),
    "a key's type": lambda t: of_key(type=t),
    "an own type": lambda t: of_key(type=t, coding="codable", default={"call": "a"}),
    "a coding": lambda t: of_key(coding=t),
    "an access": lambda t: one(access=t),
    "a sensitivity": lambda t: of_key(sensitivity=t),
    "a step": lambda t: of_key(processing=[t]),
    "a step's function": lambda t: of_key(processing=[{"call": t}]),
    "a default's function": lambda t: of_key(default={"call": t}),
    "didChange": lambda t: of_key(didChange=t),
    "migrate": lambda t: of_key(migrate=t, former=["a:b"]),
    "expires": lambda t: of_key(expires=t),
    "a suppressed rule": lambda t: of_key(suppress=[t]),
    "a pattern": lambda t: of_key(type="String", default="", pattern=t, length=[None, 9]),
    "an address": lambda t: of_key(type="URL", default=t),
    "a date": lambda t: of_key(type="Date", default=t),
    "bytes": lambda t: of_key(type="Data", default=t),
    "a case of a default": lambda t: one(
        types={"E": {"enum": ["a"]}}, keys={"k": {"type": "E", "default": t}}),
    "no schema": lambda t: t,
}


def outside(swift, raw=None):
    """The Swift outside of literals and comments, as the compiler reads it.

    What raw literals of several lines hold is added to `raw`.
    """
    code, index = [], 0
    while index < len(swift):
        if swift.startswith("//", index):
            while index < len(swift) and swift[index] not in "\n\r":
                index += 1
        elif swift.startswith("/*", index):
            depth, index = 1, index + 2
            while index < len(swift) and depth:
                step = {"/*": 1, "*/": -1}.get(swift[index:index + 2], 0)
                depth, index = depth + step, index + (2 if step else 1)
        elif swift[index] in '"#' and (pounds := pounds_at(swift, index)) is not None:
            quote = quote_at(swift, index + pounds, pounds)
            start, index = index, end_of_literal(swift, index + pounds, pounds, quote, code)
            if raw is not None and pounds and len(quote) == 3:
                raw.append(swift[start + pounds + 3:index - pounds - 3])
        else:
            code.append(swift[index])
            index += 1
    return "".join(code)


def pounds_at(swift, index):
    """With how many pounds a literal begins here, if one does."""
    end = index
    while swift[end:end + 1] == "#":
        end += 1
    return end - index if swift[end:end + 1] == '"' else None


def quote_at(swift, index, pounds):
    """The end of the literal that begins here, without its pounds.

    Three quotes begin one of several lines, but a raw one that ends on its first line is of one.
    """
    if not swift.startswith('"""', index):
        return '"'
    line = re.split("[\n\r]", swift[index + 1:], maxsplit=1)[0]
    return '"' if pounds and '"' + "#" * pounds in line else '"""'


def end_of_literal(swift, index, pounds, quote, code):
    """Where a literal ends; an interpolation in it, which we never write, is code."""
    end, escape = quote + "#" * pounds, "\\" + "#" * pounds
    index += len(quote)
    while index < len(swift) and not swift.startswith(end, index):
        if swift.startswith(escape, index):
            index += len(escape)
            if swift[index:index + 1] == "(":
                code.append(swift[index:])
            index += 1
        elif quote == '"' and swift[index] in "\n\r":
            return index
        else:
            index += 1
    return index + len(end)


def row_fault(row):
    """The mistakes in a row of a list of keys."""
    def members(pairs):
        names = [name for name, _ in pairs]
        if len(set(names)) < len(names):
            raise ValueError("a member is there twice")
        return dict(pairs)

    try:
        value = json.loads(row, object_pairs_hook=members)
    except ValueError as error:
        return f"a row is not JSON, {error}: {row[:200]!a}"
    if not isinstance(value, dict) or not {"storageString", "name", "type", "schema"} <= set(value):
        return f"a row is not of a key: {row[:200]!a}"
    return None


def faults(swift):
    """The mistakes in generated Swift."""
    found, raw = [], []
    if CANARY in outside(swift, raw):
        found.append("a canary stands outside of literals and comments")
    # As Swift takes lines: other characters that end one elsewhere are part of a row.
    rows = [row for text in raw for row in re.split("[\n\r]", text) if row.strip(" ")]
    found += filter(None, map(row_fault, rows))
    if hidden := UNSEEN & set(swift):
        found.append(f"characters that hide or reorder text: {sorted(map(ascii, hidden))}")
    return found


class Search:
    def __init__(self, generator, folder):
        self.generator, self.folder = generator, folder
        self.accepted = 0
        self.written = []

    def attempt(self, job):
        """Generates one schema: whether it was accepted, what was generated, what is wrong."""
        number, name, schema = job
        folder = self.folder / f"{number}"
        folder.mkdir()
        path = os.fsencode(folder) + b"/" + os.fsencode(name)
        with open(path, "w", encoding="utf-8") as file:
            json.dump(schema, file, ensure_ascii=number in range(0, 1_000_000, 2))
        outputs = [folder / "Keys.swift", folder / "Schema.swift"]
        command = [self.generator, "--module", "M", "--base", folder, "--registry", outputs[0]]
        command += ["--schema", path, "--output", outputs[1]]
        result = subprocess.run(command, capture_output=True, timeout=LIMIT)
        problems = []
        if result.returncode not in (0, 1):
            problems.append(f"the generator ended with {result.returncode}")
        for line in (result.stdout + result.stderr).decode().splitlines():
            if not line.startswith(str(folder)):
                problems.append(f"a line that does not begin with a place: {line[:200]!a}")
        written = [output for output in outputs if output.exists()]
        if bool(written) != (result.returncode == 0):
            problems.append("generated in spite of an error, or not at all")
        for output in written:
            problems += faults(output.read_bytes().decode())
        return bool(written), written, [f"{name!a}: {problem}" for problem in problems]

    def run(self, jobs):
        problems = []
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for is_accepted, written, found in pool.map(self.attempt, jobs):
                self.accepted += is_accepted
                self.written += written
                problems += found
        return problems

    def parsed(self):
        """Whether the compiler reads all that was generated as it is meant."""
        problems = []
        for start in range(0, len(self.written), 100):
            files = self.written[start:start + 100]
            command = ["swiftc", "-frontend", "-parse", *files]
            result = subprocess.run(command, capture_output=True, text=True, errors="replace")
            if result.returncode:
                problems.append(f"the compiler cannot parse it: {result.stderr[:1_000]}")
        return problems


def controls(search):
    """A writer that does not escape must be caught, and one that does must not be."""
    missed = []
    # The generated Swift, with the texts put in as they are.
    schemas = {
        "a literal": one(keys={"k": {"type": "String", "default": "PLACE"}}),
        # Of a summary, that in the list of keys.
        "a row": of_key(summary="PLACE"),
        "a row's JSON": of_key(summary="PLACE"),
        "a comment": one(summary="PLACE"),
    }
    caught = (CAUGHT_IN_LITERALS, CAUGHT_IN_ROWS, SPOILS_ROWS, CAUGHT_IN_COMMENTS)
    for (place, schema), ways in zip(schemas.items(), caught, strict=True):
        _, written, _ = search.attempt((place, "A.keys.json", schema))
        swift = "".join(file.read_text() for file in written)
        if "PLACE" not in swift or faults(swift):
            missed.append(f"{place} without a canary")
        raw = []
        outside(swift, raw)
        if "row" in place:
            rows = [text for text in raw if "PLACE" in text]
            swift = swift.replace("PLACE", "elsewhere")
            for row in rows:
                swift = swift.replace(row.replace("PLACE", "elsewhere"), row)
        if "row" in place and (swift.count("PLACE") != 1 or "PLACE" not in "".join(raw)):
            missed.append(f"{place}, which stands elsewhere")
        for way in ways:
            texts = [swift.replace("PLACE", armed(way, form)) for form in range(5)]
            # In a row not only the row may be wrong: the canary must be seen in the code.
            is_found = (lambda text: CANARY in outside(text)) if place == "a row" else faults
            if not any(map(is_found, texts)):
                missed.append(f"{way!a} in {place}")
    for way in UNSEEN:
        if not faults(f'let a = "{way}"'):
            missed.append(f"{way!a}")
    for harmless in [
        f'let a = "{CANARY} \\" {CANARY} \\\\" // {CANARY} "', f"/* /* */ {CANARY} */ let b = 1",
        f'let a = #"\\(" {CANARY}"#; let b = """\n " {CANARY} \\""" {CANARY}\n"""', "let a = #line",
        f'let a = #"""# + #"""{CANARY}"""# + #" " {CANARY} ""#', f'let a = ##"\\#({CANARY}"# {CANARY} "##',
    ]:
        if faults(harmless):
            missed.append(f"{harmless!a}, which is harmless")
    return missed


def jobs(is_whole):
    """The schemas, each with the name of its file."""
    number = 0
    for shift in range(len(WAYS)):
        ways = WAYS[shift:] + WAYS[:shift]
        way = ways[0].replace("/", "").replace("\0", "")
        # A path with what ends a line is refused: its texts are tried in another file too.
        for name in (f"a{way}{CANARY}{way}.keys.json", "A.keys.json"):
            yield number, name, texts(ways)
            number += 1
    for index, make in enumerate(PLACES.values()):
        for way_number, way in enumerate(WAYS):
            # Each place is tried with each third way, each with another first.
            if is_whole or (way_number + index) % 3 == 0:
                for form in range(5) if is_whole else [number % 5]:
                    # A name that is one may stand in code.
                    if not armed(way, form).isidentifier():
                        yield number, "A.keys.json", make(armed(way, form))
                        number += 1


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--all", action="store_true", help="every way in every place")
    options = parser.parse_args()
    command = ["swift", "build", "--package-path", ROOT, "--show-bin-path"]
    built = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="keywright-injections-") as folder:
        search = Search(pathlib.Path(built) / "keywright-generate", pathlib.Path(folder).resolve())
        problems = [f"control not found: {missed}" for missed in controls(search)]
        tried = list(jobs(options.all))
        problems += search.run(tried) + search.parsed()
    if search.accepted < len(WAYS) // 2:
        problems.append(f"only {search.accepted} schemas are accepted: little is looked at")
    print(
        f"{len(tried):,} schemas with {len(WAYS)} ways to break out, {search.accepted:,} accepted; "
        f"{time.monotonic() - began:.0f} s"
    )
    print("\n".join(problems[:20]) if problems else "no canary stands outside a literal or comment")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
