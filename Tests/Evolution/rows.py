"""Every kind of change: a pair of schemas, what the diff says, and what becomes of users' values.

Each row is a namespace of its own, all of them in one pair of programs, which are built and run: the
older one writes, the newer one opens the store and reads.
"""

import datetime
import json

from programs import Version, clear

LOST, UNREADABLE = "lost", "unreadable"
GREATEST = 2**63 - 1
DAY = datetime.datetime(2024, 2, 29, 12)


class Row:
    """One kind of change.

    `old` and `new` are the declarations, `values` what the older program stores, by the names of keys,
    `becomes` what the newer one then reads: a value, or `LOST` or `UNREADABLE`; the keys that are not
    named keep their values. `says` are the kinds of change that must be reported, with their levels.
    """

    def __init__(self, name, old, new, values, says, becomes=None, back=None, newKeys=None, oldTop=None, newTop=None,
                 left=None, oldKeys=None):
        self.name = name
        self.old, self.new = {"keys": old} | (oldTop or {}), {"keys": new} | (newTop or {})
        self.values = values
        self.says = says
        self.becomes = becomes or {}
        # What the newer program writes, and what the older one then reads.
        self.back = back or {}
        # What must still be stored, whoever reads it.
        self.left = left or []
        self.old_keys = oldKeys or [key for key in old if "parameters" not in old[key]]
        self.new_keys = newKeys or [key for key in new if "parameters" not in new[key]]


def key(**words):
    return {word.rstrip("_"): value for word, value in words.items()}


def one(name, old, new, values, says, becomes=None, **more):
    """A row of one key `a` with several values: a key for each of them."""
    names = [f"a{number}" for number in range(len(values))]
    outcome = dict(zip(names, becomes)) if becomes else {}
    return Row(
        name, {n: dict(old) for n in names}, {n: dict(new) for n in names}, dict(zip(names, values)), says,
        {n: v for n, v in outcome.items() if v != "same"}, **more)


def typed(name, old, new, values, says, becomes=None, type="T?", **more):
    """A row of a declared type `T`."""
    return one(
        name, key(type=type), key(type=type), values, says, becomes, oldTop={"types": {"T": old}},
        newTop={"types": {"T": new}}, **more)


ERROR, WARNING, NOTE = "error", "warning", "note"

