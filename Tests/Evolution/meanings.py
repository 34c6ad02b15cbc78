"""Pairs of edits of one schema: what builds without an error reads each value under the name it had.

Each case is a namespace with an enum, a struct, single keys and a family, in two or three versions between
which edits were made; every pair of edits, in one step and in two with a release between them. The programs of
all versions are built; the first writes, the last one reads, also where a user skips the release between.

The oracle knows names alone. A case, field, key or parameter of one version is, in the next one, the one that a
declaration says it is; else the one of the same name; else the one over its bytes, if that has a name which is
new and the old name is gone. Whatever else its bytes are read as is wrong.
"""

import copy
import itertools
import plistlib
import random

from programs import Version, clear

GONE = "gone"


def bare():
    """The first version of a case, whose namespace is `w`."""
    return {
        "id": "w", "formerNames": [], "reserved": [],
        "types": {
            "E": {"enum": {"a": 0, "b": 1, "c": 2}, "formerCases": {}, "reserved": []},
            "N": {"enum": {"k": "k", "l": "l", "m": "m"}, "formerCases": {"j": "k"}, "reserved": []},
            "S": {"struct": {
                "x": {"type": "Int"}, "y": {"type": "Int?"}, "z": {"type": "Int", "default": 3}}, "reserved": []},
            "T": {"struct": {"d": {"type": "[N: Int]"}}},
        },
        "keys": {
            "e": {"type": "E?"}, "n": {"type": "N?"}, "s": {"type": "S?"}, "i": {"type": "Int?"},
            "o": {"type": "Int?"}, "d": {"type": "[N: Int]", "default": {}},
            "l": {"type": "[Int]", "default": []}, "t": {"type": "T?"},
            "f": {"type": "Int?", "parameters": {"p": "Int", "q": "Int"}},
            "g": {"type": "Int?", "parameters": {"n": "N"}},
        },
    }


# Edits: functions that change a version; each may find nothing to change, and then says so by `False`.

def swap(table, one, other):
    """Exchanges the names of two members and keeps the order of their values."""
    items = [({one: other, other: one}.get(name, name), value) for name, value in table.items()]
    table.clear()
    table.update(items)


def renamed(table, old, new):
    if old not in table:
        return False
    items = [(new if name == old else name, value) for name, value in table.items()]
    table.clear()
    table.update(items)


def key_renamed(version, old, new, *declared):
    words = version["keys"].get(old)
    if words is None or new in version["keys"]:
        return False
    former = [string(version, old)] + words.get("formerKeys", [])
    renamed(version["keys"], old, new)
    words.pop("id", None)
    if declared:
        words["formerKeys"] = former


def on(type, *path):
    """An edit of the cases or fields of a type."""
    def wrap(function):
        def edit(version):
            return function(version["types"][type], version["types"][type][path[0]])
        edit.__name__ = function.__name__
        return edit
    return wrap


def enum_edits(type, integers):
    first, second, third = list(bare()["types"][type]["enum"])
    def raw(text, number):
        return number if integers else text

    def former(words, name):
        old = words["enum"].get(name)
        if old is None:
            return False
        words["formerCases"] = words["formerCases"] | {str(old): "new"}
        renamed(words["enum"], name, "new")
        words["enum"]["new"] = raw("new", 9)

    def shifted(words, cases):
        values = list(cases.values())
        items = [("auto", values[0])] + list(zip(cases, values[1:] + [raw("last", 8)]))
        words["enum"] = dict(items)

    def dropped(words, cases):
        if not words["formerCases"]:
            return False
        words["formerCases"] = {}

    def pointed(words, cases):
        if not words["formerCases"]:
            return False
        words["formerCases"] = {raw: third if third in cases else second for raw in words["formerCases"]}

    def reserved(words, cases):
        words["reserved"] = words["reserved"] + [cases.pop(second)] if second in cases else words["reserved"]

    def retaken(words, cases):
        """A new case with a raw value that was given up."""
        raw = bare()["types"][type]["enum"][second]
        if second in cases or raw in cases.values():
            return False
        words["reserved"] = [other for other in words["reserved"] if other != raw]
        cases["retaken"] = raw

    edits = {
        "shifted": shifted, "case of a reserved raw value": retaken, "raws exchanged": lambda w, c: swap(c, first, second),
        "case removed": lambda w, c: c.pop(second, False), "case reserved": reserved,
        "case renamed": lambda w, c: renamed(c, second, "other"),
        "case renamed with its raw value": lambda w, c: renamed(c, second, "fresh") is not False
            and c.update(fresh=raw("fresh", 7)),
        "case renamed, former case": lambda w, c: former(w, second),
        "last case renamed, former case": lambda w, c: former(w, third),
        "raw value changed": lambda w, c: second in c and c.update({second: raw("raw", 6)}),
        "case added": lambda w, c: c.update(added=raw("added", 5)),
        "case of a retired raw value": lambda w, c: (
            c.pop(third, None), c.update(again=bare()["types"][type]["enum"][third])),
        "former cases dropped": dropped, "former cases pointed elsewhere": pointed,
        "unknown kept": lambda w, c: w.update(unknown="keep"),
    }
    return {f"{type}: {name}": wrap_type(type, "enum", edit) for name, edit in edits.items()}


