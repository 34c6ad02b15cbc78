"""Types of schemas, and random values of them: each in JSON, and in Swift that says the same.

The Swift is spelled here without any of the generator's rules: strings and bytes in hexadecimal,
dates by counting days, everything else by the initializers of the standard library and Foundation.
"""

import base64
import dataclasses
import json
import typing

INTEGERS = {
    f"{sign}Int{bits}": (0 if sign else -(2 ** ((bits or 64) - 1)), 2 ** ((bits or 64) - (not sign)) - 1)
    for sign in ("", "U")
    for bits in ("", 8, 16, 32, 64)
}
REALS = ("Double", "Float")

TEXTS = [
    "", "a", " padded ", "é", "e\u0301", "\0", "\u0301", '"q\\\\(x)"', "\\(1)", "*/", "//", "\r\n",
    "\n", "\t", "\u2028", "\u202e", "👨‍👩‍👧", "\ufeff", "x" * 300, "`", "```", "a:b%c", "ß", "\u1100\u1161",
    "\uac01", '#"', "\x7f", "\U000e0041", "ab", "abc", "a,b", "]", '"""', "\xad", "\u03a9", "\u2126",
    "\u0344", "\u0308\u0301", "'", "%", ":", "nil", "true", "a=b", "#a", "\x1b[2J", "\x9b2J", "$(id)",
    "x\nLD_PRELOAD=/x.so", "-", "--all", "&lt;", "]]>", "</key>",
]
NUMBERS = [
    "0", "-0", "-0.0", "0.0", "1", "-1", "1e308", "1.7976931348623157e308", "2.2250738585072014e-308",
    "0.1", "1e15", "9007199254740993", "1e16", "123456789012345678901234567890", "1E-7", "-1.5",
    "3.0000000000000004", "1e22", "0e999", "9.5e18", "-9223372036854775808", "100", "16777217",
    "0.30000000000000004", "0.000", "5e-1",
]
DATES = [
    "2001-01-01T00:00:00Z", "0000-01-01T00:00:00Z", "0001-01-01T00:00:00Z", "2024-02-29T12:00:00.5Z",
    "9999-12-31T23:59:59.999999999Z", "1582-10-10T00:00:00Z", "1969-12-31T23:59:59.1Z",
    "2001-01-01T00:00:00.0Z", "2000-12-31T23:59:59.9999Z", "0004-02-29T00:00:00Z",
    "2016-01-01T00:00:00.1Z", "1900-02-28T23:59:59Z", "2000-02-29T00:00:00Z",
]
ADDRESSES = [
    "https://example.org/a?b=%20c", "a", "file:///tmp/x", "mailto:a@b", "http://[::1]:80/", "?", "#",
    "http://a/[b]", "//", "http://h:99999999/", "http:", "a#b#c", "[", "http://[", "http://a:b:c/",
    "#[", "a,b", "b", "%41", "HTTP://EX.org", "http://user:p@h/", "*",
]
DECIMALS = [
    "0", "-0", "1", "1.0", "1.50", "12345678901234567890123456789012345678", "1e80", "1e-80", "1E+5",
    "0." + "0" * 37 + "1", "99999999999999999999999999999999999999e80", "-1.5e3", "10", "1e1", "0.1",
    "0e5", "0.1" + "0" * 37, "1.1e-80", "0." + "0" * 60 + "1e-80", "0." + "0" * 130 + "1",
    "0." + "0" * 127 + "1", "0." + "0" * 128,
]
DURATIONS = [
    "0", "-0", "1.5", "-0.5", "9223372036854775807", "-9223372036854775807.999999999999999999",
    "0.000000000000000001", "-0.000000000000000001", "1", "1.0",
    "9223372036854775807.999999999999999999",
]
# Texts for durations, with their seconds.
DURATION_TEXTS = {
    "1h30m": "5400", "250ms": "0.25", "-1d": "-86400", "PT1M0.5S": "60.5", "P1DT12H": "129600", "90": "90",
    "1us2µs3ns": "0.000003003", "1d2h3m4s": "93784", "-0.5s": "-0.5",
}
DURATIONS += [f'"{text}"' for text in DURATION_TEXTS]
IDENTIFIERS = [
    "6ba7b810-9dad-11d1-80b4-00c04fd430c8", "00000000-0000-0000-0000-000000000000",
    "6BA7B810-9DAD-11D1-80B4-00C04FD430C8", "ffffffff-ffff-ffff-ffff-ffffffffffff",
]


class Value(typing.NamedTuple):
    """A value of some type."""

    json: str
    swift: str
    # Its component of a family's storage string, before it is escaped.
    component: str = ""
    # Whether it is of its type at all.
    fits: bool = True


@dataclasses.dataclass
class ValueType:
    """A type, and what schemas may do with it."""

    spelling: str
    # Makes a random value.
    value: typing.Callable[[], Value]
    swift: str
    kind: str = "scalar"
    is_hashable: bool = True
    is_dictionary_key: bool = False
    is_parameter: bool = False
    # Whether it may be the default of a struct's field.
    has_literal: bool = True


def quoted(text, random=None):
    """A JSON string; with a random source, in one of two ways."""
    return json.dumps(text, ensure_ascii=random is None or random.random() < 0.5)


def escaped(component):
    """A component of a storage string."""
    return component.replace("%", "%25").replace(":", "%3A")


def hexadecimal(text):
    return '"' + text.encode().hex() + '"'


def swift_text(text):
    """A call of a function of Swift/Checking.swift: no escape of Swift is needed."""
    return f"text({hexadecimal(text)})"