ROWS = [
    # Keys.
    Row("key added", {"a": key(type="Int?")}, {"a": key(type="Int?"), "b": key(type="Int", default=3)},
        {"a": 1}, {}, back={"a": (2, 2), "b": (4, LOST)}),
    Row("key removed", {"a": key(type="Int?"), "b": key(type="Bool?")}, {"a": key(type="Int?")},
        {"a": 1, "b": True}, {"lost": ERROR}, {"b": LOST}, left=["b"]),
    Row("key removed, reserved", {"a": key(type="Int?"), "b": key(type="Bool?")}, {"a": key(type="Int?")},
        {"a": 1, "b": True}, {}, {"b": LOST}, newTop={"reserved": ["b"]}, left=["b"]),
    Row("key removed, swept", {"a": key(type="Int?"), "b": key(type="Bool?")}, {"a": key(type="Int?")},
        {"a": 1, "b": True}, {}, {"b": LOST}, newTop={"erased": ["b"]}),
    Row("family removed, swept", {"a": key(type="Int?"), "b": key(type="Bool?", parameters={"of": "Int"})},
        {"a": key(type="Int?")}, {"a": 1, "b:3": True}, {}, {"b:3": LOST},
        newTop={"erased": ["b:*"]}),
    Row("Swift name changed", {"a": key(type="Int?")}, {"other": key(type="Int?", id="a")}, {"a": 1},
        {"source": NOTE}, newKeys=["other"]),
    Row("id changed", {"a": key(type="Int?", summary="S.")}, {"a": key(type="Int?", summary="S.", id="z")},
        {"a": 1}, {"lost": ERROR}, {"a": LOST}, left=["a"]),
    Row("key renamed, former key", {"a": key(type="Double?")}, {"b": key(type="Double?", former=["{}:a"])},
        {"a": 0.5}, {"older-lost": NOTE}, {"a": ("b", 0.5)}, back={"b": (0.75, LOST)}),
    Row("key renamed, constraint refuses", {"a": key(type="Int?"), "b": key(type="Int?")},
        {"c": key(type="Int?", former=["{}:a"], range=[0, 9]), "d": key(type="Int?", former=["{}:b"], range=[0, 9])},
        {"a": 5, "b": 10}, {"older-lost": NOTE, "refused": ERROR}, {"a": ("c", 5), "b": LOST}, left=["b"]),
    Row("two keys merged", {"a": key(type="Int?"), "b": key(type="Int?")},
        {"c": key(type="Int?", former=["{}:b", "{}:a"])}, {"a": 1, "b": 2}, {"older-lost": NOTE}, {"a": LOST, "b": ("c", 2)}, left=["a"]),
    Row("storage string changed", {"a": key(type="Int?", storageString="whole {}")},
        {"a": key(type="Int?", storageString="other {}")}, {"a": 1}, {"lost": ERROR}, {"a": LOST}),
    Row("namespace moved", {"a": key(type="Int?"), "b": key(type="Int?")}, {"a": key(type="Int?"), "b": key(type="Int?")},
        {"a": 1, "b": 2}, {"lost": ERROR}, {"a": LOST, "b": LOST}, newTop={"id": "{}moved"}),
    Row("namespace moved, former name",
        {"a": key(type="Int?"), "f": key(type="Int?", parameters={"i": "Int"})},
        {"a": key(type="Int?"), "f": key(type="Int?", parameters={"i": "Int"})}, {"a": 1, "f:3": 5}, {"older-lost": NOTE},
        {"a": ("{}moved:a", 1), "f:3": ("{}moved:f:3", 5)}, newTop={"id": "{}moved", "former": ["{}"]},
        oldKeys=["a", "f(i: 3)"], newKeys=["a", "f(i: 3)"]),
    Row("namespace moved, its type and a case renamed", {"x": key(type="T?"), "y": key(type="[T]?")},
        {"x": key(type="U?"), "y": key(type="[U]?")}, {"x": "a", "y": ["a", "b"]}, {"older-lost": NOTE},
        {"x": ("{}moved:x", "a"), "y": ("{}moved:y", ["a", "c"])}, oldTop={"types": {"T": {"enum": ["a", "b"]}}},
        newTop={"id": "{}moved", "former": ["{}"],
                "types": {"U": {"enum": {"a": "a", "c": {"former": ["b"]}}}}}),
    Row("type renamed and given a field", {"x": key(type="T?")}, {"x": key(type="U?")}, {"x": {"a": 7}}, {},
        {"x": {"a": 7, "b": 1}}, oldTop={"types": {"T": {"struct": {"a": "Int"}}}},
        newTop={"types": {"U": {"struct": {"a": "Int", "b": {"type": "Int", "default": 1}}}}}),
    Row("type of a parameter renamed", {"f": key(type="Int?", parameters={"i": "T"})},
        {"f": key(type="Int?", parameters={"i": "U"})}, {"f:a": 5}, {}, oldTop={"types": {"T": {"enum": ["a"]}}},
        newTop={"types": {"U": {"enum": ["a"]}}}, oldKeys=["f(i: .a)"], newKeys=["f(i: .a)"]),
    # Types.
    one("widened", key(type="Int8?"), key(type="Int?"), [127, -128], {"older-unreadable": NOTE},
        back={"a0": (1000, UNREADABLE), "a1": (-5, -5)}),
    one("Int32 to Double", key(type="Int32?"), key(type="Double?"), [2**31 - 1, -2**31], {"older-unreadable": NOTE}),
    one("Float to Double", key(type="Float?"), key(type="Double?"), [0.25, 3.5], {"older-unreadable": NOTE}),
    one("Int to Double", key(type="Int?"), key(type="Double?"), [GREATEST, 7], {"unreadable": ERROR},
        [UNREADABLE, "same"]),
    one("Int to Double in a range", key(type="Int?", range=[0, 2**53]), key(type="Double?"), [2**53, 7],
        {"older-unreadable": NOTE, "older-unreadable": NOTE}),
    one("Int to String", key(type="Int?"), key(type="String?"), [7], {"unreadable": ERROR}, [UNREADABLE]),
    one("element", key(type="[String: [Int]]?"), key(type="[String: [Bool]]?"), [{"a": [1]}],
        {"unreadable": ERROR}, [UNREADABLE]),
    one("required to optional", key(type="Int", default=1), key(type="Int?"), [7], {"source": NOTE}),
    one("optional to required", key(type="Int?"), key(type="Int", default=1), [7], {"default": NOTE}),
    Row("retyped with a function", {"a": key(type="Int?"), "b": key(type="Int?"), "c": key(type="Double?"), "d": key(type="Double?")},
        {"a2": key(type="Duration?", former=["{}:a"], migrate="Change.seconds"),
         "b2": key(type="Duration?", former=["{}:b"], migrate="Change.seconds"),
         "c2": key(type="Int?", former=["{}:c"], migrate="Change.half"),
         "d2": key(type="Int?", former=["{}:d"], migrate="Change.half")},
        {"a": 90, "b": 13, "c": 5.0, "d": -1.0}, {"older-lost": NOTE},
        {"a": ("a2", [90, 0]), "b": LOST, "c": ("c2", 2), "d": LOST}, left=["b", "d"]),
    Row("retyped before, Swift name changed",
        {"b": key(type="String?", former=["{}:a"], migrate="Change.text")},
        {"c": key(type="String?", storageString="{}:b", former=["{}:a"], migrate="Change.text")},
        {"b": "7"}, {"source": NOTE}),
    Row("retyped before, renamed with former keys of both types",
        {"b": key(type="String?", former=["{}:a"], migrate="Change.text")},
        {"c": key(type="String?", former=["{}:b", "{}:a"], migrate="Change.text")},
        {"b": "7"}, {"older-lost": NOTE, "unreadable": ERROR}, {"b": LOST}, left=["b"]),
    Row("coding", {"a": key(type="Own.Colour?", coding="codable")}, {"a": key(type="Own.Colour?", coding="codableJSON")},
        {"a": {"red": 1}}, {"unreadable": ERROR}, {"a": UNREADABLE}, oldKeys=["*a"], newKeys=["*a"]),
    Row("revision", {"a": key(type="Own.Colour?", coding="codable")},
        {"a": key(type="Own.Colour?", coding="codable", revision=2)}, {"a": {"red": 1}}, {"unreadable": ERROR},
        {"a": UNREADABLE}, oldKeys=["*a"], newKeys=["*a"]),
    # Enums.
    typed("case added", {"enum": ["a"]}, {"enum": ["a", "b"]}, ["a"], {"older-unreadable": NOTE},
          back={"a0": ("b", UNREADABLE)}),
    typed("case added, unknown kept before", {"enum": ["a"], "unknown": "keep"}, {"enum": ["a", "b"], "unknown": "keep"},
          ["a"], {}, back={"a0": ("b", "b")}),
    typed("case removed", {"enum": ["a", "b"]}, {"enum": ["a"]}, ["a", "b"], {"lost": ERROR},
          ["same", UNREADABLE]),
    typed("case renamed, former case", {"enum": ["a", "b"]}, {"enum": {"a": "a", "c": {"former": ["b"]}}}, ["a", "b"],
          {"older-unreadable": NOTE}, ["same", ("a1", "c")]),
    typed("raw value", {"enum": ["a", "b"]}, {"enum": {"a": "a", "b": "B"}}, ["a", "b"],
          {"lost": ERROR}, ["same", UNREADABLE]),
    typed("case removed, unknown kept", {"enum": ["a", "b"]}, {"enum": ["a"], "unknown": "keep"}, ["a", "b"],
          {"unreadable": WARNING}, back={"a0": ("a", "a")}),
    typed("unknown kept no more", {"enum": ["a"], "unknown": "keep"}, {"enum": ["a"]}, ["a", "later"],
          {"older-unreadable": WARNING}, ["same", UNREADABLE]),
    # Structs.
    typed("field added", {"struct": {"a": "Int"}},
          {"struct": {"a": "Int", "b": {"type": "Int", "default": 1}, "c": "Int?"}}, [{"a": 7}], {},
          [("a0", {"a": 7, "b": 1})], back={"a0": ({"a": 8, "b": 9, "c": 10}, {"a": 8, "b": 9, "c": 10})}),
    typed("field added without default", {"struct": {"a": "Int"}}, {"struct": {"a": "Int", "b": "Int"}}, [{"a": 7}],
          {"unreadable": ERROR}, [UNREADABLE]),
    typed("field removed", {"struct": {"a": "Int", "b": "Bool?"}}, {"struct": {"a": "Int"}}, [{"a": 7, "b": True}],
          {"older-lost": WARNING}),
    typed("field renamed", {"struct": {"a": "Int?"}}, {"struct": {"b": "Int?"}}, [{"a": 7}], {"lost": ERROR},
          [("a0", {"a": 7})]),
    typed("field renamed, former name", {"struct": {"a": "Int"}},
          {"struct": {"b": {"type": "Int", "former": ["a"]}}}, [{"a": 7}], {"older-lost": NOTE}, [("a0", {"b": 7})]),
    typed("field retyped", {"struct": {"a": "Int"}}, {"struct": {"a": "Bool"}}, [{"a": 7}], {"unreadable": ERROR},
          [UNREADABLE]),
    # Readers of a value.
    one("range narrowed", key(type="Int?", range=[0, 9]), key(type="Int?", range=[1, 5]), [0, 3, 9],
        {"refused": WARNING}),
    one("length lowered", key(type="String?", length=[None, 9]), key(type="String?", length=[None, 2]), ["long"],
        {"refused": WARNING}),
    one("allowed value dropped", key(type="String?", allowed=["a", "b"]), key(type="String?", allowed=["b"]), ["a", "b"],
        {"refused": WARNING}),
    one("pattern added", key(type="String?"), key(type="String?", pattern="[a-z]*"), ["A1"],
        {"refused": WARNING}),
    one("constraint dropped", key(type="Int?", range=[0, 9]), key(type="Int?"), [3], {"older-unreadable": NOTE}),
    one("processing", key(type="String?"), key(type="String?", processing=["trim"]), [" a "],
        {"rule": WARNING}),
    Row("default", {"a": key(type="Int", default=1), "b": key(type="Int", default=1)},
        {"a": key(type="Int", default=2), "b": key(type="Int", default=2)}, {"a": 7}, {"default": WARNING}),
    Row("default of earlier installations", {"a": key(type="Int", default=1), "b": key(type="Int", default=1)},
        {"a": key(type="Int", default=2, defaultFor="new"), "b": key(type="Int", default=2, defaultFor="new")},
        {"a": 7}, {}, {"b": ("b", 1)}),
    Row("whenMissing", {"a": key(type="UUID", default={"call": "UUID.init"})},
        {"a": key(type="UUID", default={"call": "UUID.init", "persist": "whenMissing"})},
        {"a": "FFFFFFFF-FFFF-4FFF-BFFF-FFFFFFFFFFFF"}, {"default": WARNING}),
    # Families.
    Row("parameter added", {"f": key(type="Int?", parameters={"i": "Int"})},
        {"f": key(type="Int?", parameters={"i": "Int", "s": "String"})}, {"f:3": 1}, {"unreadable": ERROR},
        {"f:3": LOST}, oldKeys=["f(i: 3)"], newKeys=['f(i: 3, s: "")'], left=["f:3"]),
    Row("parameter renamed", {"f": key(type="Int?", parameters={"i": "Int"})},
        {"f": key(type="Int?", parameters={"index": "Int"})}, {"f:3": 1}, {"source": NOTE},
        oldKeys=["f(i: 3)"], newKeys=["f(index: 3)"]),
    Row("family renamed", {"f": key(type="Int?", parameters={"i": "Int"})}, {"ff": key(type="Int?", parameters={"i": "Int"})},
        {"f:3": 1}, {"lost": ERROR}, {"f:3": LOST}, oldKeys=["f(i: 3)"], newKeys=["ff(i: 3)"], left=["f:3"]),
    Row("family renamed, former key", {"f": key(type="Int?", parameters={"i": "Int"})},
        {"ff": key(type="Int?", parameters={"i": "Int"}, former=["{}:f"])}, {"f:3": 1}, {"older-lost": NOTE},
        {"f:3": ("ff:3", 1)}, oldKeys=["f(i: 3)"], newKeys=["ff(i: 3)"]),
    # Other words.
    Row("moved to another store", {"a": key(type="Int?")}, {"a": key(type="Int?", store="cache")}, {"a": 1},
        {"lost": ERROR}),
    Row("moved to another store, which is named", {"a": key(type="Int?")},
        {"a": key(type="Int?", store=["cache", "default"])}, {"a": 1}, {"older-lost": NOTE}),
    one("sensitivity lowered", key(type="String?", sensitivity="private"), key(type="String?"), ["s"],
        {"exposed": ERROR}),
    one("sensitivity raised", key(type="String?"), key(type="String?", sensitivity="secret"), ["s"],
        {"exposed": NOTE}),
    one("a cache's key", key(type="Int?", ttl=60), key(type="String?", ttl=30), [1],
        {"unreadable": NOTE, "rule": NOTE}, [UNREADABLE]),
    one("a greatest age", key(type="Int?", maxAge=30),
        key(type="Int?", maxAge=5), [1], {"rule": NOTE}),
    one("deprecated, summary, notes", key(type="Int?"),
        key(type="Int?", deprecated="Old.", summary="S.", **{"x-owner": "me", "x-tags": ["t"]}), [1], {}),
]