def wrap_type(type, kind, edit):
    return lambda version: edit(version["types"][type], version["types"][type][kind])


def field_edits():
    def former(words, fields, old, new):
        if old not in fields:
            return False
        names = [old] + fields[old].get("formerNames", [])
        renamed(fields, old, new)
        fields[new]["formerNames"] = names

    def later(words, fields):
        if former(words, fields, "x", "wide") is False:
            return False
        fields["wide"]["moves"] = "later"

    def with_default(fields, old, new):
        if renamed(fields, old, new) is False:
            return False
        fields[new] = {"type": "Int", "default": 8}

    edits = {
        "field renamed": lambda w, f: renamed(f, "x", "wide"),
        "optional field renamed": lambda w, f: renamed(f, "y", "high"),
        "field renamed, with a default": lambda w, f: with_default(f, "x", "wide"),
        "another field renamed, with a default": lambda w, f: with_default(f, "z", "deep"),
        "field renamed, former name": lambda w, f: former(w, f, "x", "wide"),
        "field renamed again, former name": lambda w, f: former(w, f, "wide", "wider"),
        "field renamed, moves later": later,
        "fields move at last": lambda w, f: any([v.pop("moves", None) for v in f.values()]),
        "former names dropped": lambda w, f: [v.pop(word, None) for v in f.values() for word in ("formerNames", "moves")],
        "field removed": lambda w, f: f.pop("y", False),
        "field reserved": lambda w, f: f.pop("y", None) and w["reserved"].append("y"),
        "field exchanged": lambda w, f: swap(f, "x", "y"),
        "field of a removed name": lambda w, f: "y" not in f and f.update(y={"type": "Int", "default": 5}),
        "field added": lambda w, f: f.update(more={"type": "Int", "default": 4}),
        "optional field added": lambda w, f: f.update(maybe={"type": "Int?"}),
        "field demanded": lambda w, f: f.update(must={"type": "Int"}),
        "optional field made required": lambda w, f: "y" in f and f.update(y={"type": "Int"}),
        "default of a field dropped": lambda w, f: "z" in f and f["z"].pop("default", None),
        "field retyped": lambda w, f: "x" in f and f["x"].update(type="String"),
        "field made optional": lambda w, f: "x" in f and f["x"].update(type="Int?"),
        "default of a field changed": lambda w, f: "z" in f and "default" in f["z"] and f["z"].update(default=4),
    }
    return {f"S: {name}": wrap_type("S", "struct", edit) for name, edit in edits.items()}


