"""Edits of one schema, two or three at a time: what builds without an error reads each value under the name that
it had.

Each case is a namespace with an enum, a struct, single keys and a family, in versions between which edits were
made: every pair of edits, in one step and in two with a release between them, and every three edits of one
thing with a release after each. The programs of all versions are built; each release writes, and the last
program reads, also where a user skips the releases between or has opened the store with some of them.

What a value meant is judged by `oracle.py`, which knows names alone.
"""

import copy
import itertools
import plistlib
import random

from meaning_edits import EDITS, THINGS, bare
from repair_edits import ALL, KEYS, OTHERS, REPAIRS
from oracle import (
    case_successor, components, counting, follow, formers, GONE, gone_words, kept_in, key_successor, merged, reinterpreted,
    shifted, shown, stored, string, values, with_former,
    wrong)
from programs import STORED, Version, clear, kind

# Errors without a loss that a value here shows, each with its reason.
CAUTIOUS = {
    # The old value comes back under the name that it had, but years later, or a later thing could meet it.
    "reused", "reused case", "reused field",
    # Of a family with one more parameter, the old names are read by nothing.
    "unreadable parameters",
}


# The namespaces of a case, by their first letters.
SPACES = "wuvx"


def number(key):
    """The number of the case that a storage string belongs to."""
    return key.split(":")[0].lstrip(SPACES)


