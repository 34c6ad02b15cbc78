"""Random edits of random schemas: what the diff calls safe loses no value, and what it calls lossy does.

Each key of a schema has a random type, with values at its edges, and gets one random edit. The program
of the schema before stores the values, several times with other ones; that of the schema after reads.
"""

import copy
import datetime
import random

from oracle import with_former
from programs import STORED, Version, clear, kind

KEYS = 48
SPACES = 3
# How often values are stored: each time every key has another one.
TIMES = 7

BITS = {"Int8": 8, "Int16": 16, "Int32": 32, "Int64": 64, "Int": 64}
SCALARS = {
    **{name: [2 ** (bits - 1) - 1, -(2 ** (bits - 1)), 0, 7] for name, bits in BITS.items()},
    **{"U" + name: [2**bits - 1, 0, 7] for name, bits in BITS.items()},
    "Double": [0.1, -2.5, 1e300], "Float": [0.5, -3.25, 1.0], "Bool": [True, False],
    "String": ["é:%", "", "12", " a b "],
    "Date": [datetime.datetime(2024, 2, 29, 12)], "Data": [b"\x00\xff", b""],
    "URL": ["https://example.org/a?b=%20c"], "UUID": ["6BA7B810-9DAD-11D1-80B4-00C04FD430C8"],
    "Decimal": ["12345678901234567890.5", "1.5"], "Duration": [[86400, 1], [-1, 0]],
}
DEFAULTS = {**{name: 5 for name in SCALARS if "Int" in name}, "Double": 0.5, "Float": 0.5, "Bool": False, "String": "d"}
# A parameter of a family, and its argument in Swift and in a storage string.
PARAMETERS = {"Int": ("3", "3"), "String": ('"a:b"', "a%3Ab"), "Bool": ("true", "true")}


class Edited:
    """A key before and after its edit."""

    def __init__(self, number, space):
        self.number, self.space = number, space
        self.id = self.old_id = f"k{number}"
        # A tree: ("scalar", name), ("array", t), ("set", t), ("dictionary", key, t), ("enum",), ("struct",).
        self.type = None
        self.is_optional = True
        # The key's own types: cases as (name, raw value), fields as {name: (scalar, optional, default)}.
        self.cases, self.fields = [], {}
        self.type_words, self.words, self.field_words = {}, {}, {}
        self.parameters = {}
        self.is_gone = self.is_renamed = False
        self.edit = "none"
        self.renamed, self.dropped, self.raws = {}, set(), {}

    def type_name(self, kind):
        return f"{kind}{self.number}"

    def spelled(self, type):
        match type:
            case ("scalar", name): return name
            case ("array", element): return f"[{self.spelled(element)}]"
            case ("set", element): return f"Set<{self.spelled(element)}>"
            case ("dictionary", name, element): return f"[{self.spelled(name)}: {self.spelled(element)}]"
            case ("enum",): return self.type_name("E")
            case ("struct",): return self.type_name("S")

    def kinds(self, type=None):
        type = type or self.type
        return {type[0]} | {kind for part in type[1:] if isinstance(part, tuple) for kind in self.kinds(part)}

    def types(self):
        """The declarations of the key's own types."""
        declared = {}
        if "enum" in self.kinds():
            declared[self.type_name("E")] = with_former({"enum": dict(self.cases)} | self.type_words)
        if "struct" in self.kinds():
            fields = {}
            for name, (scalar, is_optional, default) in self.fields.items():
                words = {"type": scalar + ("?" if is_optional else "")} | self.field_words.get(name, {})
                if default is not None:
                    words["default"] = default
                fields[name] = words
            declared[self.type_name("S")] = {"struct": fields}
        return declared

    def declaration(self):
        words = {"type": self.spelled(self.type) + ("?" if self.is_optional else "")} | self.words
        if not self.is_optional and "default" not in words:
            words["default"] = self.default()
        if self.parameters:
            words["parameters"] = self.parameters
        if self.id != self.name:
            words["id"] = self.id
        return words

    @property
    def name(self):
        return f"named{self.number}" if self.is_renamed else f"k{self.number}"

    def default(self):
        match self.type:
            case ("scalar", name): return DEFAULTS[name]
            case ("enum",): return self.cases[0][0]
            case ("dictionary", *_): return {}
            case _: return []

    def may_be_required(self):
        match self.type:
            case ("scalar", name): return name in DEFAULTS
            case ("struct",): return False
            case _: return True

    def storage(self, prefix, id):
        return ":".join([prefix, id] + [PARAMETERS[type][1] for type in self.parameters.values()])

    def swift(self, space):
        arguments = ", ".join(f"{name}: {PARAMETERS[type][0]}" for name, type in self.parameters.items())
        return f"{space}.{self.name}" + (f"({arguments})" if arguments else "")

    def values(self, type=None):
        """Values of the type, in stored form, the most telling first."""
        match type or self.type:
            case ("scalar", name): return SCALARS[name]
            case ("enum",): return [raw for _, raw in reversed(self.cases)]
            case ("array", element):
                values = self.values(element)
                return [[values[0], values[0]], values, []]
            case ("set", element): return [self.values(element), []]
            case ("dictionary", name, element):
                names, values = self.values(name), self.values(element)
                return [{str(n): values[i % len(values)] for i, n in enumerate(names)}, {}]
            case ("struct",):
                result = []
                for turn in range(4):
                    members = {}
                    for field, (scalar, is_optional, _) in self.fields.items():
                        if is_optional and turn == 1:
                            continue
                        pool = SCALARS[scalar]
                        members[field] = pool[turn % len(pool)]
                    result.append(members)
                return result


