"""What the rigs share: the worker, folders, processes that speak in lines."""

import os
import queue
import shutil
import subprocess
import tempfile
import threading

from .cluster import Cluster

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
WORKER = os.path.join(ROOT, "Tests/Etcd/Worker")
RELEASE = os.path.join(ROOT, ".build/reliability/release")


class Failed(Exception):
    """A promise that was broken, or a control that passed."""


class Bench:
    def __init__(self, full, program=None):
        self.full = full
        self.program = program
        # Whether clusters have users, whose tokens live for two seconds.
        self.users = False
        self.top = tempfile.mkdtemp(prefix="keywright-etcd-")
        self.workers = []
        self.count = 0

    def scale(self, bounded, full):
        return full if self.full else bounded

    def build(self):
        self.program = os.environ.get("KEYWRIGHT_ETCD_WORKER")
        if self.program:
            return
        # The folder of the rigs of reliability, where the library is built already; as users build it.
        command = ["swift", "build", "-c", "release", "--package-path", WORKER]
        command += ["--scratch-path", os.environ.get("KEYWRIGHT_ETCD_SCRATCH", RELEASE)]
        environment = {k: v for k, v in os.environ.items() if not k.startswith("KEYWRIGHT_")}
        subprocess.run([*command, "--quiet"], check=True, env=environment)
        shown = subprocess.run([*command, "--show-bin-path"], check=True, env=environment, capture_output=True)
        self.program = os.path.join(shown.stdout.decode().strip(), "keywright-etcd-worker")

    def command(self):
        """The command that people install as `keywright`."""
        if program := os.environ.get("KEYWRIGHT_COMMAND"):
            return program
        words = ["swift", "build", "--package-path", ROOT, "--product", "keywright-cli"]
        subprocess.run([*words, "--quiet"], check=True)
        shown = subprocess.run([*words, "--show-bin-path"], check=True, capture_output=True)
        return os.path.join(shown.stdout.decode().strip(), "keywright-cli")

    def folder(self):
        self.count += 1
        return os.path.join(self.top, str(self.count))

    def cluster(self, *words, **options):
        """A cluster of the present run: without users, or with them."""
        return Cluster(self.folder(), *words, users=self.users, **options)

    def worker(self, endpoints, prefix, *words, **environment):
        if self.users:
            environment = {"ETCD_USER": "root", "ETCD_PASSWORD": "r00t", **environment}
        worker = Worker(self.program, [endpoints, prefix, *map(str, words)], environment, self.top)
        self.workers.append(worker)
        return worker

    def dismiss(self):
        """Ends the workers of a rig."""
        for worker in self.workers:
            worker.close()
        self.workers = []

    def close(self):
        self.dismiss()
        shutil.rmtree(self.top, ignore_errors=True)


class Worker:
    def __init__(self, program, arguments, environment, top):
        self.errors = tempfile.TemporaryFile(dir=top)
        self.process = subprocess.Popen(
            [program, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=self.errors, env={**os.environ, **environment})
        self.lines = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line.decode().rstrip("\n"))
        self.lines.put(None)

    # Longer than a worker waits for its store.
    def next(self, timeout=310):
        try:
            line = self.lines.get(timeout=timeout)
        except queue.Empty:
            raise Failed(f"a worker that says nothing; {self.issues()}") from None
        if line is None:
            raise Failed(f"a worker that ended; {self.issues()}")
        return line

    def tell(self, line):
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()

    def ask(self, line, timeout=310):
        self.tell(line)
        return self.next(timeout)

    def begin(self):
        line = self.next()
        if line != "ready":
            raise Failed(f"a worker that is not ready: {line}")

    def go(self):
        self.begin()
        self.tell("go")

    def issues(self):
        self.errors.seek(0)
        return self.errors.read().decode()[-2000:]

    def close(self):
        try:
            self.process.stdin.close()
        except OSError:
            pass
        self.process.kill()
        self.process.wait()


def expect_refusal(bench, words, endpoints, prefix, **environment):
    """A store that does not become ready, and says why.

    Returns: the worker that was told.
    """
    # A machine that does other things takes longer to learn why.
    for seconds in ("3", "30", "300"):
        worker = bench.worker(endpoints, prefix, "hostile", READY_S=seconds, **environment)
        answer = worker.next()
        if answer.startswith("refused unavailable") and words in answer:
            return answer + worker.issues()
    raise Failed(f"{endpoints}, {environment}: {answer}")
