"""Random schemas of one target, and for each key what its generated Swift must be."""

import dataclasses
import random
import typing

import values
from values import INTEGERS, REALS, TEXTS, Value, ValueType, quoted

# Names that mean something to Swift, to the library or to generated code, or that are written in
# scripts without capitals or in several ways.
NAMES = """
class self init default key store value container encoder decoder description hash get set values
count é größe straße x rawValue allCases none where Type any some package public async await throws
in is as try Any nil true unknownMembers ownKeys migrations 設定 key1 naïve 𝑥 ªa ﬁx ω ǆ type space inner
protocol root convertible optional wrapped element index newValue oldValue error result decode
encode actor macro consume borrowing backing hashValue _ switch discardableResult inout isolated
sending open stringValue intValue swift codingKeys parent double int string expected checker
""".split() + ["e\u0301te\u0301", "\u00e9t\u00e9"]
SUFFIXES = ["", "", "Descriptor", "Observed", "Migration", "1", "A"]
# Of functions, what every namespace or the registry has, and what generated code may have.
MEMBERS = """
allKeys namespaces migrations textNames observedKeys nestedNamespaces namespaceID preCommit postCommit ownKeys
""".split()
# Names of keys that capitals make no names of namespaces: those of types that programs use are refused.
UNNAMED = set("""
type self any some protocol parent swift values codingKeys key store container encoder decoder hash set
root convertible optional error result actor double int string
""".split())
# Functions for hooks, which may be named like the parameter of what calls them, but not like a key.
HOOKS = ["commit", "commit_", "Hooks.nested.before"]
TYPE_NAMES = """
Key Values Codable Store Sendable É Migration Backing Result Void Decoder CodingKey KeyDescription
Namespace Constraint UnknownMembers Equatable Hashable Element Commit Step E PreCommitHook PostCommitHook
""".split()
# A text of documentation that is long enough is broken into lines.
WORDS = [text for text in TEXTS if len(text) < 100]

# Types of the user's own in Swift/Support.swift: the spelling, the coding, a function for a default.
OWN = [
    ("Own.Colour", "codable", "Own.colour"),
    ("Own.Colour", "codableJSON", "Own.colour"),
    ("Own.Colour", "memory", "Own.colour"),
    ("Own.Finish", "rawValue", "Own.finish"),
    ("Own.Shade", "convertible", "Own.shade"),
]
# Its functions that compute a default, by the type.
COMPUTED = {"Int": "Own.number", "String": "Own.text", "UUID": "Own.identifier", "Bool": "Own.flag"}
SLOW_PATTERN = "(a|b)*"
# A pattern that is not shown to be quick is not tried at build time: one that may take long, and one
# whose syntax the check does not know.
UNTRIED_PATTERNS = {SLOW_PATTERN, "(?x) a # b", "\\u{301}.*"}
PATTERNS = [
    "[a-z]*", ".*", "(?s).*", "\\w+", "a|ab", "é", '"', "[^\n]*", SLOW_PATTERN, "", "#.*", "(?x) a # b",
    "\\u{301}.*", "/",
]
ACCESS = ["internal", "package", "public"]


@dataclasses.dataclass
class Key:
    """The expected Swift of a key of a schema."""

    # The Swift path of what it is declared in, its Swift name, and its type.
    space: str
    name: str
    swift: str
    storage: str
    # The default in Swift; None where it cannot be compared.
    default: typing.Optional[str]
    # Whether what is set can be read again as it was.
    is_kept: bool
    # Whether its namespace has a struct of values.
    has_values: bool
    # For a family, the names of its parameters, each with an argument.
    parameters: list
    # Its description, by the names of KeyDescription.
    described: dict


@dataclasses.dataclass
class Line:
    """A line of a schema; one that holds a whole declaration can be taken out."""

    text: str
    key: typing.Optional[Key] = None
    is_declaration: bool = False


@dataclasses.dataclass
class File:
    name: str
    lines: list

    @property
    def text(self):
        return "\n".join(line.text for line in self.lines)