def key_edits():
    def exchanged(version, word):
        keys = version["keys"]
        if "i" not in keys or "o" not in keys:
            return False
        one, other = string(version, "i"), string(version, "o")
        keys["i"]["storageString"], keys["o"]["storageString"] = other, one

    def names(version):
        if {"i", "o"} <= set(version["keys"]):
            one, other = string(version, "i"), string(version, "o")
            swap(version["keys"], "i", "o")
            version["keys"]["o"]["storageString"], version["keys"]["i"]["storageString"] = one, other
        else:
            return False

    def pinned(version):
        if "i" not in version["keys"]:
            return False
        own = string(version, "i")
        renamed(version["keys"], "i", "called")
        version["keys"]["called"]["storageString"] = own

    def moved(version, *declared):
        if version["id"] == "v":
            return False
        if declared:
            version["formerNames"] = [version["id"]] + version["formerNames"]
        version["id"] = "v" if version["id"] == "u" else "u"

    def later(version, old, new):
        if key_renamed(version, old, new, True) is False:
            return False
        version["keys"][new]["moves"] = "later"

    def moved_later(version):
        if moved(version, True) is False:
            return False
        version["moves"] = "later"

    def at_last(version):
        return any([words.pop("moves", None) for words in [version, *version["keys"].values()]])

    def limited(version):
        if key_renamed(version, "l", "list", True) is False:
            return False
        version["keys"]["list"]["processing"] = [{"limit": 1}]

    def parameters(version, new):
        version["keys"]["f"]["parameters"] = new

    def retired(version, name):
        if version["keys"].pop(name, None):
            version["reserved"] = version["reserved"] + [name]

    def stolen(version):
        """A new key that takes over the string of another one, whose name stays."""
        if "i" not in version["keys"] or "thief" in version["keys"]:
            return False
        own = string(version, "i")
        version["keys"]["i"]["id"] = "i2"
        version["keys"]["thief"] = {"type": "Int?", "formerKeys": [own]}

    def number(version, **words):
        """Gives words to the number, whatever its key is called."""
        name = next((name for name in ("i", "size", "length", "called") if name in version["keys"]), None)
        if name is None:
            return False
        version["keys"][name].update(words)

    def only_if(word, version, **words):
        return any(word in key for key in version["keys"].values()) and number(version, **words)

    def again(version, isKept):
        words = version["keys"].get("l", {})
        if "defaultSince" not in words:
            return False
        since = {"release": "3", "before": words["default"]}
        words.update(default=[6], defaultSince=[since, *listed(words)] if isKept else since)

    return {
        "range narrowed": lambda v: number(v, range=[0, 9]),
        "range narrowed, its end counts": lambda v: number(v, range=[0, 9], onRead="clamp"),
        "range narrowed, the default counts": lambda v: number(v, range=[0, 9], onRead="default"),
        "range beyond 2^53, its end counts": lambda v: number(v, range=[0, 2**53 + 1], onRead="clamp"),
        "range up to 2^53, its end counts": lambda v: number(v, range=[0, 2**53], onRead="clamp"),
        "refused values count again": lambda v: any([w.pop("onRead", None) for w in v["keys"].values()]),
        "greatest age": lambda v: number(v, maxAge=30),
        "greatest age changed": lambda v: only_if("maxAge", v, maxAge={"seconds": 5, "then": "keep"}),
        "unit": lambda v: number(v, unit="s"), "another unit": lambda v: only_if("unit", v, unit="ms"),
        "default changed": lambda v: "l" in v["keys"] and v["keys"]["l"].update(default=[5]),
        "default changed for new users": lambda v: "l" in v["keys"] and v["keys"]["l"].update(
            default=[5], defaultSince={"release": "2", "before": v["keys"]["l"]["default"]}),
        "default changed again for new users": lambda v: again(v, True),
        "default changed again, and the earlier one dropped": lambda v: again(v, False),
        "key renamed": lambda v: key_renamed(v, "i", "size"),
        "key renamed, former key": lambda v: key_renamed(v, "i", "size", True),
        "key renamed again, former key": lambda v: key_renamed(v, "size", "length", True),
        "key renamed, moves later": lambda v: later(v, "i", "size"),
        "family renamed, moves later": lambda v: later(v, "f", "families"),
        "namespace moved, moves later": moved_later, "keys move at last": at_last,
        "list renamed with a limit, former key": limited,
        "former keys dropped": lambda v: [
            w.pop(word, None) for w in v["keys"].values() for word in ("formerKeys", "moves")],
        "another key renamed, former key": lambda v: key_renamed(v, "o", "other", True),
        "key of an enum renamed, former key": lambda v: key_renamed(v, "e", "which", True),
        "key of a struct renamed, former key": lambda v: key_renamed(v, "s", "box", True),
        "family renamed, former key": lambda v: key_renamed(v, "f", "families", True),
        "family of an enum renamed, former key": lambda v: key_renamed(v, "g", "kinds", True),
        "key named in Swift alone": pinned, "strings exchanged": lambda v: exchanged(v, "i"),
        "Swift names exchanged": names, "string taken over": stolen,
        "key removed": lambda v: v["keys"].pop("o", False),
        "first key removed": lambda v: v["keys"].pop("i", False), "key reserved": lambda v: retired(v, "o"),
        "key of a removed name": lambda v: "o" not in v["keys"] and v["keys"].update(o={"type": "Int?"}),
        "key retyped": lambda v: "i" in v["keys"] and v["keys"]["i"].update(type="String?"),
        "key widened": lambda v: "i" in v["keys"] and v["keys"]["i"].update(type="Double?", range=[0, 9]),
        "key of a cache": lambda v: "i" in v["keys"] and v["keys"]["i"].update(ttl=60),
        "namespace moved": lambda v: moved(v), "namespace moved, former name": lambda v: moved(v, True),
        "parameters exchanged": lambda v: "f" in v["keys"] and parameters(v, {"q": "Int", "p": "Int"}),
        "parameter renamed": lambda v: "f" in v["keys"] and parameters(v, {"p": "Int", "r": "Int"}),
        "parameter added": lambda v: "f" in v["keys"]
            and parameters(v, {"p": "Int", "q": "Int", "r": "Int"}),
    }


EDITS = enum_edits("E", True) | enum_edits("N", False) | field_edits() | key_edits()

# Errors without a loss that a value here shows, each with its reason.
CAUTIOUS = {
    # The old value comes back under the name that it had, but years later.
    "id-reused",
    # A later thing could meet it.
    "reservation-removed",
    # Of a family with one more parameter, the old names are read by nothing.
    "parameters-changed",
}


# Names

def prefix(version):
    return version["id"]


def string(version, name):
    words = version["keys"][name]
    return words.get("storageString") or f"{prefix(version)}:{words.get('id', name)}"


def formers(version, name):
    words = version["keys"][name]
    own = words.get("id", name)
    inherited = [] if "storageString" in words else [f"{space}:{own}" for space in version["formerNames"]]
    return words.get("formerKeys", []) + inherited


def successor(name, bytes, old, new, declared, spelled, reserved):
    """The name in a new version; `GONE` for one that was given up; None for one that nothing has.

    `old` and `new` are the names of both versions, `declared` says of bytes which name has them as former
    ones, `spelled` which name is written over them.
    """
    if bytes in declared:
        return declared[bytes]
    if name in new:
        return name
    if bytes in spelled and spelled[bytes] not in old:
        return spelled[bytes]
    return GONE if bytes in reserved else None


