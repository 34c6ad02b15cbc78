"""The schemas of the search for meanings: the first version of a namespace, and the edits that people make."""

from oracle import kept_in, settle_former, string

# The keys that the edits of one thing touch.
THINGS = {"integers": "e", "texts": "ndtg", "values": "ndt", "fields": "s", "numbers": "io", "lists": "l", "families": "fb"}


def bare(keys=None):
    """The first version of a case, whose namespace is `w`; with some of its keys alone, if they are given."""
    version = {
        "id": "w", "former": [], "reserved": [],
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
            # A key of another namespace.
            "b": {"type": "Int?", "storageString": "x:i"},
        },
    }
    if keys is not None:
        version["keys"] = {name: words for name, words in version["keys"].items() if name in keys}
        used = str(version["keys"].values()) + ("N" if "t" in keys else "")
        version["types"] = {name: type for name, type in version["types"].items() if name in used}
    return version


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
    former = [string(version, old)] + words.get("former", [])
    renamed(version["keys"], old, new)
    words.pop("id", None)
    if declared:
        words["former"] = former


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

    def back(words, cases):
        if "new" not in cases or second in cases:
            return False
        former, own = cases["new"], bare()["types"][type]["enum"][second]
        renamed(cases, "new", second)
        cases[second] = own
        words["formerCases"] = {str(former): second} | {
            raw: second if case == "new" else case
            for raw, case in words["formerCases"].items() if raw != str(own)}

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
        "unknown kept no more": lambda w, c: w.pop("unknown", False),
        "case renamed back, former case": back,
    }
    return {f"{type}: {name}": wrap_type(type, "enum", edit) for name, edit in edits.items()}


def wrap_type(type, kind, edit):
    def edited(version):
        words = version["types"].get(type)
        if words is None:
            return False
        before = dict(words[kind])
        result = edit(words, words[kind])
        if kind == "enum":
            settle_former(words, before)
        return result
    return edited