class Case:
    """Versions of one namespace, of which all but the last are released."""

    def __init__(self, number, edits, is_stepwise, keys=None, accepts=False):
        self.number, self.edits = number, edits
        # Whether a release accepts what it loses: then only what the last one stored counts.
        self.accepts = accepts
        self.name = f"w{number}"
        self.versions = [bare(keys)]
        # The places of versions that were released; others are a release again that was before them.
        self.steps = [0]
        version = copy.deepcopy(self.versions[0])
        self.is_real = True
        for edit in edits:
            before = copy.deepcopy(version)
            version["next"] = str(len(self.versions) + 1)
            is_made = ALL[edit](version) is not False
            del version["next"]
            self.is_real = self.is_real and is_made and str(version) != str(before)
            if is_stepwise:
                self.add(version)
        if not is_stepwise:
            self.add(version)

    def add(self, version):
        self.steps.append(len(self.versions))
        self.versions.append(copy.deepcopy(version))

    def take_out(self, number):
        """Leaves a version out of the releases: one with an error is none."""
        self.steps.remove(number)
        self.versions[number] = self.versions[number - 1]

    def __str__(self):
        if self.accepts:
            return ", then ".join(self.edits) + ", each accepted"
        if len(self.edits) >= len(self.versions):
            return " with ".join(self.edits)
        steps = [" with ".join(self.edits[start:end]) for start, end in itertools.pairwise(self.steps)]
        return ", then ".join(steps)

    def spelled(self, text):
        """A storage string of this case's own."""
        for space in SPACES:
            if f"{text}:".startswith(space + ":"):
                return f"{space}{self.number}{text[1:]}"
        return text

    def schema(self, number):
        version = self.versions[number]
        def words(words):
            words = {name: value for name, value in words.items() if value not in ([], {})
                     or name in ("default", "enum", "struct")}
            for name in ("former",):
                if name in words:
                    words[name] = [self.spelled(text) for text in words[name]]
            if "storageString" in words:
                words["storageString"] = self.spelled(words["storageString"])
            return words
        space = {"id": f"{version['id']}{self.number}", "keys": {n: words(w) for n, w in version["keys"].items()},
                 "types": {n: words(with_former(w)) for n, w in version["types"].items()}}
        if "moves" in version:
            space["moves"] = version["moves"]
        if version["former"]:
            space["former"] = [f"{name}{self.number}" for name in version["former"]]
        return space | gone_words(version["reserved"])

    # The keys of all releases.

    def keys(self):
        """Each key that a release was the first to have: that release, and its names from there on."""
        known = set()
        for start, version in enumerate(self.versions[:-1]):
            for name in version["keys"]:
                if (start, name) not in known:
                    names = self.names(start, name)
                    known.update((start + place, later) for place, later in enumerate(names))
                    yield start, names

    def names(self, start, name):
        """The names of a key from a version on, as far as it has one."""
        names = [name]
        for old, new in itertools.pairwise(self.versions[start:]):
            if name in (None, GONE):
                break
            name = key_successor(old, new, name)
            names.append(name)
        return names

    def is_swept(self, start, names):
        """Whether the values of a key are to be removed, of which the last name is gone."""
        known = [name for name in names if name not in (None, GONE)]
        if names[-1] != GONE:
            return False
        id = string(self.versions[start + len(known) - 1], known[-1]).split(":")[-1]
        return any(isinstance(entry, dict) and entry["key"] == id for entry in self.versions[-1]["reserved"])

    def strings(self, start, names):
        """The storage strings of a key, by its names from a version on."""
        return {self.spelled(string(version, name)) for version, name in zip(self.versions[start:], names)
                if name not in (None, GONE)}

    # What is stored and what is read: by the name of a key and its arguments.

    def arguments(self, version, name):
        """Arguments of a family, by parameter, each with the component of its storage string."""
        parameters = version["keys"][name].get("parameters", {})
        if not parameters:
            return [()]
        pools = [[(n, str(i), i) for i in (1, 2)] if type == "Int" else [(n, '"i"', "i")] if type == "String" else [
            (n, f".`{case}`", raw) for case, raw in version["types"][type]["enum"].items()]
            for n, type in parameters.items()]
        return list(itertools.product(*pools))

    def members(self, number):
        """Each key of a version: its name, its arguments by name, its storage string, its Swift."""
        version = self.versions[number]
        for name in version["keys"]:
            for arguments in self.arguments(version, name):
                own = "".join(f":{component}" for _, _, component in arguments)
                swift = ", ".join(f"{label}: {text}" for label, text, _ in arguments)
                yield (
                    name, frozenset((label, text) for label, text, _ in arguments),
                    self.spelled(string(version, name)) + own,
                    ("@" if kept_in(version["keys"][name]) != "default" else "") + f"{self.name.capitalize()}.{name}"
                    + (f"({swift})" if swift else ""))

    def numbers(self, number):
        """The members that are optional integers, which any two versions write alike."""
        keys = self.versions[number]["keys"]
        return [member for member in self.members(number) if keys[member[0]]["type"] == "Int?"]

    def looked_up(self, number, name, storage):
        """The storage strings under which a running program of a version looks for a key."""
        version = self.versions[number]
        store = "" if kept_in(version["keys"][name]) == "default" else "vault "
        if "moves" not in version and "moves" not in version["keys"][name]:
            return [store + storage]
        components = storage.removeprefix(self.spelled(string(version, name)))
        return [store + storage] + [
            store + self.spelled(former) + components for former in formers(version, name)]

    def absent(self, number):
        """Structs from before their fields with defaults came, as `former` gives them."""
        keys, types = (self.versions[number][part] for part in ("keys", "types"))
        for name, arguments, storage, _ in self.members(number):
            if keys[name]["type"] == "S?":
                members = {
                    field: "t" if words["type"] == "String" else place
                    for place, (field, words) in enumerate(types["S"]["struct"].items()) if "default" not in words}
                yield name, arguments, storage, members, ("struct", members)

    def doubled(self, number):
        """Dictionaries with a former and a present spelling of a key, likewise: the present one counts."""
        keys, types = (self.versions[number][part] for part in ("keys", "types"))
        for name, arguments, storage, _ in self.members(number):
            kind = {"[N: Int]": "pairs", "T?": "held"}.get(keys[name]["type"])
            for raw, case in list(types["N"]["formerCases"].items())[:1] if kind else []:
                if case in types["N"]["enum"]:
                    pairs = {raw: 5, types["N"]["enum"][case]: 6}
                    yield name, arguments, storage, {"d": pairs} if kind == "held" else pairs, (kind, {case: 6})

    def former(self, number):
        """What a program of a version reads and does not write: a key, its arguments, the bytes and the value."""
        version = self.versions[number]
        for name, arguments, storage, _ in self.members(number):
            if formers(version, name) and ("moves" in version or "moves" in version["keys"][name]):
                # It is stored under the former name, and read under its own.
                value = values(version, version["keys"][name])[0]
                yield name, arguments, storage, stored(version, value), value
                continue
            match version["keys"][name]["type"].rstrip("?"):
                case "E" | "N" as type:
                    for raw, case in list(version["types"][type]["formerCases"].items())[:1]:
                        form = int(raw) if raw.isdigit() else raw
                        yield name, arguments, storage, form, ("case", type, case)
                case "S":
                    fields = version["types"]["S"]["struct"]
                    names = {field: words.get("former", [field])[0] for field, words in fields.items()}
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
        for label, text in arguments or self.components(name, versions):
            last, was = (words.get("parameters", {}) for words in (versions[-1]["keys"][key], versions[0]["keys"][name]))
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
                if place >= len(last):
                    return None
                result.append((list(last)[place], text))
        return key, frozenset(result)

    @staticmethod
    def components(name, versions):
        """The arguments with which a family has a single key of before as one of its own."""
        for place, (old, new) in enumerate(itertools.pairwise(versions)):
            later = key_successor(old, new, name, versions[:place])
            found = components(new, later, string(old, name)) if "parameters" not in old["keys"][name] else None
            if found:
                return [(label, f'"{text}"') for label, text in zip(new["keys"][later]["parameters"], found)]
            name = later
        return []