def key_successor(old, new, name):
    spelled = {string(new, key): key for key in new["keys"]}
    declared = {former: key for key in new["keys"] for former in formers(new, key)}
    reserved = {f"{space}:{id}" for id in new["reserved"] for space in [prefix(new), *new["formerNames"]]}
    return successor(name, string(old, name), old["keys"], new["keys"], declared, spelled, reserved)


def case_successor(old, new, name):
    raw = old["enum"][name]
    declared = {former: case for former, case in new["formerCases"].items()}
    declared = {former: declared[str(former)] for former in [raw] if str(former) in declared}
    spelled = {own: case for case, own in new["enum"].items()}
    return successor(name, raw, old["enum"], new["enum"], declared, spelled, new["reserved"])


def field_successor(old, new, name):
    fields = new["struct"]
    declared = {former: field for field in fields for former in fields[field].get("formerNames", [])}
    return successor(name, name, old["struct"], fields, declared, {}, new["reserved"])


def follow(versions, find, name):
    for old, new in zip(versions, versions[1:]):
        name = find(old, new, name)
        if name in (None, GONE):
            return name
    return name


# Values, as trees of names.

def within(words, value):
    low, high = words.get("range", [value, value])
    return low <= value <= high


def counting(words, value):
    """The value that counts for a stored one, as `onRead` says."""
    if "onRead" not in words or isinstance(value, tuple | list | str) or within(words, value):
        return value
    return None if words["onRead"] == "default" else min(max(value, words["range"][0]), words["range"][1])


def values(version, words):
    """Values of a key, as a program of a version stores them."""
    match words["type"].rstrip("?"):
        case "E" | "N" as name: return [("case", name, case) for case in version["types"][name]["enum"]]
        case "S":
            fields = version["types"]["S"]["struct"]
            def some(start, names):
                return ("struct", {
                    name: f"t{start}" if fields[name]["type"] == "String" else start + place
                    for place, name in enumerate(names)})
            # What is absent was stored before the field came, or is nil.
            needed = [name for name, words in fields.items() if not words["type"].endswith("?")]
            must = [name for name in needed if "default" not in fields[name]]
            return [some(11, fields), some(21, needed), some(31, must)]
        case "[Int]": return [[1, 2, 3], [2]]
        case "[N: Int]" | "T" as type:
            kind, names = "held" if type == "T" else "pairs", list(version["types"]["N"]["enum"])
            return [(kind, {name: place for place, name in enumerate(names[:2])}), (kind, {names[-1]: 9})]
        case "String": return ["text"]
        case "Double": return [7.0]
        # The first integer that a `Double` does not have.
        case _: return [value for value in (7, 2**53 + 1) if within(words, value)]


def stored(version, value):
    match value:
        case ("case", type, name): return version["types"][type]["enum"][name]
        case ("struct", members): return members
        case ("pairs", pairs): return {str(version["types"]["N"]["enum"][name]): v for name, v in pairs.items()}
        case ("held", pairs): return {"d": stored(version, ("pairs", pairs))}
        case _: return value


def shown(version, type, found):
    """What a program of a version shows, in names."""
    def case(name, raw):
        return next((c for c, own in version["types"][name]["enum"].items() if own == raw), f"unknown {raw}")
    if found is None:
        return None
    match type.rstrip("?"):
        case "E" | "N" as name: return ("case", name, case(name, found))
        case "S":
            # A field that moves later is written under its newest former name.
            names = {words["formerNames"][0]: field for field, words in version["types"]["S"]["struct"].items()
                     if "moves" in words}
            return ("struct", {names.get(name, name): value for name, value in found.items()})
        case "[N: Int]": return ("pairs", {case("N", raw): v for raw, v in found.items()})
        case "T": return ("held", {case("N", raw): v for raw, v in found["d"].items()})
        case _: return found


def wrong(value, found, versions, words):
    """Why what a key reads is not what was stored; nil if it is."""
    last = versions[-1]
    match value:
        case ("case", type, name):
            kinds = [version["types"][type] for version in versions]
            meant = follow(kinds, case_successor, name)
            # One that is kept without a case has no name.
            if meant in (None, GONE) and found is not None and str(found[2]).startswith("unknown"):
                return None
            if meant == GONE:
                return None if found is None else f"{name}, which is gone, reads {found}"
            return None if found == ("case", type, meant) else f"{name} reads {found}, not {meant}"
        case ("pairs" | "held", pairs):
            parts = [wrong(("case", "N", name), ("case", "N", None) if found is None else next(
                (("case", "N", n) for n, v in found[1].items() if v == number), None), versions, words)
                for name, number in pairs.items()]
            return next((part for part in parts if part), None)
        case ("struct", members):
            if found is None:
                return f"{members} is not read"
            fields = versions[0]["types"]["S"]["struct"]
            return next(filter(None, (wrong_member(n, members, found[1], versions) for n in fields)), None)
        case _:
            return None if found in (value, counting(words, value)) else f"{value} reads {found}"


