"""Mends that are followed: each error of a search prints the words that mend it, and with them the build passes
and every value is read.

The words go where the build says, into the object that it names, as an author would write them.
"""

import copy
import json
import re

from meanings import SPACES, Meanings
from oracle import GONE, erased_entry, settle_former, string
from programs import kind

# The words of an author who is asked for one, by the word that asks; functions are of `Swift/Newer.swift`.
CHOICES = {"rawValue": {"E": 77, "N": "fresh"}, "default": 6, "id": "fresh", "migrate": "Change.text"}
# Warnings whose mends are followed, too.
WARNINGS = {"exposed", "default"}
# So many mends are followed in one case.
MOST = 12


class Unmendable(Exception):
    """An error whose words this reader cannot follow, or that has none."""


def located(value, path=(), places=None, text=""):
    """The text of a schema on one line, and the paths of its members by their columns."""
    places = {} if places is None else places
    if isinstance(value, dict):
        for number, (name, inner) in enumerate(value.items()):
            text += ", " if number else "{"
            places[len(text) + 1] = (*path, name)
            text, _ = located(inner, (*path, name), places, f"{text}{json.dumps(name)}: ")
        return (text if value else text + "{") + "}", places
    if isinstance(value, list) and any(isinstance(element, dict) for element in value):
        for number, element in enumerate(value):
            text, _ = located(element, (*path, number), places, text + (", " if number else "["))
        return text + "]", places
    # An entry of a list is named by a value of its own.
    if path and len(path) > 1 and isinstance(path[-2], int):
        places[len(text) + 1] = path[:-1]
    return text + json.dumps(value), places


class Mended:
    """A case whose errors are mended one after the other."""

    def __init__(self, case, turn):
        self.case, self.turn = case, turn
        self.followed, self.ids, self.given_up = [], 0, []
        # Whether the version is as its author wrote it: a mend may have given its keys other strings.
        self.is_untouched = True

    def follow(self, change, places):
        """Follows one of the mends of an error: the first one, or at another turn the last one."""
        mends = self.followable(change)
        if not mends:
            raise Unmendable(f"{kind(change)} has no mend: {change['message']}")
        mend = mends[-1 if self.turn else 0]
        if "store.migrate" in mend["effect"]:
            raise Unmendable("the author writes code")
        number = self.case.number
        text = re.sub(rf"\b([{SPACES}]){number}(?=[:\"])", r"\1", mend["text"])
        self.followed.append(f"{kind(change)}: {text} {mend['effect']}")
        if self.is_untouched and text.startswith('"reserved"') and mend is mends[0] and kind(change) == "lost":
            self.given_up += self.names(change["key"])
        version = self.case.versions[-1]
        if text.startswith("{ "):
            file = json.loads(text)
            space = file.get("namespace") or next(iter(file["namespaces"].values())).get("id")
            version.setdefault("left", {}).setdefault(space, []).extend(self.gone(file))
            return
        _, space, *path = self.path(mend, places)
        if space != self.case.name:
            words = json.loads("{" + text + "}")
            version["left"][space.removeprefix(f"{self.case.name}left")] += self.gone(words)
            return
        target = version
        for name in path:
            target = target[name]
        self.write(self.words(text, change, target), target, change, mend["effect"], version)

    @staticmethod
    def followable(change):
        return [mend for mend in change["mends"] if "column" in mend or mend["text"].startswith("{")]

    def names(self, key):
        """The names that what releases stored under a string has today."""
        for start, version in enumerate(self.case.versions[:-1]):
            for name in version["keys"]:
                if self.case.spelled(string(version, name)) == key:
                    names = self.case.names(start, name)
                    if names[-1] not in (None, GONE):
                        yield f"{key}, which is {names[-1]} today"

    @staticmethod
    def things(change):
        """The cases and fields that the message of a change names, or the key of another one."""
        return re.findall(r"`\w+\.\w+\.(\w+)`", change["message"]) or [change["key"]]

    def path(self, mend, places):
        for column in (mend["column"], mend["column"] - 1):
            if column in places:
                return places[column]
        raise Unmendable(f"nothing is at {mend}")

    def words(self, text, change, target):
        """The members that a mend has, with the choices of an author."""
        def chosen(match):
            word = match[1]
            if word == "migrate" and (change["from"], target.get("type")) != ("Int", "String?"):
                raise Unmendable("the author knows the function")
            choice = CHOICES[word]
            if word == "rawValue":
                choice = choice["N" if any(isinstance(raw, str) for raw in target["enum"].values()) else "E"]
            if word == "id":
                self.ids += 1
                choice = f"{choice}{self.ids}"
            return f'"{word}": {json.dumps(choice)}'
        text = re.sub(r'"(rawValue|default|id|migrate)": (?:"…"|…)', chosen, text)
        text = text.replace('"release": "…"', f'"release": "{len(self.case.versions)}"')
        return json.loads("{" + text.replace("…", "anew") + "}") if text != '"…": …' else {"…": None}

    def write(self, words, target, change, effect, version):
        """Writes members into the object that a mend names."""
        named = re.search(r"in (?:place of )?`([^`]+)`", effect)
        thing = self.things(change)
        for word, value in words.items():
            if word == "rawValue":
                cases = target["enum"]
                name = named[1] if named else thing[0]
                if name not in cases:
                    raise Unmendable(f"{name} is no case")
                cases[name] = value
                for other in re.findall(r"`(\w+)` needs another raw value", effect):
                    # Unless another mend has given it one.
                    if cases[other] == value:
                        self.ids += 1
                        cases[other] = 100 + self.ids if isinstance(value, int) else f"another{self.ids}"
                self.give_way(target, value, effect)
            elif word == "anew" and "enum" in target:
                before = target["enum"]
                target["enum"] = {("anew" if name == named[1] else name): raw for name, raw in before.items()}
                settle_former(target, before)
            elif "in `enum`" in effect:
                target["enum"][word] = value
                self.give_way(target, value, effect)
            elif word == "former" and "enum" in target:
                case = named[1] if named and named[1] in target["enum"] else list(target["enum"])[0]
                target["formerCases"] = target["formerCases"] | {str(raw): case for raw in value}
                if "in place of the reservation" in effect:
                    target["reserved"] = [other for other in target["reserved"] if other not in value]
            elif word in ("reserved", "erased"):
                for entry in re.findall(r'in place of "([^"]+)" (?:under `reserved` )?removes', effect):
                    target["reserved"] = [
                        other for other in target["reserved"]
                        if (other["key"] if isinstance(other, dict) else other) != entry]
                new = [erased_entry(id) for id in value] if word == "erased" else value
                target["reserved"] = target["reserved"] + [v for v in new if v not in target["reserved"]]
                if "in place of the former key" in effect:
                    for words in version["keys"].values():
                        words["former"] = [
                            former for former in words.get("former", []) if former.split(":")[1] not in value]
            elif word == "…":
                fields = target["struct"]
                items = [("anew" if name == named[1] else name, field) for name, field in fields.items()]
                fields.clear()
                fields.update(items)
            elif word in ("default", "former") and "struct" in target:
                field = target["struct"].get(change["to"] if word == "former" and change["to"] else thing[0])
                if field is None:
                    raise Unmendable("the author knows the field")
                field[word] = value if word == "default" else field.get(word, []) + [
                    name for name in value if name not in field.get(word, [])]
            elif word == "former" and target is version:
                if any(":" in name for name in value):
                    raise Unmendable("the author knows the key")
                target[word] = value + [name for name in target[word] if name not in value]
            else:
                if "without" in effect:
                    other = version["keys"][re.findall("`([^`]+)`", effect)[1]]
                    other["former"] = [former for former in other["former"] if former not in value]
                if word == "storageString":
                    target.pop("id", None)
                    target.pop("former", None) if "in place of `former`" in effect else None
                if word == "id":
                    target.pop("storageString", None)
                target[word] = value


    @staticmethod
    def gone(words):
        return words.get("reserved", []) + [erased_entry(id) for id in words.get("erased", [])]

    @staticmethod
    def give_way(type, raw, effect):
        """Takes out the entry of a raw value in whose place the words of a mend are."""
        if "in place of its entry in `former`" in effect:
            type["formerCases"] = {former: case for former, case in type["formerCases"].items() if former != str(raw)}