class Schema:
    """A random schema, and the one after the edits."""

    def __init__(self, seed):
        self.random = random.Random(f"edits {seed}")
        self.names = [f"space{number}" for number in range(SPACES)]
        self.ids = list(self.names)
        self.former = {}
        self.reserved = {}
        self.old = [self.key(number) for number in range(KEYS)]
        self.new = copy.deepcopy(self.old)
        for key in self.new:
            self.edit(key)
        # One namespace is moved and says so, one is moved and does not.
        if self.random.random() < 0.5:
            self.ids[1] = "moved1"
            self.former[1] = ["space1"]
        if self.random.random() < 0.3:
            self.ids[2] = "moved2"

    # Making

    def key(self, number):
        key = Edited(number, number % SPACES)
        key.cases = [(f"c{n}", f"c{n}") for n in range(3)] if self.random.random() < 0.6 else [
            (f"c{n}", n + 1) for n in range(3)]
        scalars = ["Int", "String", "Double", "Bool", "Int8", "Date", "UInt64"]
        key.fields = {f"f{n}": (self.random.choice(scalars), n == 1, None) for n in range(3)}
        key.type = self.type(0)
        key.is_optional = not key.may_be_required() or self.random.random() < 0.6
        if self.random.random() < 0.1:
            key.parameters = {"p": self.random.choice(list(PARAMETERS))}
        return key

    def type(self, depth):
        kinds = ["scalar"] * 5 + ["enum", "enum", "struct", "struct"] + ["array", "set", "dictionary"] * (depth < 2)
        match self.random.choice(kinds):
            case "array": return ("array", self.type(depth + 1))
            case "set": return ("set", ("scalar", self.random.choice(["Int", "String", "Int16"])))
            case "dictionary":
                name = self.random.choice([("scalar", "String"), ("scalar", "Int"), ("enum",)])
                return ("dictionary", name, self.type(depth + 1))
            case "scalar": return ("scalar", self.random.choice(list(SCALARS)))
            case kind: return (kind,)

    # Editing

    def edit(self, key):
        edits = ["none", "remove", "reserve", "rename", "rename_former", "swift_name", "retype", "retype",
                 "rescalar", "rescalar", "optional", "words", "retype_former"]
        if "enum" in key.kinds():
            edits += ["case_add", "case_remove", "case_rename", "case_former", "case_unknown", "case_raw"] * 2
        if "struct" in key.kinds():
            edits += ["field_default", "field_optional", "field_required", "field_remove", "field_rename",
                      "field_former", "field_retype", "field_demand"] * 2
        if key.parameters:
            edits += ["parameter_add", "parameter_name"] * 3
        key.edit = self.random.choice(edits)
        getattr(self, key.edit)(key)

    def none(self, key):
        pass

    def remove(self, key):
        key.is_gone = True

    def reserve(self, key):
        key.is_gone = True
        self.reserved.setdefault(key.space, []).append(key.old_id)

    def rename(self, key):
        key.id = f"renamed{key.number}"

    def rename_former(self, key):
        key.id = f"renamed{key.number}"
        key.words["former"] = [f"space{key.space}:{key.old_id}"]

    def swift_name(self, key):
        key.is_renamed = True

    def retype(self, key):
        key.type = self.type(0)
        key.is_optional = key.is_optional or not key.may_be_required()

    def retype_former(self, key):
        self.retype(key)
        self.rename_former(key)

    def rescalar(self, key):
        """Another scalar, wherever the first one stands."""
        def changed(type):
            if type[0] == "scalar":
                return ("scalar", self.random.choice([name for name in SCALARS if name != type[1]]))
            if type[0] == "dictionary":
                return type[:2] + (changed(type[2]),)
            if type[0] == "array":
                return (type[0], changed(type[1]))
            return type

        key.type = changed(key.type)
        key.is_optional = key.is_optional or not key.may_be_required()

    def optional(self, key):
        key.is_optional = not key.is_optional or not key.may_be_required()

    def words(self, key):
        match key.type:
            case ("scalar", "String"): key.words["length"] = [None, 2 if key.is_optional else 20]
            case ("scalar", name) if name in BITS: key.words["range"] = [0, 9]
            case ("array", _): key.words["length"] = [None, 1]
        key.words["summary"] = "Something else."
        key.words["deprecated"] = "Gone soon."

    def case_add(self, key):
        raw = "c9" if isinstance(key.cases[0][1], str) else 9
        key.cases.append(("c9", raw))

    def case_remove(self, key):
        key.cases.pop()

    def case_rename(self, key):
        name, raw = key.cases.pop()
        key.cases.append(("other", "other" if isinstance(raw, str) else raw))

    def case_former(self, key):
        _, raw = key.cases.pop()
        other = "other" if isinstance(raw, str) else 77
        key.cases.append(("other", other))
        key.type_words["formerCases"] = {str(raw): "other"}
        key.raws = {raw: other}

    def case_unknown(self, key):
        key.cases.pop()
        key.type_words["unknown"] = "keep"

    def case_raw(self, key):
        name, raw = key.cases.pop()
        key.cases.append((name, "raw" if isinstance(raw, str) else 66))

    def field_default(self, key):
        key.fields["more"] = ("Int", False, 4)

    def field_optional(self, key):
        key.fields["more"] = ("Int", True, None)

    def field_required(self, key):
        key.fields["more"] = ("Int", False, None)

    def field_remove(self, key):
        key.fields.pop("f2")
        key.dropped.add("f2")

    def field_rename(self, key):
        key.fields["other"] = key.fields.pop("f2")

    def field_former(self, key):
        self.field_rename(key)
        key.field_words["other"] = {"former": ["f2"]}
        key.renamed = {"f2": "other"}

    def field_retype(self, key):
        scalar, is_optional, default = key.fields["f0"]
        key.fields["f0"] = (self.random.choice([name for name in SCALARS if name != scalar]), is_optional, default)

    def field_demand(self, key):
        scalar, _, default = key.fields["f1"]
        key.fields["f1"] = (scalar, False, default)

    def parameter_add(self, key):
        key.parameters["q"] = "Bool"

    def parameter_name(self, key):
        key.parameters = {"other": type for type in key.parameters.values()}

    # Writing

    def schema(self, is_new):
        spaces = {name: {"types": {}, "keys": {}} for name in self.names}
        for key in self.new if is_new else self.old:
            if key.is_gone:
                continue
            space = spaces[self.names[key.space]]
            space["keys"][key.name] = key.declaration()
            space["types"] |= key.types()
        if is_new:
            for number, name in enumerate(self.names):
                space = spaces[name]
                if self.ids[number] != name:
                    space["id"] = self.ids[number]
                if number in self.former:
                    space["former"] = self.former[number]
                if number in self.reserved:
                    space["reserved"] = self.reserved[number]
        return {"version": 1, "namespaces": spaces}

    def swift(self, is_new):
        return [
            key.swift(self.names[key.space].capitalize())
            for key in (self.new if is_new else self.old) if not key.is_gone
        ]