def shifted(value, found, versions, words):
    """Why a value that is read counts as another one, which nobody chose; nil if it does not."""
    match value:
        case ("struct", members) if found is not None:
            fields = versions[0]["types"]["S"]["struct"]
            return next(filter(None, (absent_member(n, members, found[1], versions) for n in fields)), None)
        case tuple(): return None
        case _: return f"{value} counts as {found}" if found != value else None


def absent_member(name, members, found, versions):
    """Why the absence of a field means something else."""
    meant, words = name, versions[0]["types"]["S"]["struct"][name]
    for old, new in itertools.pairwise(version["types"]["S"] for version in versions):
        meant = field_successor(old, new, meant)
        if meant in (None, GONE):
            return None
    default = words.get("default")
    return None if name in members or found.get(meant) == default else (
        f"{name}, which is absent, reads {found.get(meant)}, not {default}")


def listed(words):
    """The defaults that users of earlier releases keep."""
    since = words.get("defaultSince", [])
    return since if isinstance(since, list) else [since]


def reinterpreted(name, old, new):
    """Why what a key holds, or its absence, means something else by the words of its schema."""
    successor = key_successor(old, new, name)
    if successor in (None, GONE):
        return None
    was, now = old["keys"][name], new["keys"][successor]
    if "unit" in was and was["unit"] != now.get("unit"):
        return f"{name} is in {now.get('unit')}, not in {was['unit']}"
    dropped = [since for since in listed(was) if since not in listed(now)]
    if dropped:
        return f"{name} is no longer {dropped[0]['before']} for users before {dropped[0]['release']}"
    isKept = {"before": was.get("default")}.items() <= (listed(now) or [{}])[0].items() and not (
        listed(was) == listed(now))
    if "default" in was and "default" in now and was["default"] != now["default"] and not isKept:
        return f"{name} has the default {now['default']}, not {was['default']}"
    return None


def wrong_member(name, members, found, versions):
    original = name
    kinds = [version["types"]["S"] for version in versions]
    for old, new in zip(kinds, kinds[1:]):
        successor = field_successor(old, new, name)
        if successor is None:
            # A field that is removed alone stays in the value.
            is_extended = set(new["struct"]) - set(old["struct"])
            return f"{original} is gone in {found}" if is_extended and original in members else None
        if successor == GONE:
            return None
        name = successor
    if original not in members or found.get(name) == members[original]:
        return None
    return f"{original} reads {found.get(name)} in {found}"