def swift_date(text):
    """A date by the proleptic Gregorian calendar, counted from 2001."""
    year, month, day = int(text[0:4]), int(text[5:7]), int(text[8:10])
    # Years begin in March, so that a leap day is the last of its year.
    year, month = (year, month - 3) if month > 2 else (year - 1, month + 9)
    days = 365 * year + year // 4 - year // 100 + year // 400 + (153 * month + 2) // 5 + day - 1
    # The days from that year 0 to 2001-01-01.
    seconds = (days - 730_791) * 86_400
    seconds += int(text[11:13]) * 3_600 + int(text[14:16]) * 60 + int(text[17:19])
    fraction = float("0" + text[19:-1]) if len(text) > 20 else 0.0
    return f"Date(timeIntervalSinceReferenceDate: {float(seconds)!r} + {fraction!r})"


def swift_duration(text):
    text = DURATION_TEXTS.get(text.strip('"'), text)
    sign = "-" if text.startswith("-") else ""
    seconds, _, fraction = text.lstrip("-").partition(".")
    attoseconds = int(fraction.ljust(18, "0"))
    return f"Duration(secondsComponent: {sign}{seconds}, attosecondsComponent: {sign}{attoseconds})"


def swift_list(values, element):
    return f"([{', '.join(value.swift for value in values)}] as [{element.swift}])"


def integer(random, name):
    least, greatest = INTEGERS[name]

    def value():
        ends = [least, greatest, least + 1, greatest - 1]
        # Now and then one that does not fit: the schema must be refused.
        beyond = [least - 1, greatest + 1] if random.random() < 0.05 else []
        inside = [0, 1, random.randint(least, greatest), random.randint(0, 9)]
        number = random.choice(ends + inside + beyond)
        fits = least <= number <= greatest
        return Value(f"{number}", f"({number} as {name})", f"{number}", fits)

    return ValueType(name, value, name, is_dictionary_key=True, is_parameter=True)


def real(random, name):
    def value():
        number = random.choice(NUMBERS) if random.random() < 0.8 else repr(random.uniform(-1e6, 1e6))
        return Value(number, f'{name}("{number}")!')

    return ValueType(name, value, name)


def scalars(random):
    """All scalar types."""

    def number(pool, swift):
        def value():
            text = random.choice(pool)
            return Value(text, swift(text))

        return value

    def string(pool, swift, component=str):
        def value():
            text = random.choice(pool)
            return Value(quoted(text, random), swift(text), component(text))

        return value

    def boolean():
        word = random.choice(["true", "false"])
        return Value(word, word, word)

    def data():
        content = bytes(random.randrange(256) for _ in range(random.choice([0, 1, 2, 3, 50, 300])))
        return Value(quoted(base64.b64encode(content).decode()), f'Data(bytes("{content.hex()}"))')

    types = [integer(random, name) for name in INTEGERS]
    types += [real(random, name) for name in REALS]
    types += [
        ValueType("Bool", boolean, "Bool", is_parameter=True),
        ValueType(
            "String", string(TEXTS, swift_text), "String", is_dictionary_key=True, is_parameter=True
        ),
        ValueType("Date", string(DATES, swift_date), "Date", has_literal=False),
        ValueType("Data", data, "Data", has_literal=False),
        ValueType(
            "Decimal", number(DECIMALS, lambda text: f'Decimal(string: "{text}")!'), "Decimal",
            has_literal=False,
        ),
        ValueType(
            "URL", string(ADDRESSES, lambda text: f"URL(string: {swift_text(text)})!"), "URL",
            has_literal=False,
        ),
        ValueType(
            "UUID", string(IDENTIFIERS, lambda text: f'UUID(uuidString: "{text}")!', str.upper), "UUID",
            is_parameter=True, has_literal=False,
        ),
        ValueType("Duration", number(DURATIONS, swift_duration), "Duration", has_literal=False),
    ]
    return types


def distinct(values):
    """The values without those that are spelled like an earlier one."""
    return list({value.swift: value for value in values}.values())


def array(random, element):
    def value():
        values = [element.value() for _ in range(random.choice([0, 0, 1, 2, 3, 8]))]
        return Value(f"[{', '.join(value.json for value in values)}]", swift_list(values, element))

    spelling = random.choice(["[{}]", "[ {} ]"]).format(element.spelling)
    return ValueType(
        spelling, value, f"[{element.swift}]", "array", element.is_hashable,
        has_literal=element.has_literal,
    )


def set_of(random, element):
    def value():
        values = [element.value() for _ in range(random.choice([0, 1, 2, 3, 5]))]
        if random.random() < 0.7:
            values = distinct(values)
        swift = f"Set<{element.swift}>({swift_list(values, element)})"
        return Value(f"[{', '.join(value.json for value in values)}]", swift)

    spelling = f"Set<{element.spelling}>"
    return ValueType(
        spelling, value, f"Set<{element.swift}>", "set", has_literal=element.has_literal
    )


def dictionary(random, key, element):
    def value():
        keys = distinct(key.value() for _ in range(random.choice([0, 1, 2, 4])))
        pairs = [(key, element.value()) for key in keys]
        members = [
            (key.json if key.json.startswith('"') else f'"{key.json}"') + f": {value.json}"
            for key, value in pairs
        ]
        swift = ", ".join(f"({key.swift}, {value.swift})" for key, value in pairs)
        return Value(
            "{" + ", ".join(members) + "}",
            f"[{key_type}: {element.swift}](uniqueKeysWithValues: "
            f"[{swift}] as [({key_type}, {element.swift})])",
        )

    key_type = key.swift
    spelling = random.choice(["[{}: {}]", "[ {}: {} ]"]).format(key.spelling, element.spelling)
    return ValueType(
        spelling, value, f"[{key_type}: {element.swift}]", "dictionary", element.is_hashable,
        has_literal=key.has_literal and element.has_literal,
    )