@dataclasses.dataclass
class Space:
    """A namespace of the target."""

    path: tuple
    swift: str
    ids: list
    access: str
    has_values: bool
    # The names of its keys and nested namespaces, in lower case.
    taken: set
    # The storage strings that preceded its keys' ids in earlier versions.
    former_prefixes: list = dataclasses.field(default_factory=list)

    def former_keys(self, storage):
        """The former storage strings of a key that the namespace's former names give it."""
        component = storage.removeprefix(":".join(self.ids) + ":")
        return [f"{prefix}:{component}" for prefix in self.former_prefixes]


class Schemas:
    """The schemas of one target: four files, of which the last has no namespace."""

    def __init__(self, seed, module):
        self.random = random.Random(f"schemas {seed}")
        self.module = module
        self.scalars = values.scalars(self.random)
        # The declared types that are seen everywhere, and those of the file at hand.
        self.shared_types, self.own_types = [], []
        self.type_names = {"values"}
        self.count = 0
        # The names of keys, of which functions are named, and the functions outside of all types.
        self.names_of_keys, self.functions = [], dict.fromkeys(HOOKS[:2])
        self.access = self.random.choice(ACCESS)
        self.spaces = self.make_spaces()
        self.files = [self.file(number) for number in range(4)]

    # Choices

    def chance(self, share):
        return self.random.random() < share

    def words(self):
        """A text for people, as JSON and as it is."""
        text = " ".join(self.random.choice(WORDS) for _ in range(self.random.randint(1, 9)))
        return Value(quoted(text, self.random), text)

    def phrase(self):
        """A text that is not blank."""
        text = "say " + self.words().swift
        return Value(quoted(text, self.random), text)

    def unique(self):
        """A number that no other call gives, for what must not clash."""
        self.count += 1
        return self.count

    def name(self, taken):
        """A lowerCamelCase name that differs from those taken in more than case."""
        for _ in range(99):
            name = self.random.choice(NAMES) + self.random.choice(SUFFIXES)
            if (name[0] == "_" or name[0].isupper()) and self.chance(0.9):
                name = name.lower().strip("_") or "u"
            if name.lower() not in taken:
                taken.add(name.lower())
                return name
        return f"n{self.unique()}"

    def function(self, key):
        """The name of a function outside of all types: it may be that of a key, or of what is made of
        one, or of what others are named as.
        """
        names = [key, *self.names_of_keys[-40:], *NAMES]
        name = self.random.choice([key, self.random.choice(names)]) + self.random.choice(SUFFIXES)
        if self.chance(0.1):
            name = self.random.choice(MEMBERS)
        self.functions[name] = None
        return name

    def type(self, depth=0, hashable=False):
        """A type of any depth; for elements of sets one that can be hashed."""
        pool = self.scalars + self.shared_types + self.own_types
        pool = [type for type in pool if type.is_hashable or not hashable]
        share = self.random.random()
        if depth == 0 and share < 0.1:
            # Strings have the most words.
            return next(type for type in pool if type.spelling == "String")
        if depth > 5 or share < 0.55:
            return self.random.choice(pool)
        if share < 0.72:
            return values.array(self.random, self.type(depth + 1, hashable))
        if share < 0.85:
            return values.set_of(self.random, self.type(depth + 1, True))
        key = self.random.choice([type for type in pool if type.is_dictionary_key])
        return values.dictionary(self.random, key, self.type(depth + 1, hashable))

    # Namespaces

    def make_spaces(self):
        """Three namespaces, each inside the one before, and None for what has no namespace."""
        # The keys of a flat one may have the names of others.
        self.is_flat = self.chance(0.3)
        plain = [name for name in NAMES if name.isascii() and name[0].islower()]
        names = ["space", *self.random.sample([name for name in plain if name not in UNNAMED], 2)]
        if self.chance(0.5):
            names[1:] = ["inner", "deep"]
        self.words_of_spaces = []
        spaces = {None: Space((), f"{self.module}Keys", [], self.access, False, {"space"})}
        path, swift, ids = (), "", []
        access, former = self.access, []
        for depth, name in enumerate(names):
            words, component = {}, name
            if self.chance(0.3):
                name, words["id"] = ["zone", "ärea", "selfKeys"][depth], quoted(component, self.random)
            path += (name,)
            swift_name = name[0].upper() + name[1:]
            self.type_names.add(swift_name.lower())
            if self.chance(0.3):
                component = self.random.choice(["a:b", "%", "é", "\u0301", "x" * 90]) + name
                words["id"] = quoted(component, self.random)
            if depth == 1 and self.chance(0.7):
                access = self.random.choice(["internal", access, access])
                words["access"] = quoted(access)
            has_values = self.chance(0.7)
            if has_values:
                words["values"] = "true"
            self.words_of_spaces.append(words)
            former = [f"{prefix}:{values.escaped(component)}" for prefix in former]
            if depth != 1 and self.chance(0.3):
                own = f"former{self.unique()}:space"
                former = [own, *former]
                words["former"] = f"[{quoted(own)}]"
                if self.chance(0.3):
                    words["moves"] = '"later"'
            swift = f"{swift}.{swift_name}" if swift else swift_name
            ids = ids + [values.escaped(component)]
            taken = set(names[depth + 1 :][:1])
            spaces[path] = Space(
                path, swift, ids, access, has_values, taken, former_prefixes=former
            )
        return spaces

    def space_words(self, depth):
        """The first file's declaration of a namespace."""
        words = dict(self.words_of_spaces[depth])
        if self.chance(0.5):
            words["summary"] = self.words().json
        if self.chance(0.3):
            words["title"] = self.phrase().json
        if self.chance(0.3):
            words["discussion"] = self.words().json
        if self.chance(0.4):
            hooks = self.random.choice([["preCommit"], ["postCommit"], ["preCommit", "postCommit"]])
            words |= {hook: f'"{self.random.choice(HOOKS)}"' for hook in hooks}
        if self.chance(0.3):
            gone = self.random.choice(["gone:", "a%", "ß ", "e\u0301"])
            words["reserved"] = f"[{quoted(gone)}]"
            if self.chance(0.7):
                words["erased"] = self.random.choice(['["swept"]', '["swept:*"]'])
        if self.is_flat:
            words["flat"] = self.random.choice(["true", "true", "false"])
        if self.is_flat or self.chance(0.2):
            words["suppress"] = '["pattern", "foundation-name", "none-case", "environment-clash", "default-processed", "clear-text"]'
        if self.chance(0.2):
            words["x-note"] = self.words().json
        return words

    # Types

    def enum(self, name, path):
        taken = set()
        cases = [self.name(taken) for _ in range(self.random.randint(1, 5))]
        kind = self.random.choice(["list", "integers", "strings"])
        formers = []
        if kind != "list" and self.chance(0.3):
            formers = [f"{10**6 + self.unique()}" if kind == "integers" else quoted(f"former {self.unique()}")]
            formers += [quoted(f"former{self.unique()}")] if self.chance(0.5) else []
        if kind == "list":
            raws = {case: case for case in cases}
            body = f"[{', '.join(quoted(case, self.random) for case in cases)}]"
        else:
            pool = [-(2**63), 2**63 - 1, 0, -1, 1, 7, 99] if kind == "integers" else TEXTS
            raws = dict(zip(cases, self.random.sample(pool, len(cases))))
            members = []
            for case, raw in raws.items():
                raw = quoted(raw, self.random) if kind == "strings" else f"{raw}"
                if formers:
                    raw, formers = f'{{"rawValue": {raw}, "former": [{", ".join(formers)}]}}', []
                elif self.chance(0.5):
                    raw = f'{{"rawValue": {raw}, "title": {self.phrase().json}, "summary": {self.words().json}}}'
                elif kind == "strings" and self.chance(0.2):
                    raws[case], raw = case, f'{{"summary": {self.words().json}}}'
                members.append(f"{quoted(case)}: {raw}")
            body = f"{{{', '.join(members)}}}"

        def value():
            case = self.random.choice(cases)
            return Value(quoted(case, self.random), f"{path}.{name}.`{case}`", f"{raws[case]}")

        type = ValueType(
            name, value, f"{path}.{name}", "declared", is_dictionary_key=True, is_parameter=True
        )
        text = f'"enum": {body}'
        if self.chance(0.2):
            text += f', "reserved": [{10**7 + self.unique() if kind == "integers" else quoted(f"gone {self.unique()}")}]'
        if self.chance(0.1) and "unknown" not in taken:
            text += ', "unknown": "keep"'
        return type, text

    def struct(self, name, path):
        taken, fields = set(), []
        for _ in range(self.random.randint(1, 6)):
            field, type = self.name(taken), self.type(2)
            is_optional = self.chance(0.25)
            has_default = not is_optional and type.has_literal and self.chance(0.4)
            fields.append((field, type, is_optional, type.value() if has_default else None))

        def value():
            members, arguments = [], []
            for field, type, is_optional, default in fields:
                label = "`inout`" if field == "inout" else field
                if (is_optional or default) and self.chance(0.4):
                    if is_optional and self.chance(0.5):
                        members.append(f"{quoted(field)}: null")
                    if default:
                        arguments.append(f"{label}: {default.swift}")
                    continue
                chosen = type.value()
                members.append(f"{quoted(field, self.random)}: {chosen.json}")
                arguments.append(f"{label}: {chosen.swift}")
            self.random.shuffle(members)
            return Value(f"{{{', '.join(members)}}}", f"{path}.{name}({', '.join(arguments)})")

        body = ", ".join(self.field(*field) for field in fields)
        has_literal = all(type.has_literal or optional for _, type, optional, _ in fields)
        type = ValueType(
            name, value, f"{path}.{name}", "declared", is_hashable=False, has_literal=has_literal
        )
        return type, f'"struct": {{{body}}}'

    def field(self, name, type, is_optional, default):
        spelling = quoted(type.spelling + ("?" if is_optional else ""))
        words = [f'"type": {spelling}']
        if default:
            words.append(f'"default": {default.json}')
        if self.chance(0.3):
            words.append(f'"summary": {self.words().json}')
        if self.chance(0.1):
            words.append(f'"title": {self.phrase().json}')
        if self.chance(0.1):
            words.append(f'"former": ["former{self.unique()}"]')
            if self.chance(0.3):
                words.append('"moves": "later"')
        is_short = len(words) == 1 and self.chance(0.8)
        return f"{quoted(name, self.random)}: " + (spelling if is_short else f"{{{', '.join(words)}}}")

    def declared_type(self, number, path):
        """A line that declares a type, and the type."""
        name = self.random.choice(TYPE_NAMES)
        # Most are names of types that programs use, which are refused.
        if self.chance(0.9):
            name += str(self.unique())
        if name.lower() in self.type_names and (name != "Values" or number == 0):
            name = f"T{self.unique()}"
        self.type_names.add(name.lower())
        type, body = self.random.choice([self.enum, self.struct])(name, path)
        if self.chance(0.2):
            body += f', "summary": {self.words().json}'
        if self.chance(0.1):
            body += f', "discussion": {self.words().json}'
        return type, Line(f"{quoted(name, self.random)}: {{{body}}},", is_declaration=True)

    # Keys

    def type_words(self, name):
        """A type with its default: the words, the type, the Swift of the default."""
        words = {}
        is_optional = self.chance(0.15)
        mark = "?" if is_optional else ""
        if self.chance(0.06):
            spelling, coding, function = self.random.choice(OWN)
            words = {"type": quoted(spelling + mark), "coding": quoted(coding)}
            if not is_optional:
                words["default"] = f'{{"call": "{function}"}}'
            if self.chance(0.3):
                words["revision"] = "2"
            type = ValueType(spelling, None, spelling + mark, "own")
            return words, type, "nil" if is_optional else f"{function}()"
        type = self.type()
        words["type"] = quoted(type.spelling + mark)
        if is_optional:
            return words, dataclasses.replace(type, swift=type.swift + "?"), "nil"
        default = type.value()
        words["default"], swift = default.json, default.swift
        if self.chance(0.15 if type.spelling in COMPUTED else 0.05):
            function = COMPUTED.get(type.spelling, "Own.any")
            persist = self.random.choice(["", ', "persist": "whenMissing"', ', "persist": "never"'])
            swift = f"{function}()" if type.spelling in COMPUTED else None
            if type.spelling == "Int" and self.chance(0.7):
                function = self.function(name)
                swift = f"{self.module}.`{function}`()"
            words["default"] = f'{{"call": {quoted(function)}{persist}}}'
        elif self.chance(0.05):
            words["defaultFor"] = '"new"'
        return words, type, swift

    def processing(self, *steps, count=2):
        chosen = self.random.sample(steps, self.random.randint(1, min(count, len(steps))))
        return f"[{', '.join(chosen)}]"

    def constraint_words(self, type, default):
        """Constraints and processing steps that fit a type, if not always its default."""
        words = {}
        if type.spelling == "String":
            share = self.random.random()
            if share < 0.25:
                words["length"] = self.random.choice(
                    ["[0, 1]", "[null, 40]", "[2, 400]", "[1, null]", f"[null, {2**32 - 1}]", "[0, 0]"])
            if share < 0.1 or share > 0.85:
                words["pattern"] = quoted(self.random.choice(PATTERNS))
            if share > 0.85:
                words["suppress"] = '["pattern", "none-case", "foundation-name", "environment-clash", "default-processed", "clear-text"]'
            if 0.25 < share < 0.55:
                call = self.random.choice(
                    ['{"call": "Steps.text"}', '{"call": "Steps.later", "old": true}']
                )
                words["processing"] = self.processing(
                    '"trim"', '"lowercase"', '"uppercase"', call, count=4
                )
        if type.spelling in INTEGERS or type.spelling in REALS:
            ends = [self.random.choice([type.value().json, "null", "0"]) for _ in range(2)]
            ends = f"[{', '.join(ends)}]"
            if self.chance(0.2):
                words["unit"] = self.phrase().json
            if self.chance(0.3):
                words["range"] = ends
        if type.kind in ("array", "set", "dictionary") and self.chance(0.2):
            words["length"] = self.random.choice(["[0, 0]", "[null, 1]", "[1, 3]", f"[2, {10**9}]", "[2, null]"])
        if type.kind == "array":
            if self.chance(0.25):
                words["processing"] = self.processing('"removeDuplicates"', '"sort"')
        if type.kind in ("scalar", "declared") and self.chance(0.15):
            allowed = [type.value().json for _ in range(self.random.randint(1, 4))]
            if default and self.chance(0.8):
                allowed.append(default)
            words["allowed"] = f"[{', '.join(dict.fromkeys(allowed))}]"
            words["example"] = self.random.choice(allowed)
        return words

    def lifecycle_words(self, name):
        """Words for people and tools, and what they say."""
        words, said = {}, {}

        def say(word, share, text):
            if self.chance(share):
                words[word], said[word] = text.json, text.swift

        say("summary", 0.2, self.words())
        say("deprecated", 0.07, self.phrase())
        day = self.random.choice(["2026-12-31", "0000-01-01", "9999-12-31", "2024-02-29"])
        say("expires", 0.05, Value(quoted(day), day))
        sensitivity = self.random.choice(["public", "private", "secret"])
        say("sensitivity", 0.08, Value(quoted(sensitivity), sensitivity))
        if self.chance(0.1):
            words["discussion"] = self.words().json
        for word in ("title", "group"):
            if self.chance(0.1):
                words[word] = self.phrase().json
        if self.chance(0.05):
            words["store"] = quoted(self.random.choice(["cache", "vault", "S3".lower()]))
        if self.chance(0.05):
            words["store"] = self.random.choice(['["default", "old"]', '["vault", "default1", "old"]'])
        if self.chance(0.05):
            words["ttl"] = self.random.choice(["1", "0.5", "9e18", "1e-18", "1e15", "3600"])
        if self.chance(0.05):
            words["maxAge"] = self.random.choice(
                ["1", "0.5", "9e18", "30"])
        if self.chance(0.05):
            words["keychain"] = quoted(self.random.choice([
                "whenUnlocked", "afterFirstUnlock", "whenUnlockedThisDeviceOnly",
                "afterFirstUnlockThisDeviceOnly", "whenPasscodeSetThisDeviceOnly",
                "whenUnlockedSynchronized", "afterFirstUnlockSynchronized"]))
        for word in ("willChange", "didChange"):
            if self.chance(0.1):
                words[word] = quoted(self.random.choice(["Steps.changed", self.function(name)]))
        return words, said

    def parameter_words(self):
        """The parameters of a family: the word, and for each an argument."""
        taken, members, parameters = set(), [], []
        pool = [t for t in self.scalars + self.shared_types + self.own_types if t.is_parameter]
        for _ in range(self.random.randint(1, 3)):
            name, type = self.name(taken), self.random.choice(pool)
            argument = type.value()
            while not argument.fits:
                argument = type.value()
            members.append(f"{quoted(name)}: {quoted(type.spelling)}")
            parameters.append((name, argument))
        return {"parameters": f"{{{', '.join(members)}}}"}, parameters

    def former_words(self, name):
        former = f"old{self.unique()}:" + self.random.choice(TEXTS[:4])
        words = {"former": f"[{quoted(former, self.random)}]"}
        if self.chance(0.4):
            words["migrate"] = quoted(self.random.choice(["Steps.migrate", self.function(name)]))
        elif self.chance(0.3):
            words["moves"] = '"later"'
        return words, {"formerKeys": [former]}

    def naming_words(self, name, space):
        """How a key is called in storage: words, storage string."""
        words, component = {}, name
        share = self.random.random()
        text = self.random.choice(TEXTS) + f"{self.unique()}"
        if share < 0.05:
            words["storageString"] = quoted(text, self.random)
            return words, text
        if share < 0.13:
            words["id"], component = quoted(text, self.random), text
        return words, ":".join(space.ids + [values.escaped(component)])

    def key(self, space):
        name = self.name(space.taken)
        names, storage = self.naming_words(name, space)
        words, type, default = self.type_words(name)
        words.update(self.constraint_words(type, words.get("default")))
        if ("range" in words or type.kind == "array" and words.get("length", "").startswith(("[0, ", "[null, "))) \
                and self.chance(0.5):
            words["outside"] = '"clamp"'
        elif {"length", "pattern"} & words.keys() and self.chance(0.2):
            if '"call"' not in words.get("default", ""):
                words["outside"] = '"default"'
        lifecycle, said = self.lifecycle_words(name)
        words.update(names | lifecycle)
        parameters = []
        if self.chance(0.08):
            more, parameters = self.parameter_words()
            words.update(more)
            words.pop("defaultFor", None)
            words.pop("store", None)
            if self.chance(0.3):
                more, former = self.former_words(name)
                more.pop("migrate", None)
                words.update(more)
                said.update(former)
        elif self.chance(0.1):
            more, former = self.former_words(name)
            words.update(more)
            said.update(former)
        if "migrate" not in words and "storageString" not in words:
            former = said.get("formerKeys", []) + space.former_keys(storage)
            if former:
                said["formerKeys"] = former
        if self.chance(0.06):
            words["x-note"] = self.random.choice([self.words().json, "true", "1.5", '["a", 2]', "null", "{}"])
        self.names_of_keys.append(name)
        if "processing" in words and "whenMissing" in words.get("default", ""):
            # The first reader gets the value that the steps make of it.
            default = None
        # A step may change a value, what a function computes may break a constraint, and whether a
        # text matches is not found out where that might take long.
        is_kept = (
            "processing" not in words and '"call"' not in words.get("default", "")
            and words.get("pattern") not in map(quoted, UNTRIED_PATTERNS)
        )
        key = Key(
            space.swift, name, type.swift, storage, default, is_kept, space.has_values,
            parameters, said,
        )
        return self.key_line(name, words, key)

    def key_line(self, name, words, key):
        words = list(words.items())
        self.random.shuffle(words)
        body = ", ".join(f'"{word}": {value}' for word, value in words)
        return Line(f"{quoted(name, self.random)}: {{{body}}},", key, is_declaration=True)

    def imported(self, space):
        """The import of a module, and the key that uses it."""
        name = f"imported{self.unique()}"
        storage = ":".join(space.ids + [name])
        if self.chance(0.5):
            level = self.random.choice(["", "internal ", "fileprivate ", "private "])
            words = {"type": '"Int"', "default": "7", "didChange": '"Inks.changed"'}
            type, default = "Int", "7"
        else:
            level = f"{space.access} "
            words = {"type": '"Inks.Ink"', "coding": '"codable"', "default": '{"call": "Inks.black"}'}
            type, default = "Inks.Ink", "Inks.black()"
        former = space.former_keys(storage)
        said = {"formerKeys": former} if former else {}
        key = Key(space.swift, name, type, storage, default, True, space.has_values, [], said)
        return f'"imports": ["{level}Palette"],', self.key_line(name, words, key)

    # Files

    def body(self, space, type_count, key_count, number=0):
        """The lines of the types and keys of a namespace, and the types."""
        pairs = [
            self.declared_type(number, space.swift if space.path else self.module)
            for _ in range(type_count)
        ]
        types = [type for type, _ in pairs]
        self.own_types = self.own_types + types
        keys = [self.key(space) for _ in range(key_count)]
        end = '"x-end": 0'
        declarations = [line for _, line in pairs]
        lines = [Line('"types": {'), *declarations, Line(f'{end}}}, "keys": {{'), *keys]
        return types, lines + [Line(f"{end}}}")]

    def file(self, number):
        """One file; the first says what there is to say of the namespaces."""
        paths = [path for path in self.spaces if path]
        path = paths[0] if number == 0 else None if number == 3 else self.random.choice(paths)
        space = self.spaces[path]
        head = ['{"version": 1,']
        if path:
            head.append(f'"namespace": {quoted(".".join(path))},')
        else:
            head.append(f'"access": "{self.access}",')
            if self.is_flat:
                head.append('"suppress": ["environment-clash"],')
        if self.is_flat:
            head.append('"environmentPrefix": "APP_2",')
        if self.chance(0.3):
            head.append(f'"$schema": {self.words().json},')
        if self.chance(0.5):
            head.append(f'"x-a": {self.words().json},')
        imported = None
        if self.chance(0.4):
            imports, imported = self.imported(space)
            head.append(imports)
        self.own_types = []
        types, lines = self.body(
            space, self.random.randint(0, 6), self.random.randint(20, 40), number
        )
        if imported:
            # Keys are the last of the body.
            lines.insert(-1, imported)
        if number == 0:
            self.shared_types = types
            lines = self.first_words() + lines
        lines[-1].text += "}"
        name = self.random.choice(["A", "é x", "B+c", "d"])
        return File(f"{name}{number}.keys.json", [Line(text) for text in head] + lines)

    def first_words(self):
        """Lines that say all of the namespaces: `deep` inside `inner`, each with some keys."""

        def members(words):
            return "".join(f'"{word}": {value}, ' for word, value in words.items())

        own = {"access": quoted(self.access)} | self.space_words(0)
        lines = [Line(members(own))]
        for depth, path in enumerate(self.spaces):
            if not path or len(path) == 1:
                continue
            self.own_types = []
            _, body = self.body(self.spaces[path], 1, self.random.randint(1, 4))
            head = f'"namespaces": {{"{path[-1]}": {{{members(self.space_words(depth - 1))}'
            lines += [Line(head), *body[:-1], Line(body[-1].text + ("," if len(path) == 2 else ""))]
        lines.append(Line("}}}},"))
        return lines