class Case:
    """Versions of one namespace, of which all but the last are released."""

    def __init__(self, number, edits, is_stepwise):
        self.number, self.edits = number, edits
        self.name = f"w{number}"
        self.versions = [bare()]
        version = copy.deepcopy(self.versions[0])
        self.is_real = True
        for edit in edits:
            if EDITS[edit](version) is False:
                self.is_real = False
            if is_stepwise:
                self.versions.append(copy.deepcopy(version))
        if not is_stepwise:
            self.versions.append(version)

    def __str__(self):
        return f"{', then '.join(self.edits) if len(self.versions) > 2 else ' with '.join(self.edits)}"

    def version(self, number):
        """A version; the last but one, which is released, stands for one that the case does not have."""
        return self.versions[number if number < len(self.versions) - 1 else 0 if number > 0 else number]

    def spelled(self, text):
        """A storage string of this case's own."""
        for space in ("w", "u", "v"):
            if text.startswith(space + ":"):
                return f"{space}{self.number}{text[1:]}"
        return text

    def schema(self, number):
        version = self.version(number)
        def words(words):
            words = {name: value for name, value in words.items() if value not in ([], {})
                     or name in ("default", "enum", "struct")}
            for name in ("formerKeys",):
                if name in words:
                    words[name] = [self.spelled(text) for text in words[name]]
            if "storageString" in words:
                words["storageString"] = self.spelled(words["storageString"])
            return words
        space = {"id": f"{version['id']}{self.number}", "keys": {n: words(w) for n, w in version["keys"].items()},
                 "types": {n: words(w) for n, w in version["types"].items()}}
        if "moves" in version:
            space["moves"] = version["moves"]
        if version["formerNames"]:
            space["formerNames"] = [f"{name}{self.number}" for name in version["formerNames"]]
        if version["reserved"]:
            space["reserved"] = version["reserved"]
        return space

    def names(self, name):
        """The names of a key in all versions, as far as it has one."""
        names = [name]
        for old, new in zip(self.versions, self.versions[1:]):
            name = key_successor(old, new, names[-1]) if names[-1] in old["keys"] else None
            names.append(name)
        return [name for name in names[:-1] if name not in (None, GONE)] + [names[-1]]

    # What is stored and what is read: by the name of a key and its arguments.

    def arguments(self, version, name):
        """Arguments of a family, by parameter, each with the component of its storage string."""
        parameters = version["keys"][name].get("parameters", {})
        if not parameters:
            return [()]
        pools = [[(n, str(i), i) for i in (1, 2)] if type == "Int" else [
            (n, f".`{case}`", raw) for case, raw in version["types"][type]["enum"].items()]
            for n, type in parameters.items()]
        return list(itertools.product(*pools))

    def members(self, number):
        """Each key of a version: its name, its arguments by name, its storage string, its Swift."""
        version = self.version(number)
        for name in version["keys"]:
            for arguments in self.arguments(version, name):
                components = "".join(f":{component}" for _, _, component in arguments)
                swift = ", ".join(f"{label}: {text}" for label, text, _ in arguments)
                yield (
                    name, frozenset((label, text) for label, text, _ in arguments),
                    self.spelled(string(version, name)) + components,
                    f"{self.name.capitalize()}.{name}" + (f"({swift})" if swift else ""))

    def numbers(self, number):
        """The members that are optional integers, which any two versions write alike."""
        keys = self.version(number)["keys"]
        return [member for member in self.members(number) if keys[member[0]]["type"] == "Int?"]

    def absent(self, number):
        """Structs from before their fields with defaults came, as `former` gives them."""
        fields = self.version(number)["types"]["S"]["struct"]
        members = {
            field: "t" if words["type"] == "String" else place for place, (field, words) in enumerate(fields.items())
            if "default" not in words}
        for name, arguments, storage, _ in self.members(number):
            if self.version(number)["keys"][name]["type"] == "S?":
                yield name, arguments, storage, members, ("struct", members)

    def doubled(self, number):
        """Dictionaries with a former and a present spelling of a key, likewise: the present one counts."""
        types = self.version(number)["types"]
        for name, arguments, storage, _ in self.members(number):
            kind = {"[N: Int]": "pairs", "T?": "held"}.get(self.version(number)["keys"][name]["type"])
            for raw, case in list(types["N"]["formerCases"].items())[:1] if kind else []:
                if case in types["N"]["enum"]:
                    pairs = {raw: 5, types["N"]["enum"][case]: 6}
                    yield name, arguments, storage, {"d": pairs} if kind == "held" else pairs, (kind, {case: 6})

    def former(self, number):
        """What a program of a version reads and does not write: a key, its arguments, the bytes and the value."""
        version = self.version(number)
        for name, arguments, storage, _ in self.members(number):
            match version["keys"][name]["type"].rstrip("?"):
                case "E" | "N" as type:
                    for raw, case in list(version["types"][type]["formerCases"].items())[:1]:
                        form = int(raw) if raw.isdigit() else raw
                        yield name, arguments, storage, form, ("case", type, case)
                case "S":
                    fields = version["types"]["S"]["struct"]
                    names = {field: words.get("formerNames", [field])[0] for field, words in fields.items()}
                    if any(field != former for field, former in names.items()):
                        members = {
                            field: "t" if words["type"] == "String" else place
                            for place, (field, words) in enumerate(fields.items())}
                        yield name, arguments, storage, {names[f]: v for f, v in members.items()}, ("struct", members)
                case "[N: Int]" | "T" as type:
                    for raw, case in list(version["types"]["N"]["formerCases"].items())[:1]:
                        yield name, arguments, storage, {"d": {raw: 5}} if type == "T" else {raw: 5}, (
                            "held" if type == "T" else "pairs", {case: 5})
                case "Int" if formers(version, name):
                    components = storage.removeprefix(self.spelled(string(version, name)))
                    yield name, arguments, self.spelled(formers(version, name)[0]) + components, 7, 7

    def meant(self, name, arguments, versions):
        """The name and the arguments in the last version."""
        key = follow(versions, key_successor, name)
        if key in (None, GONE):
            return key
        result = []
        for label, text in arguments:
            last, was = versions[-1]["keys"][key].get("parameters", {}), versions[0]["keys"][name]["parameters"]
            if text.startswith(".`"):
                kinds = [version["types"]["N"] for version in versions]
                case = follow(kinds, case_successor, text[2:-1])
                if case in (None, GONE):
                    return case
                result.append((list(last)[0], f".`{case}`"))
            elif label in last:
                result.append((label, text))
            else:
                place = list(was).index(label)
                result.append((list(last)[place], text))
        return key, frozenset(result)


