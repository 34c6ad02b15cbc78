"""What a value meant: a judgement that knows names alone.

A case, field, key or parameter of one version is, in the next one, the one that a declaration says it is; else
the one of the same name; else the one over its bytes, if that has a name which is new and the old name is gone.
Whatever else its bytes are read as is wrong.
"""

import itertools

GONE = "gone"


# Names

def prefix(version):
    return version["id"]


def string(version, name):
    words = version["keys"][name]
    return words.get("storageString") or f"{prefix(version)}:{words.get('id', name)}"


def reserved_ids(reservations):
    """The ids of keys that are gone: an object is one whose values are erased."""
    return [entry["key"] if isinstance(entry, dict) else entry for entry in reservations]


def gone_words(reservations):
    """The words of a schema for keys that are gone."""
    erased = [e["key"] + (":*" if e.get("family") else "") for e in reservations if isinstance(e, dict)]
    reserved = [entry for entry in reservations if isinstance(entry, str)]
    return {word: ids for word, ids in (("reserved", reserved), ("erased", erased)) if ids}


def with_former(words):
    """The words of an enum in a schema, where each former raw value stands in the case that it is read as."""
    if not words.get("formerCases"):
        return {word: value for word, value in words.items() if word != "formerCases"}
    cases = words["enum"] if isinstance(words["enum"], dict) else {name: name for name in words["enum"]}
    formers = {}
    for former, case in words["formerCases"].items():
        is_raw = isinstance(cases[case], int) and former.lstrip("-").isdigit()
        formers.setdefault(case, []).append(int(former) if is_raw else former)
    cases = {
        name: {"rawValue": raw, "former": formers[name]} if name in formers else raw for name, raw in cases.items()}
    return {word: value for word, value in words.items() if word != "formerCases"} | {"enum": cases}


def settle_former(words, before):
    """Former raw values stand in their case: they follow one that was renamed, and go with one that was removed."""
    heirs = {raw: name for name, raw in words["enum"].items()}
    formers = {former: case if case in words["enum"] else heirs.get(before.get(case))
               for former, case in words["formerCases"].items()}
    words["formerCases"] = {former: case for former, case in formers.items() if case is not None}


def erased_entry(id):
    """The object for an id of `erased`."""
    return {"key": id.removesuffix(":*"), "remove": True, **({"family": True} if id.endswith(":*") else {})}


def formers(version, name):
    words = version["keys"][name]
    own = words.get("id", name)
    inherited = [] if "storageString" in words else [f"{space}:{own}" for space in version["former"]]
    return words.get("former", []) + inherited


def components(version, name, bytes):
    """The components of a storage string by which a family of a version reads it; None if it does not."""
    words, own = version["keys"][name], string(version, name)
    if "parameters" not in words or not bytes.startswith(own + ":"):
        return None
    found = bytes.removeprefix(own + ":").split(":")
    return found if len(found) == len(words["parameters"]) else None


def merged(version, name, formers):
    """Whether a key of a version takes over several values of which no one says that they are one."""
    named = [string(version, name), *version["keys"][name].get("former", [])]
    return len(formers) > 1 and any(former not in named for former in formers)


def successor(name, bytes, taken, new, declared, spelled, reserved):
    """The name in a new version; `GONE` for one that was given up; None for one that nothing has.

    `taken` are the names of the old version and of those before it, `new` those of the new one. `declared` says
    of bytes which name has them as former ones, `spelled` which name is written over them.
    """
    if bytes in declared:
        return declared[bytes]
    if bytes in reserved:
        return GONE
    if name in new:
        return name
    return spelled[bytes] if bytes in spelled and spelled[bytes] not in taken else None


def key_successor(old, new, name, before=()):
    bytes = string(old, name)
    spelled = {string(new, key): key for key in new["keys"]} | {
        bytes: key for key in new["keys"] if components(new, key, bytes)}
    declared = {former: key for key in new["keys"] for former in formers(new, key)}
    reserved = {
        f"{space}:{id}" for id in reserved_ids(new["reserved"]) for space in [prefix(new), *new["former"]]}
    reserved |= {f"{space}:{id}" for space, ids in new.get("left", {}).items() for id in reserved_ids(ids)}
    taken = set(old["keys"]).union(*(version["keys"] for version in before))
    return successor(name, bytes, taken, new["keys"], declared, spelled, reserved)


def case_successor(old, new, name, before=()):
    raw = old["enum"][name]
    declared = {former: case for former, case in new["formerCases"].items()}
    declared = {former: declared[str(former)] for former in [raw] if str(former) in declared}
    spelled = {own: case for case, own in new["enum"].items()}
    taken = set(old["enum"]).union(*(version["enum"] for version in before))
    return successor(name, raw, taken, new["enum"], declared, spelled, new["reserved"])


def field_successor(old, new, name, before=()):
    fields = new["struct"]
    declared = {former: field for field in fields for former in fields[field].get("former", [])}
    return successor(name, name, old["struct"], fields, declared, {}, new["reserved"])


def follow(versions, find, name):
    for place, (old, new) in enumerate(itertools.pairwise(versions)):
        name = find(old, new, name, versions[:place])
        if name in (None, GONE):
            return name
    return name


def follow_case(kinds, name):
    """The same for a case, which an enum may keep for a time without a name."""
    kept = None
    for place, (old, new) in enumerate(itertools.pairwise(kinds)):
        if kept is None:
            later = case_successor(old, new, name, kinds[:place])
            if later is None and new.get("unknown") == "keep":
                kept = str(old["enum"][name])
                continue
        else:
            later = GONE if kept in map(str, new["reserved"]) else new["formerCases"].get(kept)
            if later is None and new.get("unknown") == "keep":
                continue
        if later in (None, GONE):
            return later
        name, kept = later, None
    return name if kept is None else None


