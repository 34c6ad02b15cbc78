"""Ten successive versions of one schema: from any to the newest, in one go and step by step."""

import datetime

from programs import Version, clear

LAST = 9


def keys(version):
    """The schema of a version, as people change one: each changes what the one before had."""
    space = "app" if version < 3 else "main"
    volume = ["loudness", "volume", "gain"][min(version // 2, 2)]
    volumes = [f"{place}:{name}" for place, name in [
        ("main", "gain"), ("main", "volume"), ("app", "volume"), ("app", "loudness")]]
    own = f"{space}:{volume}"
    former = volumes[volumes.index(own) + 1:] if own in volumes else []
    declared = {volume: {"type": "Double", "default": 0.5}}
    if version >= 4:
        declared[volume] = {"type": "Double?"}
    if version >= 2:
        declared[volume]["former"] = former
    if version < 5:
        declared["length"] = {"type": "Int32" if version < 2 else "Int", "default": 0}
    else:
        # A key that changed its type keeps its id from then on; its Swift name may change.
        declared["time"] = {
            "type": "Duration", "default": 0, "former": ["main:length", "app:length"], "migrate": "Change.seconds"}
        if version >= 7:
            declared["duration"] = declared.pop("time") | {"id": "time"}
    declared["theme"] = {"type": "Theme", "default": "light"}
    declared["frame"] = {"type": "Frame?"}
    declared["tags"] = {"type": "Set<String>" if version < 8 else "[String]", "default": []}
    declared["seen"] = {"type": "Date?", "parameters": {"page": "Int"}}
    if version >= 6:
        declared["note"] = {"type": "String", "default": "new"}
    dark = ["black", "dark", "night"][0 if version < 4 else 1 if version < 7 else 2]
    theme = {"enum": {"light": "light", dark: dark}}
    if version >= 4:
        theme["enum"][dark] = {"former": ["black", "dark"][:1 if version < 7 else 2]}
    wide = {"type": "Double"}
    if version >= 6:
        wide["former"] = ["width"]
    frame = {"wide" if version >= 6 else "width": wide}
    if version >= 1:
        frame["high"] = {"type": "Double", "default": 600}
    head = {"namespace": space}
    if version >= 3:
        head["former"] = ["app"]
    return {
        "version": 1, **head, "types": {"Theme": theme, "Frame": {"struct": frame}}, "keys": declared}


def swift_keys(schema):
    space = schema["namespace"].capitalize()
    return [
        f"{space}.{name}" + ("(page: 7)" if "parameters" in words else "")
        for name, words in schema["keys"].items()
    ]


class Versions:
    def __init__(self, folder):
        self.folder = folder
        self.all = [
            Version(f"V{number}", folder, keys(number), swift_keys(keys(number)), ["Newer.swift"])
            for number in range(LAST + 1)
        ]

    def values(self, number):
        """What users of a version have stored, by storage string."""
        schema = keys(number)
        theme = list(schema["types"]["Theme"]["enum"])[1]
        field = "wide" if number >= 6 else "width"
        stored = {
            "theme": theme, "frame": {field: 31.5}, "tags": ["a", "b"], "length": 90, "time": [90, 0],
            "seen": datetime.datetime(2024, 2, 29, 12), "loudness": 0.75, "volume": 0.75, "gain": 0.75,
        }
        return {
            f"{schema['namespace']}:{id}" + (":7" if "parameters" in words else ""): stored[id]
            for name, words in schema["keys"].items() if (id := words.get("id", name)) in stored
        }

    def check(self, toolchain):
        """What is wrong with any way to the newest version, and how many ways there are."""
        problems, ends = [], []
        wanted = {
            "main:theme": "night", "main:frame": {"wide": 31.5, "high": 600.0}, "main:tags": ["a", "b"],
            "main:time": [90, 0], "main:seen:7": datetime.datetime(2024, 2, 29, 12), "main:gain": 0.75,
        }
        wanted = {f"value {name}": value for name, value in wanted.items()} | {"issues": []}
        for start in range(LAST):
            for way, steps in [("one go", [LAST]), ("steps", range(start + 1, LAST + 1))]:
                store = self.folder / "versions.plist"
                clear(store)
                toolchain.write(self.all[start], self.values(start), store)
                for step in steps:
                    shown = toolchain.read(self.all[step], store)
                    if shown.get("issues"):
                        problems.append(f"version {start}, {way}: version {step} reports {shown['issues']}")
                ends.append((start, way, shown, toolchain.read(self.all[LAST], store, mode="raw")))
        for start, way, shown, raw in ends:
            if shown != wanted:
                problems.append(f"version {start} in {way} reads {shown}, not {wanted}")
            left = [name for name in raw if not name.startswith("main:")]
            if left:
                problems.append(f"version {start} in {way} leaves {left}")
        return problems, len(ends)