class Meanings:
    """Cases in one pair of programs: of the first versions and of the last ones."""

    def __init__(self, number, cases, toolchain):
        self.folder = toolchain.folder
        self.cases = self.valid(cases, -1, toolchain)
        stepwise = [case for case in self.cases if len(case.versions) > 2]
        released = self.released(stepwise, toolchain)
        for case in stepwise:
            # A release with an error is none.
            if case not in released:
                del case.versions[1]
        self.forget()
        self.stepwise = [case for case in self.cases if len(case.versions) > 2]
        self.programs = [
            self.program(f"Meaning{number}{name}", turn, cases)
            for name, turn, cases in [("Old", 0, self.cases), ("Mid", 1, self.stepwise), ("New", -1, self.cases)]
        ]

    def forget(self):
        """Has the programs read again at the next check."""
        self.lost, self.shifted, self.changes = None, {}, []
        self.unfound = {0: None, 1: None}

    def valid(self, cases, turn, toolchain):
        """The cases whose version has no error by itself, each with all its keys."""
        if not cases or toolchain.is_valid(self.schema(cases, turn)):
            return cases
        if len(cases) == 1:
            return []
        half = len(cases) // 2
        return self.valid(cases[:half], turn, toolchain) + self.valid(cases[half:], turn, toolchain)

    def released(self, cases, toolchain):
        """The cases whose second version loses nothing of the first."""
        cases = self.valid(cases, 1, toolchain)
        if not cases:
            return []
        changes = toolchain.changes([self.schema(cases, 0)], self.schema(cases, 1))
        wrong = {change["key"].split(":")[0].lstrip("wuv") for change in changes if change["level"] == "error"}
        return [case for case in cases if str(case.number) not in wrong]

    @staticmethod
    def schema(cases, turn):
        return {"version": 1, "namespaces": {case.name: case.schema(turn) for case in cases}}

    def program(self, module, turn, cases):
        swift = [swift for case in cases for *_, swift in case.members(turn)]
        return Version(module, self.folder, self.schema(cases, turn), swift)

    def check(self, toolchain):
        """For each key of each case: the kinds of errors, and why a value of it is read wrongly."""
        if self.lost is None:
            self.lost = {}
            for start in (0, 1):
                for turn in range(TURNS + 3):
                    for case, name, why, isLost in self.readings(toolchain, turn, start):
                        if isLost:
                            self.lost.setdefault((case.number, name), why)
                        else:
                            self.shifted.setdefault((case.number, name), why)
        lost = self.lost
        errors = self.errors(toolchain)
        for case in self.cases:
            for name in case.versions[0]["keys"]:
                names = case.names(name)
                kinds = set().union(*(
                    errors.get(case.spelled(string(version, name)), set())
                    for version, name in zip(case.versions, names[:-1])))
                whys = [lost[case.number, name] for name in names if (case.number, name) in lost]
                yield case, name, kinds, whys[0] if whys else None

    def errors(self, toolchain):
        """The kinds of errors about data, by the key of a release that they concern."""
        middle = self.schema(self.cases, 1)
        self.changes = toolchain.changes([self.schema(self.cases, 0), middle], self.schema(self.cases, -1))
        found = {}
        for change in self.changes:
            if change["level"] == "error" and "data" in change["consequences"]:
                found.setdefault(change["key"], set()).add(change["change"])
        return found

    def shifts(self):
        """After a check, for each key of the last release: the kinds of changes that the build tells people of,
        and why a value of it counts as another one."""
        told = {}
        for change in self.changes:
            if change["level"] in ("warning", "error"):
                told.setdefault(change["key"], set()).add(change["change"])
        for case in self.cases:
            release, today = case.versions[-2:]
            for name in release["keys"]:
                why = self.shifted.get((case.number, name)) or reinterpreted(name, release, today)
                yield case, name, told.get(case.spelled(string(release, name)), set()), why

    def beside(self, toolchain):
        """For each number, what the last release does not find of what today's program stores beside it: the
        kinds of errors where programs of both run, and why it is lost."""
        released = [self.schema(self.cases, 0), self.schema(self.cases, 1)]
        changes = toolchain.changes(
            released, self.schema(self.cases, -1), "--readers", "both", "--ended", "1")
        errors = {}
        for change in changes:
            if change["level"] == "error":
                errors.setdefault(change["key"], set()).add(change["change"])
        whole = [case for case in self.cases if case not in self.stepwise]
        for start, cases in ((0, whole), (1, self.stepwise)):
            if self.unfound[start] is None:
                self.unfound[start] = dict(self.sharing(toolchain, start, cases)) if cases else {}
            for (number, name), why in self.unfound[start].items():
                case = self.cases[number]
                strings = {case.spelled(string(version, name)) for version in case.versions[start:]
                           if name in version["keys"]}
                yield case, name, set().union(*(errors.get(own, set()) for own in strings)), why

    def sharing(self, toolchain, start, cases):
        """Has programs of two versions share a store: whether the older one finds what the newer one wrote."""
        lost = {}
        for is_filled in (False, True):
            store = self.folder / "shared.plist"
            clear(store)
            if is_filled:
                toolchain.write(self.programs[start], {
                    storage: 7 for case in cases for _, _, storage, _ in case.numbers(start)}, store)
            given = {storage: 8 for case in cases for _, _, storage, _ in case.numbers(-1)}
            toolchain.write(self.programs[-1], given, store)
            found = toolchain.read(self.programs[start], store)
            for case in cases:
                now = {(name, arguments) for name, arguments, _, _ in case.numbers(-1)}
                for name, arguments, storage, _ in case.numbers(start):
                    if case.meant(name, arguments, case.versions[start:]) in now:
                        read = found.get(f"value {storage}")
                        place = (self.cases.index(case), name)
                        lost[place] = lost.get(place) or (
                            None if read == 8 else f"the release reads {read} beside a program that stored 8")
        return lost

    def readings(self, toolchain, turn, start):
        """Stores values by the program of a version, and says what the last one reads wrongly."""
        store = self.folder / "meaning.plist"
        clear(store)
        given, planned = {}, []
        if turn >= TURNS:
            for case in self.stepwise if start else self.cases:
                read = [case.former, case.absent, case.doubled][turn - TURNS]
                for name, arguments, storage, form, value in read(start):
                    given[storage] = form
                    planned.append((case, storage, name, arguments, value))
        for case in self.stepwise if start else self.cases:
            first = case.versions[start]
            for place, (name, arguments, storage, _) in enumerate(case.members(start) if turn < TURNS else []):
                # Every key, and then each alone: what it leaves must not appear under another name.
                if turn >= TOGETHER and place % (TURNS - TOGETHER) != turn - TOGETHER:
                    continue
                pool = values(first, first["keys"][name])
                value = pool[turn % len(pool)]
                given[storage] = stored(first, value)
                planned.append((case, storage, name, arguments, value))
        if not given:
            return
        if turn < TURNS:
            toolchain.write(self.programs[start], given, store)
        else:
            store.write_bytes(plistlib.dumps(given, fmt=plistlib.FMT_BINARY))
        found = toolchain.read(self.programs[-1], store)
        for case in self.stepwise if start else self.cases:
            last = case.versions[-1]
            read = {
                (name, arguments): (storage, shown(last, last["keys"][name]["type"], found.get(f"value {storage}")))
                for name, arguments, storage, _ in case.members(-1)}
            yield from self.judged(case, read, [plan[1:] for plan in planned if plan[0] is case], start)

    @staticmethod
    def is_new(case, start, stored):
        """Whether a value that counts as another one today was one of the last release or counted there."""
        name, value = stored
        release = case.versions[-2]["keys"].get(name)
        return start == len(case.versions) - 2 or (
            release is not None and not isinstance(value, tuple) and counting(release, value) == value)

    def judged(self, case, read, planned, start):
        wanted, versions = {}, case.versions[start:]
        for _, name, arguments, value in planned:
            meant = case.meant(name, arguments, versions)
            if meant is None:
                yield case, name, f"{name}{sorted(arguments)} is read nowhere", True
            elif meant != GONE:
                wanted.setdefault(meant, []).append((name, value))
        for meant, values in wanted.items():
            # Of several that became one, one counts.
            found, words = read.get(meant, (None, None))[1], versions[-1]["keys"][meant[0]]
            whys = [(name, wrong(value, found, versions, words)) for name, value in values]
            if all(why for _, why in whys):
                yield case, *whys[0], True
            elif len(values) == 1 and self.is_new(case, start, values[0]):
                if shifted(values[0][1], found, versions, words):
                    yield case, values[0][0], shifted(values[0][1], found, versions, words), False
        for meant, (storage, value) in read.items():
            if value in (None, ("pairs", {}), ("held", {})) or meant in wanted:
                continue
            last = versions[-1]
            components = storage.removeprefix(case.spelled(string(last, meant[0])))
            places = [storage] + [case.spelled(former) + components for former in formers(last, meant[0])]
            for name in {name for place, name, _, _ in planned if place in places}:
                yield case, name, f"{meant[0]} reads {value}, which nobody stored as such", True


