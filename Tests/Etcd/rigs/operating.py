"""The operator's verbs: the command on a store that programs use."""

import json
import os
import subprocess

from .bench import Failed, Worker

SCHEMA = {
    "version": 1, "namespace": "player",
    "keys": {
        "volume": {"type": "Double", "default": 0.5, "range": [0, 1]},
        "theme": {"type": "String?"},
        "token": {"type": "String?", "sensitivity": "secret"},
        "valve": {"type": "Int", "default": 0, "maxAge": 12},
    },
}  # fmt: skip


class Command:
    """The command in a folder with a schema, on a store of a cluster."""

    def __init__(self, bench, cluster, prefix="/op"):
        self.program, self.folder = bench.command(), bench.folder()
        os.makedirs(self.folder)
        with open(os.path.join(self.folder, "Player.keys.json"), "w") as file:
            json.dump(SCHEMA, file)
        hosts = ",".join(f"127.0.0.1:{member.client}" for member in cluster.members)
        self.store = f"etcd://{hosts}{prefix}"
        self.environment = dict(os.environ)
        if bench.users:
            self.environment |= {"ETCDCTL_USER": "root", "ETCDCTL_PASSWORD": "r00t"}

    def begin(self, *words, **options):
        return subprocess.Popen(
            [self.program, *words], cwd=self.folder, env=self.environment, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)

    def run(self, *words, code=0, text=""):
        """Runs a verb on the store.

        Returns: what it printed, on both streams.
        """
        process = self.begin(*words, "--store", self.store)
        output, errors = process.communicate(text, timeout=300)
        if process.returncode != code:
            raise Failed(f"{words}: code {process.returncode}, not {code}: {output}{errors}")
        return output + errors

    def expect(self, part, *words, code=0, text=""):
        output = self.run(*words, code=code, text=text)
        if part not in output:
            raise Failed(f"{words}: {output!r} has no {part!r}")


def operate(bench):
    cluster = bench.cluster()
    try:
        command = Command(bench, cluster)
        program = bench.worker(cluster.urls, "/op", "commands")
        program.go()
        values(command, cluster)
        records(command, cluster)
        freeze(command, cluster, program)
        members(command, cluster)
        stale(bench, command, cluster)
        refusals(command)
        return "values, history, revert, freeze, doctor, undeclared ones, values that are too old, refusals"
    finally:
        cluster.close()


def values(command, cluster):
    command.expect("0.5", "get", "player:volume")
    command.run("set", "player:volume", "0.8", "--because", "louder")
    if cluster.get("/op/player:volume") != "0.8":
        raise Failed(f"set: {cluster.get('/op/player:volume')} in etcd")
    command.expect("player:volume", "set", "player:volume", "7", code=1)
    command.run("set", "player:volume", "0.9", "--dry-run")
    if cluster.get("/op/player:volume") != "0.8":
        raise Failed("a refused value, or one of a dry run, was stored")
    command.expect("player:volume=0.8", "list")
    command.expect("stored", "explain", "player:volume")
    exported = command.run("export")
    with open(os.path.join(command.folder, "values.json"), "w") as file:
        file.write(exported.replace("0.8", "0.7"))
    command.expect("player:volume=0.7", "import", "values.json", "--dry-run")
    command.run("import", "values.json", "--because", "a file")
    command.expect("0.7", "get", "player:volume")
    watch = command.begin("watch", "player:volume", "--count", "1", "--store", command.store)
    # Changes until the first of them is seen.
    for number in range(700):
        cluster.put("/op/player:volume", f"0.{number + 100}")
        try:
            output, errors = watch.communicate(timeout=0.2)
            break
        except subprocess.TimeoutExpired:
            continue
    else:
        watch.kill()
        raise Failed("watch saw nothing")
    if not output.startswith("player:volume=0."):
        raise Failed(f"watch: {output}{errors}")
    command.run("unset", "player:volume")
    if cluster.get("/op/player:volume") is not None:
        raise Failed("unset left the value")
    cluster.put("/op/gone", "1")
    undeclared = ("--undeclared", "--schemas", ".")
    command.expect("gone: integer", "list", *undeclared, code=1)
    command.run("unset", *undeclared, "--yes", "--export", "gone.plist")
    if cluster.get("/op/gone") is not None or not os.path.exists(f"{command.folder}/gone.plist"):
        raise Failed("unset left the value, or no copy of it")


