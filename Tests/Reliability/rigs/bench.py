"""What all rigs share: builds, folders, seeds, victims, results."""

import json
import os
import random
import re
import select
import shutil
import signal
import subprocess
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ROOT = os.path.dirname(os.path.dirname(HERE))
SCRATCH = os.path.join(ROOT, ".build", "reliability")


class Skipped(Exception):
    """A rig cannot be run here; the reason is the text."""


class Outcome:
    """What a rig found."""

    def __init__(self, figure, violations, control, caught):
        self.figure = figure
        self.violations = violations
        self.control = control
        self.caught = caught


class Bench:
    def __init__(self, seed, full, chosen):
        self.seed = seed
        self.full = full
        # The rigs that were asked for by name.
        self.chosen = chosen
        self.top = tempfile.mkdtemp(prefix="keywright-rig-")
        self._built = {}
        self._folders = 0
        self._lock = threading.Lock()

    def scale(self, bounded, full):
        return full if self.full else bounded

    def random(self, name):
        return random.Random(f"{self.seed}:{name}")

    def folder(self, within=None):
        """A new folder; the caller need not remove it."""
        with self._lock:
            self._folders += 1
            path = os.path.join(within or self.top, f"f{self._folders}")
        os.mkdir(path)
        return path

    def close(self):
        shutil.rmtree(self.top, ignore_errors=True)

    # Builds

    def program(self, name="keywright-victim", sanitizer=None):
        """The path of a program of the package beside this, built if need be."""
        kind = sanitizer or "release"
        if kind not in self._built:
            scratch = os.path.join(SCRATCH, kind)
            package = os.path.join(HERE, "Victim")
            # Or a new file in the package that it depends on would not be noticed.
            os.utime(os.path.join(package, "Package.swift"))
            command = ["swift", "build", "--package-path", package]
            command += ["--scratch-path", scratch]
            command += ["--sanitize", sanitizer] if sanitizer else ["-c", "release"]
            # Users build without these flags; so does the victim.
            environment = {k: v for k, v in os.environ.items() if not k.startswith("KEYWRIGHT_")}
            build = subprocess.run(command, env=environment, capture_output=True, text=True)
            if build.returncode:
                raise RuntimeError("the victim does not build:\n" + build.stdout + build.stderr)
            self._built[kind] = os.path.join(scratch, "debug" if sanitizer else "release")
        return os.path.join(self._built[kind], name)

    def package_tests(self):
        """The folder of a copy of the storage and its tests, built if need be."""
        if "tests" not in self._built:
            from . import package_tests
            self._built["tests"] = package_tests.prepare()
        return self._built["tests"]

    def shim(self):
        """The path of the library that stands between a victim and the C library."""
        if "shim" not in self._built:
            compiler = next((c for c in ("cc", "gcc", "clang") if shutil.which(c)), None)
            if not compiler:
                raise Skipped("no C compiler for the LD_PRELOAD shim")
            os.makedirs(SCRATCH, exist_ok=True)
            library = os.path.join(self.top, "shim.so")
            source = os.path.join(HERE, "shim.c")
            command = [compiler, "-O1", "-Wall", "-shared", "-fPIC", "-o", library, source, "-ldl"]
            build = subprocess.run(command, capture_output=True, text=True)
            if build.returncode:
                raise RuntimeError("the shim does not build:\n" + build.stderr)
            self._built["shim"] = library
        return self._built["shim"]

    def environment(self, folder=None, **settings):
        """A victim's environment; with settings such as `AT=3` it runs behind the shim."""
        environment = {k: v for k, v in os.environ.items() if not k.startswith("KEYWRIGHT_")}
        if settings:
            environment["LD_PRELOAD"] = self.shim()
            environment["RIG_FOLDER"] = folder
            environment.update({f"RIG_{k}": str(v) for k, v in settings.items()})
        return environment


class Lines:
    """The lines that a process says, read with a deadline."""

    def __init__(self, process):
        self.file = process.stdout.fileno()
        os.set_blocking(self.file, False)
        self.rest = b""
        self.ended = False

    def take(self):
        """All whole lines that are there now."""
        while not self.ended:
            try:
                more = os.read(self.file, 1 << 20)
            except BlockingIOError:
                break
            self.ended = not more
            self.rest += more
        whole, newline, self.rest = self.rest.rpartition(b"\n")
        return whole.decode().split("\n") if newline else []

    def next(self, timeout=300):
        """The next line; None at the end. Lines behind it wait."""
        deadline = time.monotonic() + timeout
        while b"\n" not in self.rest:
            if self.ended:
                return None
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self.file], [], [], left)[0]:
                raise TimeoutError("a victim that does not answer")
            try:
                more = os.read(self.file, 1 << 16)
            except BlockingIOError:
                continue
            self.ended = not more
            self.rest += more
        line, _, self.rest = self.rest.partition(b"\n")
        return line.decode()


def spawn(command, environment=None, **options):
    """Starts a victim whose lines are read through `process.lines`."""
    process = subprocess.Popen(
        command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, **options)
    process.lines = Lines(process)
    return process


def kill(process):
    """Ends a victim at once; returns the lines it said and nobody has read."""
    process.send_signal(signal.SIGKILL)
    process.wait()
    lines = process.lines.take()
    try:
        process.stdin.close()
    except BrokenPipeError:
        pass  # An order that it never read.
    process.stdout.close()
    return lines


class Server:
    """A victim that answers questions about files, outside every fault."""

    def __init__(self, bench):
        self.program = bench.program()
        self.process = None

    def ask(self, question, timeout=300):
        if self.process is None:
            self.process = spawn([self.program, "serve"])
        self.process.stdin.write(question.encode() + b"\n")
        self.process.stdin.flush()
        try:
            answer = self.process.lines.next(timeout)
        except TimeoutError:
            self.close()
            return "hung"
        if answer is None:
            code = self.process.wait()
            self.process = None
            return f"crashed with {code}"
        return answer

    def state(self, path, kind="defaults"):
        answer = self.ask(f"state {path} {kind}")
        return json.loads(answer) if answer.startswith("{") else {"error": answer}

    def close(self):
        if self.process:
            kill(self.process)
            self.process = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def leftovers(folder, name="store.plist"):
    """The names in a store's folder that should not be there once it was written and closed."""
    expected = re.compile(
        re.escape(name) + r"(\.lock|\.earlier-\d+|\.journal|(\.journal)?\.damaged-\d+)?$")
    return [n for n in os.listdir(folder) if not expected.match(n)]


def kept_aside(folder):
    """The names of what was kept aside, which no orderly crash gives reason for."""
    # A power cut may have taken the folder itself.
    names = os.listdir(folder) if os.path.isdir(folder) else []
    return [n for n in names if re.search(r"\.(damaged|edited|unfinished)-\d+$", n)]


def mend(server, path):
    """Writes once more and closes; returns what is wrong with the folder then."""
    answer = server.ask(f"touch {path}")
    if answer != "ok":
        return [f"a later write {answer}"]
    left = leftovers(os.path.dirname(path))
    return [f"left behind: {', '.join(left)}"] if left else []


def is_root():
    return os.geteuid() == 0