TOGETHER, TURNS = 3, 11


def cases(seed, count, witnesses=()):
    """A sample of the pairs of edits, after those that witness something; all of them without a count."""
    pairs = [(pair, steps) for pair in itertools.product(EDITS, EDITS) for steps in (False, True)
             if pair[0] != pair[1]]
    random.Random(f"meanings {seed}").shuffle(pairs)
    made = []
    for pair, steps in [((one, other), steps) for one, other, steps in witnesses] + pairs:
        case = Case(len(made), pair, steps)
        if case.is_real:
            made.append(case)
        if count and len(made) == count:
            break
    return made


def judge_beside(outcomes, blind=None, shy=False):
    """What contradicts a build for programs that run beside each other, likewise."""
    problems = []
    for case, name, kinds, why in outcomes:
        seen = kinds - {blind}
        if why and not seen:
            problems.append(f"{case}: {name} without an error beside a release: {why}")
        if ("key-moved" in seen or shy) and not why:
            problems.append(f"{case}: {name} is an error beside a release, which finds it")
    return problems


def judge_shifts(outcomes, blind=None):
    """Values that count as others without a word of the build."""
    return [f"{case}: {name} without a warning: {why}" for case, name, kinds, why in outcomes
            if why and not kinds - {blind}]


def judge(outcomes, blind=None, shy=False):
    """What contradicts the build: values that are read wrongly without an error, and needless errors.

    `blind` makes a build that does not see a kind of change, `shy` one that calls everything an error.
    """
    problems, needless = [], []
    for case, name, kinds, why in outcomes:
        seen = kinds - {blind}
        if why and not seen:
            problems.append(f"{case}: {name} without an error: {why}")
        if (seen - CAUTIOUS or shy) and not why:
            needless.append(f"{case}: {name} is an error ({', '.join(sorted(seen))}), and nothing is lost")
    return problems + needless