class Edits:
    """The pair of programs of one seed."""

    def __init__(self, seed, folder):
        self.seed = seed
        self.folder = folder
        self.schema = Schema(seed)
        self.old = Version(f"Old{seed}", folder, self.schema.schema(False), self.schema.swift(False))
        self.new = Version(f"New{seed}", folder, self.schema.schema(True), self.schema.swift(True))

    def outcomes(self, toolchain):
        """For each key: what the diff says of its data, the kinds of change, and whether it loses a value."""
        changes = toolchain.diff(self.old, self.new)
        losses = {}
        for turn in range(TIMES):
            store = self.folder / "edits.plist"
            clear(store)
            values = {}
            for key in self.schema.old:
                pool = key.values()
                if turn < len(pool):
                    values[key.storage(self.schema.names[key.space], key.old_id)] = pool[turn]
            toolchain.write(self.old, values, store)
            before = toolchain.read(self.old, store)
            after = toolchain.read(self.new, store)
            for old, new in zip(self.schema.old, self.schema.new):
                name = old.storage(self.schema.names[old.space], old.old_id)
                if name not in values:
                    continue
                if f"value {name}" not in before:
                    raise RuntimeError(f"seed {self.seed}: {name} is not read as it was stored: {before}")
                successor = f"value {new.storage(self.schema.ids[new.space], new.id)}"
                value = before[f"value {name}"]
                if new.is_gone or successor not in after or not same(value, after[successor], new):
                    losses.setdefault(name, f"{value!r} became {after.get(successor, 'nothing')!r}")
        for old, new in zip(self.schema.old, self.schema.new):
            name = old.storage(self.schema.names[old.space], old.old_id)
            family = ":".join([self.schema.names[old.space], old.old_id])
            kinds = [kind(c) for c in changes if c["key"] == family and c["level"] == "error" and c["change"] in STORED]
            yield new, kinds, losses.get(name)


