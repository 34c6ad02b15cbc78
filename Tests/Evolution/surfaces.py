"""What becomes of a release beyond the bytes of one store: names that people write, stores that cannot be
written, users without a store, targets, the words of the tools, and the time that all of it takes.

Two versions of a small program with their locks; each proof has a fault of its own in `mutants.py`.
"""

import json
import os
import resource
import shutil
import subprocess

from programs import Version, checked, clear, members

OLD = {
    "version": 1, "namespace": "app",
    "types": {
        "Theme": {"enum": ["light", "black"]}, "Level": {"enum": {"low": 1, "high": 2}},
        "Mode": {"enum": {"fast": "f"}, "unknown": "keep"},
        "Box": {"struct": {"w": "Int", "marks": "[Level: [Mode: Int]]?", "mode": "Mode?"}}},
    "keys": {
        "volume": {"type": "Int?"}, "theme": {"type": "Theme?"}, "level": {"type": "Level?"}, "tone": {"type": "Int", "default": 1},
        "box": {"type": "Box?"},
        "gone": {"type": "Int?"}},
}
NEW = {
    "version": 1, "namespace": "app", "reserved": ["gone"],
    "types": OLD["types"] | {
        "Theme": {"enum": {"light": "light", "dark": {"former": ["black"]}}},
        "Level": {"enum": {"low": 1, "loud": {"rawValue": 2, "former": ["high"]}}},
        "Box": {"struct": {
            "wide": {"type": "Int", "former": ["w"]}, "marks": "[Level: [Mode: Int]]?", "mode": "Mode?"}}},
    "keys": {
        "box": {"type": "Box?"},
        "loudness": {"type": "Int?", "former": ["app:volume"]}, "theme": {"type": "Theme?"},
        "level": {"type": "Level?"},
        "tone": {"type": "Int", "default": 2, "defaultFor": "new"},
        "fresh": {"type": "Int?"}},
}
# An identity that owns nothing; the system does not keep its superuser from writing.
NOBODY = 65534