def filled(value, name):
    """A declaration with the name of its row's namespace in it."""
    if isinstance(value, str):
        return value.replace("{}", name)
    if isinstance(value, list):
        return [filled(item, name) for item in value]
    if isinstance(value, dict):
        return {filled(word, name): filled(item, name) for word, item in value.items()}
    return value


def version(module, folder, side, rows, functions):
    spaces, keys = {}, []
    for number, row in enumerate(rows):
        name = f"row{number}"
        spaces[name] = filled(getattr(row, side), name)
        for path in row.old_keys if side == "old" else row.new_keys:
            star = "*" if path.startswith("*") else ""
            keys.append(f"{star}Row{number}.{path.lstrip('*')}")
    return Version(module, folder, {"version": 1, "namespaces": spaces}, keys, functions)


class Rows:
    """The pair of programs of all rows."""

    def __init__(self, folder):
        self.old = version("RowsOld", folder, "old", ROWS, ["Older.swift"])
        self.new = version("RowsNew", folder, "new", ROWS, ["Newer.swift"])
        # Only the defaults of new users need to know the older version.
        kept = [
            {"key": self.storage(number, name), "in": "1", "name": f"Row{number}.{name}", "type": "Int", "default": 1}
            for number, row in enumerate(ROWS) for name, words in row.new["keys"].items() if "defaultFor" in words]
        lock = {"keywright": 1, "readers": "newer", "releases": [{"release": "1"}], "keys": kept, "retired": []}
        (self.new.folder / "keys.lock.json").write_text(json.dumps(lock))
        self.folder = folder

    def values(self):
        """What the older program is given, by storage string."""
        return {
            self.storage(number, name): value
            for number, row in enumerate(ROWS) for name, value in row.values.items()
        }

    def storage(self, number, name):
        space = f"row{number}"
        declared = ROWS[number].old["keys"].get(name, {})
        return declared.get("storageString", f"{space}:{name}").replace("{}", space)

    def check(self, toolchain):
        """What is wrong with any row; and how many rows and values were compared."""
        problems, compared = [], 0
        changes = toolchain.diff(self.old, self.new)
        store = self.folder / "rows.plist"
        clear(store)
        toolchain.write(self.old, self.values(), store)
        raw = toolchain.read(self.old, store, mode="raw")
        shown = toolchain.read(self.new, store)
        after = toolchain.read(self.new, store, mode="raw")
        again = toolchain.read(self.new, store)
        if {k: v for k, v in again.items() if k != "issues"} != {k: v for k, v in shown.items() if k != "issues"}:
            problems.append("a second opening reads something else")
        for number, row in enumerate(ROWS):
            def wrong(text):
                problems.append(f"{row.name}: {text}")

            said = {c["change"]: c["level"] for c in changes if self.concerns(c, number)}
            if said != row.says:
                wrong(f"the diff says {said}, not {row.says}")
            for name, value in self.outcomes(row, number):
                compared += 1
                found = self.found(shown, name)
                if found != value and not (isinstance(value, dict) and isinstance(found, dict) and value == found):
                    wrong(f"{name} reads as {found}, not {value}")
            for name in row.left:
                string = self.storage(number, name)
                if after.get(string) != raw.get(string) or string not in after:
                    wrong(f"{string} is not left as it was")
        more, count = self.check_downgrade(toolchain)
        return problems + more, len(ROWS), compared + count

    def check_downgrade(self, toolchain):
        """What is wrong with what the older program reads of a store that the newer one wrote."""
        problems = []
        wanted = [
            (row, f"row{number}:{name}", *back)
            for number, row in enumerate(ROWS) for name, back in row.back.items()
        ]
        store = self.folder / "downgrade.plist"
        clear(store)
        toolchain.write(self.new, {name: value for _, name, value, _ in wanted}, store)
        raw = toolchain.read(self.new, store, mode="raw")
        shown = toolchain.read(self.old, store)
        for row, name, _, value in wanted:
            if self.found(shown, name) != value:
                problems.append(f"{row.name}: an older program reads {name} as {self.found(shown, name)}, not {value}")
        if toolchain.read(self.old, store, mode="raw") != raw:
            problems.append("an older program has changed what it does not know by reading")
        return problems, len(wanted)

    def concerns(self, change, number):
        space = f"row{number}"
        return change["key"].startswith(space + ":") or change["key"].endswith(f" {space}")

    def outcomes(self, row, number):
        """What the newer program must read, by storage string."""
        space = f"row{number}"
        for name in {**row.values, **row.becomes}:
            outcome = row.becomes.get(name, row.values.get(name))
            if isinstance(outcome, tuple):
                other = outcome[0].replace("{}", space)
                yield (other if ":" in other and other.startswith(space) else f"{space}:{other}"), outcome[1]
            else:
                yield self.storage(number, name), outcome

    @staticmethod
    def found(shown, name):
        if f"error {name}" in shown:
            return UNREADABLE
        return shown.get(f"value {name}", LOST)
