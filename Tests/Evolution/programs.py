"""Programs of several versions of a schema: generated, compiled and run."""

import copy
import json
import os
import pathlib
import plistlib
import re
import shutil
import subprocess
import types

ROOT = pathlib.Path(__file__).resolve().parents[2]
SWIFT = ROOT / "Tests/Evolution/Swift"
LIMIT = 900
FLAGS = ["-swift-version", "6", "-parse-as-library", "-package-name", "evolution", "-Onone", "-suppress-warnings"]


def checked(command, **options):
    """The output of a command that must not fail."""
    options.setdefault("timeout", LIMIT)
    result = subprocess.run([str(word) for word in command], capture_output=True, text=True, **options)
    if result.returncode:
        raise RuntimeError(f"{command[:6]}…\n{result.stdout[-2000:]}{result.stderr[-4000:]}")
    return result.stdout


def members(file):
    """What a program has written of a store, without the number of its checkpoint, which each new one
    draws."""
    values = plistlib.loads(file.read_bytes()) if file.exists() else {}
    return {name: value for name, value in values.items() if name != "keywright:checkpoint"}


# What becomes of values that a release stored.
STORED = {"lost", "misread", "reused", "unreadable", "refused", "altered"}


def kind(change):
    """The fate that a change brings about, and the thing that has it, where that is no key."""
    if change["message"].startswith("the parameters of"):
        return f"{change['change']} parameters"
    return change["change"] + ("" if change["of"] == "key" else " " + change["of"])


class Toolchain:
    """The debug build of this package, and a folder for what is made with it."""

    def __init__(self, folder, scratch=None):
        self.folder = self.workspace = folder
        built = pathlib.Path(
            scratch or checked(["swift", "build", "--package-path", ROOT, "--show-bin-path"]).strip())
        self.generator = built / "keywright-generate"
        # What mutants replace for all who work beside each other.
        self.judged = types.SimpleNamespace(command=built / "keywright-cli", library=self.objects(built, ROOT))
        self.includes = ["-I", built / "Modules", "-I", folder]
        self.program = folder / "program"
        # Modules by what they are made of, since versions of several searches can be the same; and those of the
        # next program.
        self.known, self.modules = {}, set()
        # Of a storage string, whether releases accept whatever its changes lose.
        self.accepts = lambda key: False
        self.compile("Proving", [SWIFT / "Proving.swift"])

    def in_workspace(self, name):
        """The same programs, for one who works beside others: what is written for each run lies elsewhere."""
        other = copy.copy(self)
        other.workspace = self.folder / name
        other.workspace.mkdir(exist_ok=True)
        return other

    @staticmethod
    def objects(built, package):
        """The library in a folder of a build, which leaves the objects of sources that are gone."""
        objects = []
        for name in ("Keywright", "KeywrightStorage"):
            folders = os.walk(package / "Sources" / name, followlinks=True)
            sources = {file for _, _, files in folders for file in files}
            objects += [
                file for file in sorted((built / f"{name}.build").rglob("*.o"))
                if file.stem in sources or not file.stem.endswith(".swift")]
        return objects

    def compile(self, module, files):
        checked(
            ["swiftc", "-c", "-wmo", *FLAGS, *self.includes, "-module-name", module, "-emit-module",
             "-emit-module-path", self.folder / f"{module}.swiftmodule", "-o", self.folder / f"{module}.o",
             *files])

    def add(self, version):
        """Generates and compiles a version's module, unless another version has the same one."""
        version.module = self.known.setdefault(version.content(), version.module)
        self.modules.add(version.module)
        if (self.folder / f"{version.module}.o").exists() or version.folder.name != version.module:
            return
        source = version.folder / "Generated"
        source.mkdir(exist_ok=True)
        schemas = sorted(version.folder.glob("*.keys.json"))
        arguments = ["--module", version.target, "--base", version.folder, "--registry", source / "Registry.swift"]
        if (version.folder / "keys.lock.json").exists():
            arguments += ["--lock", version.folder / "keys.lock.json"]
        for schema in schemas:
            arguments += ["--schema", schema, "--output", source / f"{schema.name}.swift"]
        checked([self.generator, *arguments])
        (source / "Version.swift").write_text(version.swift())
        self.compile(version.module, [*sorted(source.glob("*.swift")), *version.functions])

    def link(self):
        """Makes one program of all versions; its first argument is the module."""
        main = self.folder / "Main.swift"
        names = sorted(self.modules)
        imports = "".join(f"import {name}\n" for name in ["Proving", *names])
        cases = ", ".join(f'"{name}": {name}.version()' for name in names)
        main.write_text(
            f"{imports}@main struct Main {{ static func main() throws {{ try prove([{cases}]) }} }}\n")
        objects = [self.folder / f"{name}.o" for name in ["Proving", *names]]
        checked(["swiftc", *FLAGS, *self.includes, "-module-name", "Main", "-o", self.program, main,
                 *objects, *self.judged.library])

    # Running

    def run(self, version, mode, store, other, **options):
        return subprocess.run(
            [self.program, version.module, mode, store, other], capture_output=True, text=True,
            timeout=LIMIT, **options)

    def write(self, version, values, store):
        """Writes values as the program of a version stores them: through its typed keys."""
        given = self.workspace / "given.plist"
        given.write_bytes(plistlib.dumps(values, fmt=plistlib.FMT_BINARY))
        self.demand(self.run(version, "write", store, given))

    def read(self, version, store, mode="read"):
        """What the program of a version reads: values by storage string, and errors."""
        shown = self.workspace / "shown.plist"
        clear(shown)
        self.demand(self.run(version, mode, store, shown))
        return members(shown)

    def demand(self, result):
        if result.returncode:
            raise RuntimeError(f"the program ended with {result.returncode}\n{result.stderr[-3000:]}")

    def diff(self, old, new, *options):
        """The changes between the schemas of two versions, as `keywright diff` sees them."""
        result = subprocess.run(
            [self.judged.command, "diff", "--json", *options, old.folder, new.folder], capture_output=True, text=True)
        if result.returncode > 1:
            raise RuntimeError(result.stderr)
        return json.loads(result.stdout)


    def changes(self, released, today, *options):
        """The changes from released schemas, the oldest first, to today's, all of them folders' contents.

        The options are those of the last `lock`."""
        return self.changes_from(self.lock(released, self.workspace / "locked", *options), today)

    def building(self, released, schema):
        """Makes the lock with which a program of a schema is built: what it loses is accepted."""
        # A value that moves later then lies where the programs of all releases look.
        lock = self.lock(released, self.workspace / "building", "--readers", "both")
        # What is accepted of one string may leave an error about an earlier one.
        while self.accept(schema, lock.parent, lambda key: True):
            pass
        return lock

    def accept(self, schema, folder, isAccepted):
        """Accepts what a schema loses of what a folder's lock has; says whether there was anything."""
        (folder / "All.keys.json").write_text(json.dumps(schema))
        changes = self.changes_from(folder / "keys.lock.json", schema)
        keys = {change["key"] for change in changes if change["level"] == "error" and isAccepted(change["key"])}
        if keys:
            words = [word for key in sorted(keys) for word in ("--accept", key)]
            checked([self.judged.command, "lock", *words, "--because", "tried", folder])
        return bool(keys)

    def lock(self, released, folder, *options):
        """Makes a lock of released schemas, and gives its path."""
        clear(folder)
        folder.mkdir()
        for number, schema in enumerate(released):
            (folder / "All.keys.json").write_text(json.dumps(schema))
            if number:
                self.accept(schema, folder, self.accepts)
            checked([self.judged.command, "lock", "--release", number + 1, folder])
        if options:
            checked([self.judged.command, "lock", *options, folder])
        return folder / "keys.lock.json"

    def changes_from(self, lock, today):
        """The changes from what a lock has to today's schemas, without those that it accepts."""
        (self.workspace / "Today.keys.json").write_text(json.dumps(today))
        result = subprocess.run(
            [self.judged.command, "diff", "--json", lock, self.workspace / "Today.keys.json"],
            capture_output=True, text=True)
        if result.returncode > 1 or not result.stdout:
            raise RuntimeError(result.stderr)
        return [change for change in json.loads(result.stdout) if "accepted" not in change]

    def is_valid(self, schema):
        """Whether a schema has no error by itself."""
        path = self.workspace / "Checked.keys.json"
        path.write_text(json.dumps(schema))
        return subprocess.run([self.judged.command, "check", path], capture_output=True).returncode == 0