class Plan:
    """A value that a program stored: the case and the version, the key and its arguments, and its bytes."""

    def __init__(self, case, start, name, arguments, storage, form, value):
        self.case, self.start, self.name, self.arguments = case, start, name, arguments
        self.storage, self.form, self.value = storage, form, value


class Meanings:
    """Cases of as many versions, in one program for each."""

    def __init__(self, place, cases, toolchain):
        self.toolchain = toolchain.in_workspace(f"workspace{place}")
        self.folder = toolchain.folder
        self.releases = len(cases[0].versions) - 1
        # Also of cases that are none, so that the programs of releases are the same for many batches.
        self.released = cases
        accepting = {str(case.number) for case in cases if case.accepts}
        self.toolchain.accepts = lambda key: number(key) in accepting
        for turn in range(1, self.releases):
            sound = self.sound(cases, turn)
            for case in cases:
                if case not in sound:
                    case.take_out(turn)
        self.cases = self.valid([case for case in cases if case.is_real], -1)
        self.forget()
        self.programs = [
            self.program(f"Meaning{place}{'New' if turn == self.releases else f'Release{turn + 1}'}", turn)
            for turn in range(self.releases + 1)]

    @classmethod
    def mended(cls, number, cases, other):
        """Cases of other programs, of which the last version was mended."""
        self = cls.__new__(cls)
        self.toolchain, self.folder = other.toolchain, other.folder
        self.cases, self.releases = cases, other.releases
        self.forget()
        self.programs = [*other.programs[:-1], self.program(f"Meaning{number}Mended", self.releases)]
        return self

    def forget(self):
        """Has the programs read again at the next check."""
        self.lost, self.shifted, self.changes = None, {}, []
        self.unfound = {}

    def valid(self, cases, turn):
        """The cases whose version has no error by itself, each with all its keys."""
        if not cases or self.toolchain.is_valid(self.schema(cases, turn)):
            return cases
        if len(cases) == 1:
            return []
        half = len(cases) // 2
        return self.valid(cases[:half], turn) + self.valid(cases[half:], turn)

    def sound(self, cases, turn):
        """The cases whose version loses nothing of the releases before it."""
        cases = self.valid(cases, turn)
        if not cases:
            return []
        changes = self.toolchain.changes([self.schema(cases, earlier) for earlier in range(turn)], self.schema(cases, turn))
        wrong = {number(change["key"]) for change in changes if change["level"] == "error"}
        return [case for case in cases if case.accepts or str(case.number) not in wrong]

    @staticmethod
    def schema(cases, turn):
        spaces = {case.name: case.schema(turn) for case in cases}
        for case in cases:
            for space, ids in case.versions[turn].get("left", {}).items():
                spaces[f"{case.name}left{space}"] = {"id": f"{space}{case.number}"} | gone_words(ids)
        return {"version": 1, "namespaces": spaces}

    def program(self, module, turn):
        cases = self.cases if turn == self.releases else self.released
        swift = [swift for case in cases for *_, swift in case.members(turn)]
        version = Version(
            module, self.folder, self.schema(cases, turn), swift, ["Newer.swift"], target="Meaning")
        released = [self.schema(cases, earlier) for earlier in range(min(turn + 1, self.releases))]
        version.know_releases(self.toolchain.building(released, self.schema(cases, turn)))
        return version

    def check(self):
        """For each storage string of each key: the kinds of errors, and why a value under it is read wrongly."""
        if self.lost is None:
            self.lost = {}
            for case, start, name, why, isLost in self.all_readings():
                if case.accepts and start < self.releases - 1:
                    continue
                if isLost:
                    self.lost.setdefault((case.number, start, name), why)
                else:
                    later = case.names(start, name)[self.releases - 1 - start:]
                    self.shifted.setdefault((case.number, later[0] if later else None), why)
        errors = self.errors()
        for case in self.cases:
            for start, names in case.keys():
                whys, later = {}, {}
                for turn, name in enumerate(names[:self.releases - start], start):
                    if name not in (None, GONE) and (not case.accepts or turn == self.releases - 1):
                        version = case.versions[turn]
                        read = (case.spelled(string(version, name)), *map(case.spelled, formers(version, name)))
                        whys[read] = whys.get(read) or self.lost.get((case.number, turn, name))
                        for earlier in whys:
                            later.setdefault(earlier, set()).update(read)
                def kinds(read):
                    return set().union(*(errors.get(own, set()) for own in read))
                # What is lost on the way through a later release is an error of the string that it has there.
                lost = set().union(*(later[read] for read, why in whys.items() if why))
                for read, why in whys.items():
                    yield case, names[0], kinds(read) or kinds(later[read]) if why else kinds(set(read) - lost), why

    def all_readings(self):
        for start in range(self.releases):
            for turn in range(TURNS + 3):
                yield from self.readings(turn, [start])
            for more in range(1, self.releases - start):
                for later in itertools.combinations(range(start + 1, self.releases), more):
                    for turn in PASSING:
                        yield from self.readings(turn, [start, *later])
                    for turn in OVERWRITING:
                        yield from self.readings(turn, [start, *later], writes=True)
            yield from self.defaults(start)

    def errors(self):
        """The kinds of errors about data, by the key of a release that they concern."""
        self.changes = self.toolchain.changes(
            [self.schema(self.cases, turn) for turn in range(self.releases)], self.schema(self.cases, -1))
        found = {}
        for change in self.changes:
            if change["level"] == "error" and change["change"] in STORED:
                found.setdefault(change["key"], set()).add(kind(change))
        return found

    def shifts(self):
        """After a check, for each key of the last release: the kinds of changes that the build tells people of,
        and why a value of it counts as another one."""
        told = {}
        for change in self.changes:
            if change["level"] in ("warning", "error"):
                told.setdefault(change["key"], set()).add(kind(change))
        for case in self.cases:
            if case.accepts:
                continue
            release = case.versions[-2]
            for name in release["keys"]:
                why = self.shifted.get((case.number, name)) or reinterpreted(name, case.versions)
                yield case, name, told.get(case.spelled(string(release, name)), set()), why

    def repeated(self):
        """After a check, errors about the same bytes of a key, or warnings of its default, of which one would do."""
        known, warned = {}, set()
        cases = {str(case.number): case for case in self.cases}
        for change in self.changes:
            if change["change"] == "default" and "who never chose" in change["message"]:
                if change["key"] in warned:
                    yield f"{cases[number(change['key'])]}: two warnings of the default of {change['key']}"
                warned.add(change["key"])
            # What a type was is no bytes.
            is_type = change["change"] == "unreadable" and change["of"] != "case"
            if change["level"] != "error" or not change["from"] or is_type:
                continue
            first = known.setdefault((change["key"], change["from"]), change)
            if first is not change:
                case = cases[number(change["key"])]
                yield f"{case}: {change['from']} has two errors: {first['message']}; {change['message']}"

    def swept(self):
        """For each key of a release that is removed: the kinds of changes that the build tells people of, and what
        stays stored in spite of that."""
        told = {}
        for change in self.changes:
            if change["level"] in ("warning", "error"):
                told.setdefault(change["key"], set()).add(kind(change))
        for start in range(self.releases):
            store = self.toolchain.workspace / "swept.plist"
            clear(store)
            plans = [plan for turn in range(TURNS) for plan in self.planned(turn, start)]
            self.toolchain.write(self.programs[start], {plan.storage: plan.form for plan in plans}, store)
            self.toolchain.read(self.programs[-1], store)
            left = self.toolchain.read(self.programs[-1], store, mode="raw")
            for case in self.cases:
                for first, names in case.keys():
                    if first != start or not case.is_swept(start, names):
                        continue
                    strings = case.strings(start, names)
                    kept = [
                        name for name in left if any(f"{name}:".startswith(f"{string}:") for string in strings)]
                    kinds = set().union(*(told.get(string, set()) for string in strings))
                    yield case, names[0], kinds, f"{kept} of release {start + 1} stay stored" if kept else None

    def beside(self):
        """For each number, what a release does not find of what today's program stores beside it: the kinds of
        errors where programs of both run, and why it is lost. First the last release runs, and then all."""
        for running in [[self.releases - 1], range(self.releases)][:self.releases]:
            ended = [word for turn in range(self.releases) if turn not in running for word in ("--ended", turn + 1)]
            errors = {}
            released = [self.schema(self.cases, turn) for turn in range(self.releases)]
            for change in self.toolchain.changes(released, self.schema(self.cases, -1), "--readers", "both", *ended):
                if change["level"] == "error":
                    errors.setdefault(change["key"], set()).add(kind(change))
            for start in running:
                if start not in self.unfound:
                    self.unfound[start] = self.sharing(start)
            for case in self.cases:
                for start, names in [] if case.accepts else case.keys():
                    shared = [(turn, (case.number, name)) for turn, name in enumerate(names, start) if turn in running]
                    whys = [self.unfound[turn][place] for turn, place in shared if place in self.unfound[turn]]
                    if whys:
                        kinds = set().union(*(errors.get(own, set()) for own in case.strings(start, names)))
                        yield case, names[0], kinds, next(filter(None, whys), None)

    def sharing(self, start):
        """Has programs of two versions share a store: whether the older one finds what the newer one wrote."""
        lost = {}
        for is_filled in (False, True):
            store = self.toolchain.workspace / "shared.plist"
            clear(store)
            if is_filled:
                self.toolchain.write(self.programs[start], {
                    storage: 7 for case in self.cases for _, _, storage, _ in case.numbers(start)}, store)
            given = {storage: 8 for case in self.cases for _, _, storage, _ in case.numbers(-1)}
            self.toolchain.write(self.programs[-1], given, store)
            raw = self.toolchain.read(self.programs[start], store, mode="raw")
            found = self.toolchain.read(self.programs[start], store)
            for case in self.cases:
                now = {(name, arguments) for name, arguments, _, _ in case.numbers(-1)}
                for name, arguments, storage, _ in case.numbers(start):
                    if case.meant(name, arguments, case.versions[start:]) in now:
                        read = found.get(f"value {storage}")
                        # A program that runs already looks there alone.
                        if 8 not in [raw.get(place) for place in case.looked_up(start, name, storage)]:
                            read = None
                        place = (case.number, name)
                        lost[place] = lost.get(place) or (
                            None if read == 8 else f"release {start + 1} reads {read} beside a program that stored 8")
        return lost

    def planned(self, turn, start):
        """The values that a program of a version stores at a turn."""
        for case in self.cases:
            if turn >= TURNS:
                keys = case.versions[start]["keys"]
                read = [case.former, case.absent, case.doubled][turn - TURNS]
                yield from (Plan(case, start, *member) for member in read(start) if kept_in(keys[member[0]]) == "default")
                continue
            version = case.versions[start]
            for place, (name, arguments, storage, _) in enumerate(case.members(start)):
                # Every key, and then each alone: what it leaves must not appear under another name.
                if turn >= TOGETHER and place % (TURNS - TOGETHER) != turn - TOGETHER:
                    continue
                pool = values(version, version["keys"][name])
                # Of two keys that become one, each has a value of its own.
                value = pool[(turn + sum(map(ord, name))) % len(pool)]
                yield Plan(case, start, name, arguments, storage, stored(version, value), value)

    def readings(self, turn, way, writes=False):
        """Stores values by the program of a release, and says what the last program reads wrongly: at once, or
        after some releases between have opened the store, or have written all their keys too."""
        store = self.toolchain.workspace / "meaning.plist"
        clear(store)
        plans = []
        for place, start in enumerate(way):
            program = self.programs[start]
            if place > 0 and not writes:
                self.toolchain.read(program, store)
                continue
            # What a release between knows of an earlier one it has written over.
            plans = [plan for plan in plans if plan.case.meant(
                plan.name, plan.arguments, plan.case.versions[plan.start:start + 1]) in (None, GONE)]
            own = list(self.planned((turn + place) % TURNS if place else turn, start))
            given = {plan.storage: plan.form for plan in own}
            plans += own
            if turn < TURNS:
                self.toolchain.write(program, given, store)
            elif given:
                store.write_bytes(plistlib.dumps(given, fmt=plistlib.FMT_BINARY))
        if not plans:
            return
        found = self.toolchain.read(self.programs[-1], store)
        for case in self.cases:
            last = case.versions[-1]
            read = {
                (name, arguments): (storage, shown(last, last["keys"][name]["type"], found.get(f"value {storage}")))
                for name, arguments, storage, _ in case.members(-1)}
            yield from self.judged(case, read, [plan for plan in plans if plan.case is case])

    def is_new(self, plan):
        """Whether a value that counts as another one today was one of the last release or counted there."""
        case, start, last = plan.case, plan.start, self.releases - 1
        name = case.names(start, plan.name)[last - start:]
        release = case.versions[last]["keys"].get(name[0] if name else None)
        return start == last or (
            release is not None and not isinstance(plan.value, tuple)
            and counting(release, plan.value) == plan.value)

    def judged(self, case, read, plans):
        wanted = {}
        for plan in plans:
            meant = case.meant(plan.name, plan.arguments, case.versions[plan.start:])
            if meant is None:
                why = f"{plan.name}{sorted(plan.arguments)} is read nowhere"
                yield case, plan.start, plan.name, why, True
            elif meant != GONE:
                wanted.setdefault(meant, []).append(plan)
        last = case.versions[-1]
        for meant, several in wanted.items():
            # Of several that became one, one counts, if the schema says of each that it did.
            found, words = read.get(meant, (None, None))[1], last["keys"][meant[0]]
            whys = [(plan, wrong(plan.value, found, case.versions[plan.start:], words)) for plan in several]
            plan, why = whys[0]
            strings = {string(case.versions[plan.start], plan.name) for plan in several if plan.start == several[0].start}
            if merged(last, meant[0], strings):
                yield from ((case, plan.start, plan.name, why, True) for plan, why in whys if why)
            elif all(why for _, why in whys):
                yield case, plan.start, plan.name, why, True
            elif len(several) == 1 and self.is_new(plan):
                shift = shifted(plan.value, found, case.versions[plan.start:], words)
                if shift:
                    yield case, plan.start, plan.name, shift, False
        for meant, (storage, value) in read.items():
            if value in (None, ("pairs", {}), ("held", {})) or meant in wanted:
                continue
            components = storage.removeprefix(case.spelled(string(last, meant[0])))
            places = [storage] + [case.spelled(former) + components for former in formers(last, meant[0])]
            for start, name in {(plan.start, plan.name) for plan in plans if plan.storage in places}:
                yield case, start, name, f"{meant[0]} reads {value}, which nobody stored as such", True

    def defaults(self, start):
        """Says which defaults of a release's user, who has stored nothing, are others today than in the last
        release."""
        seen = []
        for turn in (self.releases - 1, self.releases):
            store = self.toolchain.workspace / "empty.plist"
            clear(store)
            self.toolchain.write(self.programs[start], {}, store)
            found = self.toolchain.read(self.programs[turn], store)
            seen.append({
                (case.number, name): found.get(f"value {storage}", case.versions[turn]["keys"][name].get("default"))
                for case in self.cases for name, arguments, storage, _ in case.members(turn) if not arguments})
        for case in self.cases:
            for name in case.versions[start]["keys"]:
                names = case.names(start, name)[self.releases - 1 - start:]
                if len(names) < 2 or names[-1] in (None, GONE):
                    continue
                before, now = (seen[place].get((case.number, names[place])) for place in range(2))
                if before is not None and now != before:
                    yield case, start, name, f"an absent {name} of release {start + 1} is {now}, not {before}", False