class Surfaces:
    def __init__(self, toolchain):
        self.folder = toolchain.folder / "surfaces"
        self.folder.mkdir(exist_ok=True)
        keys = (
            ["volume", "theme", "level", "tone", "box", "gone"], ["loudness", "theme", "level", "tone", "box", "fresh"])
        self.old, self.new = (
            Version(f"Surface{name}", toolchain.folder, schema, [f"App.{key}" for key in names], target="Surface")
            for name, schema, names in zip(("Old", "New"), (OLD, NEW), keys))
        checked([toolchain.judged.command, "lock", "--release", "1", self.old.folder])
        shutil.copy(self.old.folder / "keys.lock.json", self.new.folder)
        self.programs = [self.old, self.new]

    def check(self, toolchain):
        """What is wrong, each with the name of its proof."""
        proofs = [self.by_name, self.unwritable, self.first_opening, self.other_target, self.words, self.cost]
        return [f"{proof.__name__.replace('_', ' ')}: {problem}" for proof in proofs for problem in proof(toolchain)]

    def store(self):
        path = self.folder / "store.plist"
        clear(path)
        return path

    def said(self, toolchain, *words):
        """What the command prints, on both ways."""
        result = subprocess.run(
            [toolchain.judged.command, *map(str, words)], capture_output=True, text=True, timeout=300)
        return result.stdout + result.stderr

    def by_name(self, toolchain):
        """The command takes a former name and says the present one; a former case counts too."""
        store = self.store()
        options = ["--store", store, "--schemas", self.new.folder]
        said = self.said(toolchain, "set", *options, "app:volume=7", "app:theme=black", "app:level=high")
        if "app:loudness" not in said:
            yield f"set under a former name says nothing of the present one: {said}"
        # Names of cases inside a struct: as a field, and as keys of dictionaries.
        self.said(toolchain, "set", *options, 'app:box={"w": 4, "marks": {"low": {"fast": 5}}, "mode": "fast"}')
        if "7" not in self.said(toolchain, "get", *options, "app:volume"):
            yield "get under a former name prints nothing"
        found = toolchain.read(self.new, store)
        if [found.get(f"value app:{name}") for name in ("loudness", "theme", "level")] != [7, "dark", 2]:
            yield f"what was set by former names is read as {found}"
        box = {"wide": 4, "marks": {"1": {"f": 5}}, "mode": "f"}
        if found.get("value app:box") != box:
            yield f"what was set by names inside a struct is read as {found}"

    def unwritable(self, toolchain):
        """A store that can be read and not written gives what its migrations would bring."""
        for path in self.folder.glob("locked*"):
            shutil.rmtree(path)
        folder, answers = self.folder / "locked", self.folder / "locked-answers"
        folder.mkdir()
        answers.mkdir()
        store = folder / "store.plist"
        toolchain.write(self.old, {"app:volume": 7}, store)
        for file in folder.iterdir():
            file.chmod(0o444)
        folder.chmod(0o555)
        answers.chmod(0o777)
        # A program of another user has to reach all this.
        for path in [toolchain.folder, self.folder]:
            path.chmod(0o755)

        def give_up():
            if os.getuid() == 0:
                os.setgid(NOBODY)
                os.setuid(NOBODY)

        shown = answers / "shown.plist"
        toolchain.demand(toolchain.run(self.new, "read", store, shown, preexec_fn=give_up))
        found = members(shown)
        folder.chmod(0o755)
        if found.get("value app:loudness") != 7:
            yield f"a pending migration is not read through: {found}"
        if not any("app:loudness" in issue for issue in found.get("issues", [])):
            yield f"no issue names the key of a pending migration: {found.get('issues')}"

    def first_opening(self, toolchain):
        """Somebody who never set anything keeps the default of the release that they had."""
        store = self.store()
        toolchain.write(self.old, {}, store)
        if toolchain.read(self.new, store).get("value app:tone") != 1:
            yield "a user of the release without a value gets the new default"
        if toolchain.read(self.new, self.store()).get("value app:tone") is not None:
            yield "a new user gets the default of a release"

    def other_target(self, toolchain):
        """A key that moved to another target of the package is followed, and not called gone; no other target
        takes what one reads."""
        package = self.folder / "Package"
        shutil.rmtree(package, ignore_errors=True)
        for name in ("One", "Other", "Left"):
            (package / "Sources" / name).mkdir(parents=True)
        (package / "Package.swift").touch()
        shutil.copy(self.old.folder / "keys.lock.json", package / "Sources/One")
        shutil.copy(self.old.folder / "keys.lock.json", package / "Sources/Left")
        one = OLD | {"keys": {name: words for name, words in OLD["keys"].items() if name != "volume"}}
        (package / "Sources/One/One.keys.json").write_text(json.dumps(one))
        other = {"version": 1, "namespace": "app", "keys": {"volume": OLD["keys"]["volume"]}}
        (package / "Sources/Other/Other.keys.json").write_text(json.dumps(other))
        said = self.said(toolchain, "check", package)
        if "declared by the target `Other`" not in said or "declared no longer" in said:
            yield f"a key in another target is not followed: {said}"
        if not any("Left/keys.lock.json" in line and "error" in line for line in said.splitlines()):
            yield f"a lock that its schemas left behind is no error: {said}"
        shutil.rmtree(package / "Sources/Left")
        (package / "Sources/One/One.keys.json").write_text(json.dumps(OLD))
        takers = {
            "former key": {"namespace": "theirs", "keys": {"loud": {"type": "Int?", "former": ["app:volume"]}}},
            "namespace": {"namespace": "theirs", "former": ["app"], "keys": {"volume": {"type": "Int?"}}},
            "family": {"namespace": "theirs", "keys": {
                "all": {"type": "Int?", "storageString": "app", "parameters": {"name": "String"}}}},
            "removal": {"namespace": "app", "erased": ["volume"]}}
        for name, words in takers.items():
            (package / "Sources/Other/Other.keys.json").write_text(json.dumps({"version": 1, **words}))
            said = self.said(toolchain, "check", package)
            if not any("error: `app:volume`" in line and "`Other`" in line for line in said.splitlines()):
                yield f"a {name} of another target takes a value without an error: {said}"

    def words(self, toolchain):
        """The tools name what was renamed, what is gone and who gets a new default."""
        said = self.said(toolchain, "diff", "--format", "markdown", self.old.folder, self.new.folder)
        for text in ["`app:volume` is now called `app:loudness`", "`app:gone` is gone", "for new users",
                     "`app:fresh` is new", "APP_LOUDNESS"]:
            if text not in said:
                yield f"the release notes do not say {text}: {said}"
        if "`app:loudness` is new" in said:
            yield f"the release notes call a renamed key new: {said}"

    def cost(self, toolchain):
        """The comparison of renamed cases and of former keys takes time in proportion."""
        def seconds(count):
            def schema(types, keys):
                return json.dumps({"version": 1, "namespace": "n", "types": types, "keys": keys})
            names, others = ([f"{letter}{i}" for i in range(count)] for letter in "cd")
            made = [
                schema({"E": {"enum": names}}, {"e": {"type": "E?"}} | {name: {"type": "Int?"} for name in names}),
                schema({"E": {"enum": {new: {"former": [old]} for old, new in zip(names, others)}}},
                       {"e": {"type": "E?"}, "all": {"type": "Int?", "former": [f"n:{name}" for name in names]}})]
            folders = [self.folder / "cost-old", self.folder / "cost-new"]
            for folder, text in zip(folders, made):
                folder.mkdir(exist_ok=True)
                (folder / "All.keys.json").write_text(text)
            before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
            self.said(toolchain, "diff", *folders)
            return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
        # Eight times for four times as many: sorting, and the noise of a busy machine.
        for attempt in range(3):
            times = seconds(1_000), seconds(4_000)
            if times[1] <= 8 * times[0]:
                return
        yield f"four times as many take {times[1]:.1f} s instead of {times[0]:.1f} s"
