"""The targets of which random schemas are tried: generated, compiled, run and compared."""

import dataclasses
import json
import os
import pathlib
import re
import subprocess

import checks
import diagnostics
import surfaces
from schemas import Schemas

ROOT = pathlib.Path(__file__).resolve().parents[2]
SWIFT = ROOT / "Tests/RandomSchemas/Swift"
# Far more than the compiler takes on a busy machine, in seconds.
LIMIT = 300
# The modules that the programs link.
LIBRARY = ("Keywright", "KeywrightStorage", "KeywrightEtcd", "KeywrightUserDefaults")
# As a careful user compiles.
FLAGS = ["-swift-version", "6", "-warnings-as-errors", "-package-name", "random", "-parse-as-library"]
for feature in ("ExistentialAny", "MemberImportVisibility", "InternalImportsByDefault"):
    FLAGS += ["-enable-upcoming-feature", feature]


class Toolchain:
    """The debug build of this package, and a folder for what is made with it."""

    def __init__(self, folder):
        self.folder = folder
        command = ["swift", "build", "--package-path", ROOT, "--show-bin-path"]
        built = subprocess.run(command, capture_output=True, text=True, check=True)
        built = pathlib.Path(built.stdout.strip())
        self.generator = built / "keywright-generate"
        self.library = [
            file for name in LIBRARY
            for file in sorted((built / f"{name}.build").rglob("*.o"))
        ]
        self.includes = ["-I", built / "Modules", "-I", folder]
        self.command = built / "keywright-cli"
        # The URL of an etcd on which stores are tried, too; None if there is none.
        self.etcd = None
        checking = [file for file in sorted(SWIFT.glob("*.swift")) if file.stem not in ("Palette", "Support")]
        for name, files in (("Palette", [SWIFT / "Palette.swift"]), ("Checking", checking)):
            problems = self.compile(name, files)
            if problems:
                raise RuntimeError("\n".join(problems))

    def object(self, module):
        return self.folder / f"{module}.o"

    def compile(self, module, files):
        """Makes a module; returns what the compiler complains of."""
        command = ["swiftc", "-c", "-wmo", "-Onone", *FLAGS, *self.includes, "-module-name", module]
        command += ["-emit-module", "-emit-module-path", self.folder / f"{module}.swiftmodule"]
        return self.swiftc(command + ["-o", self.object(module), *files])

    def link(self, modules, program):
        """Makes a program of modules; it takes the name of the module whose checks to run."""
        main = self.folder / f"{program.name}.swift"
        imports = "".join(f"import {module}\n" for module in modules)
        cases = "".join(
            f'    case "{module}": {module}.runChecks(CommandLine.arguments)\n' for module in modules
        )
        main.write_text(
            f"{imports}@main struct Main {{\n  static func main() {{\n"
            f"    switch CommandLine.arguments[1] {{\n{cases}    default: break\n    }}\n  }}\n}}\n"
        )
        objects = [self.object(module) for module in ["Palette", "Checking", *modules]]
        command = ["swiftc", "-Onone", *FLAGS, *self.includes, "-module-name", "Main"]
        return self.swiftc(command + ["-o", program, main, *objects, *self.library])

    def swiftc(self, command):
        try:
            result = subprocess.run(
                command, capture_output=True, text=True, errors="replace", timeout=LIMIT
            )
        except subprocess.TimeoutExpired:
            return [f"the compiler takes more than {LIMIT} s"]
        if result.returncode == 0 and not re.search(": (error|warning): ", result.stderr):
            return []
        lines = result.stderr.splitlines()
        found = [line for line in lines if re.search(r": (error|warning): |Stack dump|^\d+\.\t", line)]
        return list(dict.fromkeys(found or lines))[:8] or [f"the compiler ended with {result.returncode}"]