def same(old, new, key):
    """Whether a value came through, as the edit of its key meant it."""
    if isinstance(old, bool) or isinstance(new, bool):
        return old is new
    if isinstance(old, (str, int)) and old in key.raws:
        return new == key.raws[old]
    if isinstance(old, (int, float)) and isinstance(new, (int, float)):
        return old == new
    if isinstance(old, list) and isinstance(new, list):
        if key.kinds() & {"set"} or "set" in key.kinds():
            return sorted(map(repr, old)) == sorted(map(repr, new))
        return len(old) == len(new) and all(same(a, b, key) for a, b in zip(old, new))
    if isinstance(old, dict) and isinstance(new, dict):
        names = {name: str(key.raws.get(name, key.raws.get(int(name), name) if name.isdigit() else name)) for name in old}
        if "struct" in key.kinds() and all(name.startswith("f") for name in old):
            names = {name: key.renamed.get(name, name) for name in old if name not in key.dropped}
            if not set(names.values()) <= set(new):
                return False
        elif set(names.values()) != set(new):
            return False
        return all(same(old[name], new[other], key) for name, other in names.items())
    return old == new


def judge(outcomes, blind=None, shy=False):
    """What contradicts the diff: losses that it calls safe, and what it calls lossy without one.

    `blind` makes a diff that does not see a kind of change, `shy` one that calls everything lossy.
    """
    problems = []
    for seed, key, kinds, loss in outcomes:
        is_lossy = shy or bool([kind for kind in kinds if kind != blind])
        if loss and not is_lossy and key.edit != "reserve":
            problems.append(f"seed {seed}, k{key.number}, {key.edit}: called safe, and {loss}")
        if is_lossy and not loss:
            problems.append(f"seed {seed}, k{key.number}, {key.edit}: called lossy ({kinds}), and no value is lost")
    return problems
