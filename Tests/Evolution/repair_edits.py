"""Edits whose mends are of another kind: of families, of removals, and of defaults."""

from meaning_edits import EDITS, key_renamed
from oracle import string

# The keys that they touch, and the other edits that come before or after them.
KEYS = "fgil"
OTHERS = [
    "key renamed, former key", "key renamed again, former key", "family renamed, former key",
    "family of an enum renamed, former key", "namespace moved", "namespace moved, former name",
    "former keys dropped", "default changed", "default changed for new users",
    "default changed again for new users", "default changed again for all users",
    "parameters exchanged", "parameter added",
]


def swept(version, names, **words):
    """Reserves a key and has its values removed."""
    name = next((name for name in names if name in version["keys"]), None)
    if name is None:
        return False
    id = string(version, name).split(":")[-1]
    version["keys"].pop(name)
    version["reserved"] = version["reserved"] + [{"key": id, "remove": True, **words}]


def family(version, **words):
    """Gives words to the family, whatever it is called."""
    name = next((name for name in ("f", "families") if name in version["keys"]), None)
    if name is None:
        return False
    version["keys"][name].update(words)


def with_default(version, default):
    """Gives the family a default, or another one."""
    name = next((name for name in ("f", "families") if name in version["keys"]), None)
    return name is not None and family(version, type="Int", default=default)


def of_list(version, change):
    words = version["keys"].get("l")
    return words is not None and change(words)


REPAIRS = {
    "key swept": lambda v: swept(v, ["i", "size", "length"]),
    "family swept as a key": lambda v: swept(v, ["f", "families"]),
    "family swept": lambda v: swept(v, ["f", "families"], family=True),
    "family of an enum swept as a key": lambda v: swept(v, ["g", "kinds"]),
    "family renamed": lambda v: key_renamed(v, "f", "families"),
    "family of an enum renamed": lambda v: key_renamed(v, "g", "kinds"),
    "family retyped": lambda v: family(v, type="String?"),
    "parameter removed": lambda v: family(v, parameters={"p": "Int"}),
    "family of a default": lambda v: with_default(v, 4),
    "family of another default": lambda v: with_default(v, 5),
    "default of a list emptied": lambda v: of_list(v, lambda words: words.update(default=[])),
    "default for new users": lambda v: of_list(v, lambda words: words.update(default=[8], defaultFor="new")),
    "default for new users alone no more": lambda v: of_list(
        v, lambda words: words.pop("defaultFor", False) and None),
}
ALL = EDITS | REPAIRS
