"""Schemas that are damaged in a few places, and what the generator says of them."""

import random
import re

import diagnostics
from schemas import Schemas

TOKEN = re.compile(
    rb'"(?:[^"\\]|\\.)*"|-?[\d.]+(?:[eE][-+]?\d+)?|true|false|null|[\[\]{},:]'
)
VALUES = [
    b"null", b"true", b"0", b"-1", b"1.5", b'""', b"[]", b"{}", b'"x"', b"[[1]]", b'{"call": 1}',
    b'"Int"', b"1e999", b'{"x-": 0}',
]
WORDS = [
    b"call", b"persist", b"default", b"type", b"enum", b"struct", b"length", b"range", b"access",
    b"Bogus", b"Set<Bogus?>", b"[E: E]", b"String??", b"Own.X", b"self.x", b"init", b"x-", b"version",
]
ENDS = [
    b"x", b"?", b"]", b" ", "é".encode(), b"\\u0000", b"<Int>", b".", b"A", b"_", b"\\", b"\\ud800",
    b"\xff", "\u0301".encode(),
]


def damaged_token(random, tokens):
    """A token of a line, and what to put in its place."""
    # Characters that hold the rest together are rarely of interest: the remainder is no JSON.
    plain = [token for token in tokens if token.group() not in b"[]{},:"] or tokens
    token = random.choice(plain if random.random() < 0.9 else tokens)
    text = token.group()
    kinds = ["value", "other", "twice", "none"]
    if text.startswith(b'"') and len(text) > 2:
        kinds += ["shorter", "longer", "word"] * 3
    kind = random.choice(kinds + ["value", "other"] * 4)
    if kind == "value":
        return token, random.choice(VALUES)
    if kind == "other":
        return token, random.choice(plain).group()
    if kind == "twice":
        return token, text + b", " + text
    if kind == "none":
        return token, b""
    if kind == "shorter":
        # Of a character of many bytes a part may stay.
        index = random.randrange(1, len(text) - 1)
        return token, text[:index] + text[index + 1:]
    if kind == "longer":
        return token, text[:-1] + random.choice(ENDS) + b'"'
    return token, b'"' + random.choice(WORDS) + b'"'


def damaged_line(random, line):
    tokens = list(TOKEN.finditer(line))
    if not tokens:
        return line
    token, replacement = damaged_token(random, tokens)
    return line[:token.start()] + replacement + line[token.end():]


def damaged(random, text):
    """A schema with mistakes on some of its lines; now and then it is cut off."""
    lines = text.split(b"\n")
    share = random.choice([0, 0.01, 0.02, 0.1])
    chosen = {random.randrange(len(lines))}
    chosen |= {number for number in range(len(lines)) if random.random() < share}
    lines = [
        damaged_line(random, line) if number in chosen else line for number, line in enumerate(lines)
    ]
    if random.random() < 0.02:
        lines = lines[:random.randrange(len(lines))]
    if random.random() < 0.05:
        # A line that is there twice: every name in it clashes.
        number = random.randrange(len(lines) or 1)
        lines[number:number] = lines[number:number + 1]
    return random.choice([b"\n"] * 8 + [b"\r\n", b"\r"]).join(lines)


def search(seed, generator, folder, count):
    """Tries damaged copies of a seed's schemas: how many errors they got, and what is wrong."""
    folder.mkdir(parents=True)
    source = random.Random(f"damage {seed}")
    files = Schemas(seed, "Damaged").files
    errors, problems = 0, []
    for attempt in range(count):
        texts = {file.name: file.text.encode() for file in files}
        name = source.choice(files).name
        texts[name] = damaged(source, texts[name])
        result = diagnostics.generate(generator, "Damaged", folder, texts)
        errors += len(result.errors)
        problems += [f"damaged copy {attempt}, {name}: {fault}" for fault in result.faults]
    return errors, problems