# Values, as trees of names.

def within(words, value):
    size, bounds = (len(value), words.get("length")) if isinstance(value, list) else (value, words.get("range"))
    low, high = bounds or [None, None]
    return (low is None or low <= size) and (high is None or size <= high)


def kept_in(words):
    """The name of the store that keeps a key."""
    name = words.get("store", "default")
    return name[0] if isinstance(name, list) else name


def counting(words, value):
    """The value that counts for a stored one, as `outside` says."""
    if "outside" not in words or isinstance(value, tuple | str) or within(words, value):
        return value
    if isinstance(value, list):
        return value[:words["length"][1]]
    return None if words["outside"] == "default" else min(max(value, words["range"][0]), words["range"][1])


def processed(words, value):
    """The value that a migration makes of a stored one, by the steps of its key."""
    if words.get("outside") == "clamp" and "range" in words and isinstance(value, int):
        value = min(max(value, words["range"][0]), words["range"][1])
    return value


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
        # The first integer that a `Double` does not have, and one below each range.
        case _: return [value for value in (7, 2**53 + 1, -1) if within(words, value)]


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
            names = {words["former"][0]: field for field, words in version["types"]["S"]["struct"].items()
                     if "moves" in words}
            return ("struct", {names.get(name, name): value for name, value in found.items()})
        case "[N: Int]": return ("pairs", {case("N", raw): v for raw, v in found.items()})
        case "T": return ("held", {case("N", raw): v for raw, v in found["d"].items()})
        case _: return found


def wrong(value, found, versions, words):
    """Why what a key reads is not what was stored; nil if it is."""
    last = versions[-1]
    match value:
        case ("case", type, name) if words["type"] == "String?":
            *kinds, last = (version["types"][type] for version in versions if any(
                key["type"].startswith(type) for key in version["keys"].values()))
            case = follow([*kinds, last], case_successor, name)
            meant = None if case in (None, GONE) else last["enum"][case]
            return None if found == meant else f"{name} reads {found}, not {meant}"
        case ("case", type, name):
            meant = follow_case([version["types"][type] for version in versions], name)
            # One that is kept without a case has no name.
            if meant in (None, GONE) and found is not None and str(found[2]).startswith("unknown"):
                return None
            if meant == GONE:
                return None if found is None else f"{name}, which is gone, reads {found}"
            return None if found == ("case", type, meant) else f"{name} reads {found}, not {meant}"
        case ("pairs" | "held", pairs):
            kinds = [version["types"]["N"] for version in versions]
            meant = {name: follow_case(kinds, name) for name in pairs}
            whys = {name: wrong(("case", "N", name), ("case", "N", None) if found is None else next(
                (("case", "N", n) for n, v in found[1].items() if v == number), None), versions, words)
                for name, number in pairs.items()}
            # Of two cases that an author made one, one counts.
            read = {meant[name] for name, why in whys.items() if not why} - {None, GONE}
            return next((why for name, why in whys.items() if why and meant[name] not in read), None)
        case ("struct", members):
            if found is None:
                return f"{members} is not read"
            fields = versions[0]["types"]["S"]["struct"]
            return next(filter(None, (wrong_member(n, members, found[1], versions) for n in fields)), None)
        case _:
            # The function of every migration makes a text.
            # A list that a migration shortens is lost; one that stays is only read so.
            is_taken = words.get("former") or last["former"] and "storageString" not in words
            stays = "moves" in words or "moves" in last or not is_taken
            meant = (str(value), value) if "migrate" in words else (
                value, counting(words, value) if stays or isinstance(value, int) else value, processed(words, value))
            return None if found in meant else f"{value} reads {found}"


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


def shown_defaults(name, released):
    """The defaults of a key of the last release that releases showed, by the release with which a user began: what
    the last one shows them, and what that release had."""
    shown = []
    for place, version in enumerate(released):
        keys = [key for key in version["keys"] if follow(released[place:], key_successor, key) == name]
        words = version["keys"][keys[0]] if keys else {}
        own = words.get("default")
        shown = [(first if "defaultFor" in words else own, had) for first, had in shown] + [(own, own)]
    return [(first, had) for first, had in shown if first is not None]


def reinterpreted(name, versions):
    """Why what a key holds, or its absence, means something else by the words of its schema."""
    old, new = versions[-2:]
    successor = key_successor(old, new, name)
    if successor in (None, GONE):
        return None
    was, now = old["keys"][name], new["keys"][successor]
    if "unit" in was and was["unit"] != now.get("unit"):
        return f"{name} is in {now.get('unit')}, not in {was['unit']}"
    if "default" not in was or "default" not in now or "defaultFor" in now:
        return None
    changed = [first for first, had in shown_defaults(name, versions[:-1]) if now["default"] not in (first, had)]
    return f"{name} has the default {now['default']}, not {changed[0]}" if changed else None


def wrong_member(name, members, found, versions):
    original = name
    kinds = [version["types"]["S"] for version in versions]
    for old, new in zip(kinds, kinds[1:]):
        successor = field_successor(old, new, name)
        if successor is None:
            # A field that is removed alone stays in the value.
            is_extended = any(
                not {field, *words.get("former", [])} & set(old["struct"])
                for field, words in new["struct"].items())
            return f"{original} is gone in {found}" if is_extended and original in members else None
        if successor == GONE:
            return None
        name = successor
    if original not in members or found.get(name) == members[original]:
        return None
    return f"{original} reads {found.get(name)} in {found}"