TOGETHER, TURNS = 3, 11
# The turns in which releases between open the store, and in which they write their own values.
PASSING, OVERWRITING = (0, 1, TURNS, TURNS + 2), (0, 1)


def pairs(seed, count, witnesses=()):
    """A sample of the pairs of edits, after those that witness something."""
    pairs = [(pair, steps) for pair in itertools.product(EDITS, EDITS) for steps in (False, True)
             if pair[0] != pair[1]]
    random.Random(f"meanings {seed}").shuffle(pairs)
    given = [((one, other), steps) for one, other, steps in witnesses]
    return sampled((Case(0, *pair) for pair in given + pairs), count)


def triples(seed, count, witnesses=()):
    """A sample of three edits of one thing, with a release after each, likewise."""
    triples = [
        (triple, True, keys) for keys in THINGS.values() for triple in itertools.product(edits_of(keys), repeat=3)]
    random.Random(f"meanings {seed}").shuffle(triples)
    given = [(triple, True, THINGS[thing]) for thing, *triple in witnesses]
    return sampled((Case(0, *triple) for triple in given + triples), count)


def accepted(seed, count, witnesses=()):
    """A sample of edits that are made, followed by another one and made again, each accepted in its release."""
    pairs = [(pair, keys) for keys in THINGS.values() for pair in itertools.product(edits_of(keys), repeat=2)]
    random.Random(f"meanings {seed}").shuffle(pairs)
    given = [((one, other), THINGS[thing]) for thing, one, other in witnesses]
    return sampled((Case(0, (one, other, one), True, keys, True) for (one, other), keys in given + pairs), count)