def records(command, cluster):
    command.run("set", "player:token", "-", text="hunter2\n")
    command.run("set", "player:theme", "dark", "--because", "evening")
    log = command.run("history", "player:theme", "player:token")
    if "hunter2" in log or "(not shown)" not in log:
        raise Failed(f"a secret in the log: {log}")
    for part in ("evening", "nothing → \"dark\"", "by keywright"):
        if part not in log:
            raise Failed(f"log without {part}: {log}")
    commits = json.loads(command.run("history", "player:theme", "--json"))
    cluster.put("/op/player:volume", "0.2")
    command.expect("an unknown hand", "history", "player:volume", "--count", "1")
    revision = str(commits[0]["revision"])
    command.expect("player:theme", "revert", revision, "--dry-run")
    command.run("revert", revision, "--because", "too dark")
    if cluster.get("/op/player:theme") is not None:
        raise Failed("revert left the value")
    command.expect("player:theme: another one", "revert", revision, code=1)
    command.expect("no commit of revision", "revert", "999999999", code=1)
    if json.loads(command.run("history", "--since", "0s", "--json")):
        raise Failed("commits since now")


def freeze(command, cluster, program):
    program.ask("set flag 1")
    command.run("freeze", "until Monday")
    command.expect("until Monday", "freeze", "again", code=1)
    command.expect("until Monday", "doctor")
    command.expect("freezes the store: until Monday", "set", "player:theme", "dark", code=3)
    if not (answer := program.ask("set flag 2")).startswith("failed readOnly"):
        raise Failed(f"a commit of a program in a freeze: {answer}")
    command.run("thaw", "--because", "Monday")
    command.expect("no freeze key", "thaw", code=1)
    command.run("set", "player:theme", "dark")


def members(command, cluster):
    command.expect("the members hold the same", "doctor")
    command.expect("leader", "doctor")
    cluster.put("/op/player:volume", "{")
    command.expect("player:volume: a value that is no JSON", "doctor", code=1)
    cluster.put("/op/player:volume", "0.2")
    cluster.members[2].kill()
    command.expect("nobody listens at", "doctor", code=1)
    command.expect("0.2", "get", "player:volume")
    cluster.members[2].start("existing")
    cluster.wait()


def stale(bench, command, cluster):
    """A value that the cluster cannot confirm any more is gone for who watches, and comes back."""
    words = ["watch", "player:valve", "--schemas", command.folder, "--store", command.store]
    watch = Worker(command.program, words, command.environment, bench.top)
    try:
        # Changes until the first of them is seen.
        for number in range(700):
            cluster.put("/op/player:valve", str(number))
            try:
                watch.next(0.2)
                break
            except Failed:
                continue
        cluster.put("/op/player:valve", "777")
        while watch.next() != "player:valve=777  stored":
            pass
        cluster.stop()
        lines = [watch.next()]
        cluster.go_on()
        lines.append(watch.next())
    finally:
        watch.close()
    if lines != ["player:valve=0  default", "player:valve=777  stored"]:
        raise Failed(f"a value that grew old: {lines}")


def refusals(command):
    store, command.store = command.store, command.store.replace("//", "//root:r00t@")
    command.expect("ETCDCTL_PASSWORD hold it", "get", "player:volume", code=2)
    command.store = "etcd://127.0.0.1:1"
    command.expect("lacks the prefix", "get", "player:volume", code=2)
    command.store = "etcd://127.0.0.1:1/op"
    command.expect("nobody listens at", "get", "player:volume", code=3)
    command.store = "./s.plist"
    command.expect("is no store on etcd", "thaw", code=2)
    command.expect("has no log", "set", "player:theme", "x", "--because", "y", code=2)
    command.store = store