def field_edits():
    def former(words, fields, old, new):
        if old not in fields:
            return False
        names = [old] + fields[old].get("former", [])
        renamed(fields, old, new)
        fields[new]["former"] = names

    def back(words, fields):
        if former(words, fields, "wide", "x") is False:
            return False
        fields["x"]["former"] = [name for name in fields["x"]["former"] if name != "x"]

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
        "field renamed back, former name": back,
        "field renamed, moves later": later,
        "fields move at last": lambda w, f: any([v.pop("moves", None) for v in f.values()]),
        "former names dropped": lambda w, f: [v.pop(word, None) for v in f.values() for word in ("former", "moves")],
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
            version["former"] = [version["id"]] + version["former"]
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
        version["keys"]["list"].update(length=[None, 1], outside="clamp")

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
        version["keys"]["thief"] = {"type": "Int?", "former": [own]}

    def number(version, **words):
        """Gives words to the number, whatever its key is called."""
        name = next(numbers(version), None)
        if name is None:
            return False
        version["keys"][name].update(words)

    def numbers(version):
        return (name for name in ("i", "size", "length", "called") if name in version["keys"])

    def returned(version):
        if "o" in version["keys"] or not any(numbers(version)):
            return False
        version["keys"]["o"] = {"type": "Int?"}
        version["reserved"] = [id for id in version["reserved"] if id != "o"]

    def handed(version):
        """The earliest name of the number becomes one of another key."""
        name = next(numbers(version), None)
        if name is None or "o" not in version["keys"] or "former" not in version["keys"][name]:
            return False
        *_, first = version["keys"][name].pop("former")
        version["keys"][name].pop("moves", None)
        version["keys"]["o"]["former"] = [first] + version["keys"]["o"].get("former", [])

    def only_if(word, version, **words):
        return any(word in key for key in version["keys"].values()) and number(version, **words)

    def merged(version, isNamed):
        """Brings the other namespace's key along: by its name, or by that of the namespace alone."""
        if "i" not in version["keys"] or version["keys"].pop("b", None) is None:
            return False
        if isNamed:
            words = version["keys"]["i"]
            words["former"] = words.get("former", []) + ["x:i"]
        else:
            version["former"] = version["former"] + ["x"]

    def over(version, type, isReserved):
        """A family that reads the other namespace's key as one of its own."""
        if version["keys"].pop("b", None) is None:
            return False
        version["keys"]["over"] = {"type": type, "storageString": "x", "parameters": {"n": "String"}}
        if isReserved:
            version.setdefault("left", {}).setdefault("x", []).append("i")

    def under(version):
        """A key that reads one value of a family which is gone."""
        if "f" in version["keys"] or "under" in version["keys"]:
            return False
        version["keys"]["under"] = {"type": "Int?", "storageString": f"{version['id']}:f:1:2"}

    def back(version):
        if key_renamed(version, "size", "i", True) is False:
            return False
        own = version["keys"]["i"]
        own["former"] = [former for former in own["former"] if former != string(version, "i")]

    def stored(version, store):
        """Moves the first number to another store, or back."""
        words = version["keys"].get("o")
        old = kept_in(words or {})
        if words is None or old == store:
            return False
        words["store"] = [store, old]

    def text(version):
        """The raw values of an enum become texts."""
        if version["keys"].get("n", {}).get("type") != "N?":
            return False
        version["keys"]["n"]["type"] = "String?"

    def retyped(version, new):
        if version["keys"].get("i", {}).get("type") in (None, new):
            return False
        version["keys"]["i"]["type"] = new

    def first(version):
        if any(numbers(version)):
            return False
        version["keys"]["i"] = {"type": "Int?"}

    def again(version, isKept):
        words = version["keys"].get("l", {})
        if "defaultFor" not in words:
            return False
        words["default"] = [6]
        if not isKept:
            del words["defaultFor"]

    return {
        "range narrowed": lambda v: number(v, range=[0, 9]),
        "range narrowed, its end counts": lambda v: number(v, range=[0, 9], outside="clamp"),
        "range narrowed, the default counts": lambda v: number(v, range=[0, 9], outside="default"),
        "range beyond 2^53, its end counts": lambda v: number(v, range=[0, 2**53 + 1], outside="clamp"),
        "range up to 2^53, its end counts": lambda v: number(v, range=[0, 2**53], outside="clamp"),
        "refused values count again": lambda v: any([w.pop("outside", None) for w in v["keys"].values()]),
        "greatest age": lambda v: number(v, maxAge=30),
        "greatest age changed": lambda v: only_if("maxAge", v, maxAge=5),
        "unit": lambda v: number(v, unit="s"), "another unit": lambda v: only_if("unit", v, unit="ms"),
        "default changed": lambda v: "l" in v["keys"] and v["keys"]["l"].update(default=[5]),
        "default changed for new users": lambda v: "l" in v["keys"] and v["keys"]["l"].update(
            default=[5], defaultFor="new"),
        "default changed again for new users": lambda v: again(v, True),
        "default changed again for all users": lambda v: again(v, False),
        "key renamed": lambda v: key_renamed(v, "i", "size"),
        "key renamed, former key": lambda v: key_renamed(v, "i", "size", True),
        "key renamed again, former key": lambda v: key_renamed(v, "size", "length", True),
        "key renamed, moves later": lambda v: later(v, "i", "size"),
        "family renamed, moves later": lambda v: later(v, "f", "families"),
        "namespace moved, moves later": moved_later, "keys move at last": at_last,
        "list renamed with a limit, former key": limited,
        "former keys dropped": lambda v: [
            w.pop(word, None) for w in v["keys"].values() for word in ("former", "moves")],
        "former key handed to another": handed,
        "another key renamed, former key": lambda v: key_renamed(v, "o", "other", True),
        "key of an enum renamed, former key": lambda v: key_renamed(v, "e", "which", True),
        "key of a struct renamed, former key": lambda v: key_renamed(v, "s", "box", True),
        "family renamed, former key": lambda v: key_renamed(v, "f", "families", True),
        "family of an enum renamed, former key": lambda v: key_renamed(v, "g", "kinds", True),
        "key named in Swift alone": pinned, "strings exchanged": lambda v: exchanged(v, "i"),
        "Swift names exchanged": names, "string taken over": stolen,
        "key removed": lambda v: v["keys"].pop("o", False),
        "first key removed": lambda v: v["keys"].pop("i", False), "key reserved": lambda v: retired(v, "o"),
        "key of a removed name": returned,
        "first key again": first,
        "key retyped": lambda v: retyped(v, "String?"),
        "key retyped back": lambda v: retyped(v, "Int?"),
        "key renamed back, former key": back,
        "key in another store": lambda v: stored(v, "vault"),
        "key in its first store again": lambda v: stored(v, "default"),
        "namespaces merged": lambda v: merged(v, False),
        "namespaces merged, and a key says so": lambda v: merged(v, True),
        "family over a key": lambda v: over(v, "Int?", False),
        "family over a reserved key": lambda v: over(v, "Int?", True),
        "family of another type over a key": lambda v: over(v, "String?", False),
        "family reserved": lambda v: retired(v, "f"), "key under a family": under,
        "enum becomes text": text,
        "key widened": lambda v: "i" in v["keys"] and v["keys"]["i"].update(type="Double?", range=[0, 9]),
        "key of a cache": lambda v: "i" in v["keys"] and v["keys"]["i"].update(ttl=60),
        "namespace moved": lambda v: moved(v), "namespace moved, former name": lambda v: moved(v, True),
        "parameters exchanged": lambda v: "f" in v["keys"] and parameters(v, {"q": "Int", "p": "Int"}),
        "parameter renamed": lambda v: "f" in v["keys"] and parameters(v, {"p": "Int", "r": "Int"}),
        "parameter added": lambda v: "f" in v["keys"]
            and parameters(v, {"p": "Int", "q": "Int", "r": "Int"}),
    }


EDITS = enum_edits("E", True) | enum_edits("N", False) | field_edits() | key_edits()