def repairs(seed, count, witnesses=()):
    """A sample of the edits of families, removals and defaults, each before or after another one, likewise."""
    others = [*REPAIRS, *OTHERS]
    pairs = [
        (pair, steps) for pair in itertools.product(others, repeat=2) for steps in (False, True)
        if pair[0] != pair[1] and REPAIRS.keys() & set(pair)]
    random.Random(f"meanings {seed}").shuffle(pairs)
    given = [((one, other), steps) for one, other, steps in witnesses]
    return sampled((Case(0, *pair, KEYS) for pair in given + pairs), count)


def edits_of(keys):
    """The edits that can be the first or the second one of a version with some keys alone."""
    def is_real(*edits):
        return Case(0, edits, True, keys).is_real
    first = [edit for edit in EDITS if is_real(edit)]
    return [edit for edit in EDITS if edit in first or any(is_real(one, edit) for one in first)]


def sampled(cases, count):
    return list(itertools.islice((case for case in cases if case.is_real), count))


def batches(cases, size):
    """The cases of several programs, numbered in each."""
    result = [cases[start:start + size] for start in range(0, len(cases), size)]
    for batch in result:
        for number, case in enumerate(batch):
            case.number, case.name = number, f"w{number}"
    return result


def all_batches(size):
    """Every pair of edits, in batches whose programs of releases are the same for each second edit."""
    for start in range(0, len(EDITS), size):
        first = list(EDITS)[start:start + size]
        for steps, other in itertools.product((False, True), EDITS):
            batch = batches([Case(0, (one, other), steps) for one in first], size)[0]
            if any(case.is_real for case in batch):
                yield batch


def judge_beside(outcomes, blind=None, shy=False):
    """What contradicts a build for programs that run beside each other, likewise."""
    problems = []
    for case, name, kinds, why in outcomes:
        seen = kinds - {blind}
        if why and not seen:
            problems.append(f"{case}: {name} without an error beside a release: {why}")
        if ("older-lost" in seen or shy) and not why:
            problems.append(f"{case}: {name} is an error beside a release, which finds it")
    return problems


def judge_shifts(outcomes, blind=None):
    """Values that count as others without a word of the build."""
    return [f"{case}: {name} without a warning: {why}" for case, name, kinds, why in outcomes
            if why and not kinds - {blind}]


def judge_sweeps(outcomes, blind=None):
    """Values that are to be removed and stay without a word of the build, and needless words."""
    problems = []
    for case, name, kinds, why in outcomes:
        seen = kinds - {blind}
        if why and not seen:
            problems.append(f"{case}: {name} without a warning: {why}")
        if "exposed" in seen and not why:
            problems.append(f"{case}: {name} is said to stay stored, and is removed")
    return problems


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