class Mends:
    """The cases of one set of programs, mended."""

    def __init__(self, number, meant, turn):
        self.releases = meant.releases
        # What an acceptance gave up is still stored, and a mend may bring it back.
        cases = copy.deepcopy([case for case in meant.cases if not case.accepts])
        self.problems, self.unfollowed = [], []
        toolchain = meant.toolchain
        mended = [Mended(case, turn) for case in cases]
        self.mended = [one for one in mended if self.followed(one, toolchain)]
        self.meant = Meanings.mended(number, [mended.case for mended in self.mended], meant)

    def followed(self, mended, toolchain):
        """Whether the mends of a case lead to a schema without errors; False for a case that had none."""
        case = mended.case
        # A target of its own, since a build looks for what a key has become in all namespaces.
        released = [Meanings.schema([case], turn) for turn in range(self.releases)]
        lock = toolchain.lock(released, toolchain.workspace / "mended")
        for _ in range(MOST):
            schema = Meanings.schema([case], -1)
            if mended.followed and not toolchain.is_valid(schema):
                self.problems.append(f"{case}: no schema any more: {mended.followed}")
                return False
            changes = toolchain.changes_from(lock, schema)
            errors = [change for change in changes if change["level"] == "error"] or [
                change for change in changes if change["change"] in WARNINGS and Mended.followable(change)]
            if not errors:
                if any(kind(change) == "reused" for change in changes):
                    self.unfollowed.append("a former key by which the author reads what is given up")
                    return False
                return bool(mended.followed)
            try:
                # A build prints a change of a type once, for all keys that have it.
                printed = {
                    (kind(change), change["from"], change["to"], *mended.things(change)): change
                    for change in reversed(errors)}
                for change in reversed(printed.values()):
                    mended.follow(change, located(schema)[1])
                mended.is_untouched = False
                if mended.given_up:
                    self.problems.append(f"{case}: the first mend gives up {mended.given_up}: {mended.followed}")
                    return False
            except Unmendable as why:
                self.unfollowed.append(str(why))
                return False
        self.problems.append(f"{case}: no end of mends: {mended.followed}")
        return False

    def check(self):
        """What is wrong with the mends."""
        followed = {mended.case.number: mended.followed for mended in self.mended}
        outcomes = list(self.meant.check())
        # A warning that was mended has no reason any more. Of a default that the author chose, the build still warns.
        for outcome, fate in ((self.meant.shifts, "default"), (self.meant.swept, "exposed")):
            outcomes += [
                (case, name, kinds, why) for case, name, kinds, why in outcome()
                if any(words.startswith(fate) for words in followed[case.number])
                and not any(told.startswith(fate) for told in kinds)]
        lost = [
            f"{case}: {name} after {followed[case.number]}: {why}" for case, name, _, why in outcomes if why]
        return self.problems + lost