@dataclasses.dataclass
class Target:
    """A target of random schemas, and what was found out about it."""

    module: str
    files: list
    folder: pathlib.Path
    # The functions outside of all types that the schemas name.
    functions: list = dataclasses.field(default_factory=list)
    tried: int = 0
    refused: int = 0
    compared: int = 0
    # The messages that refused something, with the line of the schema.
    refusals: list = dataclasses.field(default_factory=list)
    # Violations.
    problems: list = dataclasses.field(default_factory=list)

    @staticmethod
    def random(seed, folder):
        module = f"Seed{seed}"
        schemas = Schemas(seed, module)
        return Target(module, schemas.files, folder / module, list(schemas.functions))

    @property
    def keys(self):
        """The keys that are left, each with its file and line."""
        return [
            (line.key, file, number)
            for file in self.files
            for number, line in enumerate(file.lines, 1)
            if line.key
        ]

    @property
    def single_key(self):
        """The storage string of a key that is left and has no parameters."""
        return next(key.storage for key, _, _ in self.keys if not key.parameters)

    @property
    def made(self):
        """The storage strings of the keys whose default a function of the program makes."""
        return {
            key.storage for key, file, number in self.keys
            if re.search(r'"default": *\{"call": *"', file.lines[number - 1].text)
        }

    # Generating

    def generate(self, toolchain):
        """Generates, and takes out what is refused until nothing is; says whether it came to that."""
        self.folder.mkdir(parents=True)
        self.tried = len(self.keys)
        while True:
            texts = {file.name: file.text.encode() for file in self.files}
            result = diagnostics.generate(toolchain.generator, self.module, self.folder, texts)
            self.problems += result.faults
            if not result.errors:
                break
            if not self.take_out(result):
                self.problems.append(f"refused altogether: {result.errors[0]}")
                break
        self.refused = self.tried - len(self.keys)
        return not self.problems

    def take_out(self, result):
        """Takes out the declarations that are refused; says whether there were any."""
        wrong = set()
        for error in result.errors:
            # Where the place of an error is no declaration of its own, its notes lead to one.
            for place in [error, *error.notes]:
                line = self.declaration(place)
                if line:
                    wrong.add((place.file, place.line))
                    self.refusals.append((error.words, line.text))
                    break
        for file in self.files:
            numbered = enumerate(file.lines, 1)
            file.lines = [line for number, line in numbered if (file.name, number) not in wrong]
        return bool(wrong)

    def declaration(self, place):
        for file in self.files:
            if file.name == place.file and file.lines[place.line - 1].is_declaration:
                return file.lines[place.line - 1]
        return None

    # Compiling

    def compile(self, toolchain):
        """Compiles what was generated with the checks; says whether that went well."""
        compared = [(n, key) for n, (key, _, _) in enumerate(self.keys) if key.default is not None]
        self.compared = len(compared)
        (self.folder / "Checks.swift").write_text(checks.source(self.module, compared))
        (self.folder / "Functions.swift").write_text(checks.functions(self.functions))
        files = [SWIFT / "Support.swift", *sorted(self.folder.glob("*.swift"))]
        self.problems += toolchain.compile(self.module, files)
        return not self.problems

    # Running

    def run(self, program):
        """Runs the checks."""
        environment = os.environ | {"SWIFT_BACKTRACE": "enable=no"}
        result = subprocess.run(
            [program, self.module], capture_output=True, text=True, errors="replace", timeout=LIMIT,
            env=environment,
        )
        lines = [line.split(" ", 2) for line in result.stdout.split("\n") if line]
        for word, number, rest in lines:
            if word == "differs":
                self.problems.append(f"{self.subject(int(number))}: {rest}")
        if not lines or lines[-1][0] != "end":
            reason = [line for line in result.stderr.splitlines() if "error:" in line][-1:]
            subject = self.subject(int(lines[-1][1])) if lines else "the program"
            self.problems.append(f"{subject}: ended with {result.returncode} {' '.join(reason)}")
        self.compare_descriptions([rest for word, _, rest in lines if word == "key"])

    def compare_surfaces(self, toolchain, program, seed):
        """Compares what the program and the command have of the same stored values."""
        self.problems += surfaces.problems(toolchain, program, self, seed)

    def subject(self, number):
        key, file, line = self.keys[number]
        return f"{file.name}:{line}: {file.lines[line - 1].text[:300]}"

    def compare_descriptions(self, found):
        """Compares what the registry says of the keys with what the schemas say."""
        expected = {}
        for number, (key, file, line) in enumerate(self.keys):
            expected[self.description(key, file, line)] = number
        for line in sorted(set(expected) - set(found)):
            storage = line.partition(";")[0]
            others = [other for other in found if other.partition(";")[0] == storage]
            self.problems.append(f"{self.subject(expected[line])}: described as {others}, not {line}")
        for line in sorted(set(found) - set(expected)):
            self.problems.append(f"described, but not in a schema: {line}")
        if len(found) != len(expected):
            self.problems.append(f"{len(found)} keys are described, not {len(expected)}")

    def description(self, key, file, line):
        """A key's description as Swift/Checking.swift prints it."""

        def text(words):
            return words.encode().hex()

        def optional(word):
            return "=" + text(key.described[word]) if word in key.described else "-"

        def texts(word):
            return ",".join(text(element) for element in key.described.get(word, []))

        space = "" if key.space == f"{self.module}Keys" else key.space
        fields = [
            text(key.storage), text(space), text(key.name), text(file.name), f"{line}",
            "true" if key.parameters else "false", key.described.get("sensitivity", "public"),
            text(key.described.get("summary", "")), optional("deprecated"),
            optional("expires"), texts("formerKeys"),
        ]
        return ";".join(fields)

    def words(self, grammar):
        """The words that the accepted schemas use."""
        used = set()
        for file in self.files:
            used |= grammar.used(json.loads(file.text))
        return used