def clear(path):
    """Removes a store with what belongs to it."""
    for file in path.parent.glob(path.name + "*"):
        shutil.rmtree(file) if file.is_dir() else file.unlink()


class Version:
    """One version of a program: a module with its schema."""

    def __init__(self, module, folder, schema, keys, functions=(), target=None):
        self.module = module
        # The name of the target, by which a store knows the programs that opened it.
        self.target = target or module
        self.folder = folder / module
        self.folder.mkdir(parents=True, exist_ok=True)
        # Swift that makes each key, as `Row.a` or `Row.f(x: 3)`; a leading `*` is for types without a
        # stored form of their own, and `@` for those in the store `vault`.
        self.keys = keys
        self.functions = [SWIFT / name for name in functions]
        (self.folder / "All.keys.json").write_text(json.dumps(schema, indent=1, ensure_ascii=False))

    def know_releases(self, lock):
        """Gives the program the lock by which its code reads what releases stored."""
        shutil.copy(lock, self.folder / "keys.lock.json")

    def content(self):
        """What the module is made of."""
        files = [file.read_text() for file in sorted(self.folder.glob("*.json"))]
        return (self.target, *files, self.swift(), *self.functions)

    def swift(self):
        lines = "".join(
            f"    try porter{'.inVault' if key.startswith('@') else ''}"
            f".carry{'Coded' if key.startswith('*') else ''}({key.lstrip('*@')})\n"
            for key in self.keys)
        moves = "".join(
            f"    try {to}.migrate({self.target}Keys.migrations(from{former.capitalize()}: {former}))\n"
            for former, to in (("settings", "vault"), ("vault", "settings")) if self.leaves(former))
        moves = moves.replace("fromSettings", "fromDefault")
        return (
            "import Foundation\nimport Keywright\nimport Proving\n\n"
            f"public func version() -> Version {{\n  Version({self.target}Keys.self) {{ porter in\n"
            f"{lines}  }} moves: {{ settings, vault in\n{moves}  }}\n}}\n")

    def leaves(self, store):
        """Whether keys have moved from a store."""
        text = (self.folder / "All.keys.json").read_text()
        return f'"{store.replace("settings", "default")}"' in "".join(re.findall(r'"store": \[[^],]*,([^]]*)\]', text))
