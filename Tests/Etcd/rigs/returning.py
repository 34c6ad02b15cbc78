"""Clients that come back: from cuts longer than a token lives, and all at one moment."""

import base64
import json
import threading
import time
import urllib.request

from .bench import Failed
from .cluster import encoded
from .proxy import Proxy

READERS = 6


def until_all(workers, command, wanted, limit=180):
    """Asks all until each gives the wanted answer.

    Returns: the seconds that it took.
    """
    began = time.monotonic()
    while late := [worker for worker in workers if worker.ask(command) != wanted]:
        if time.monotonic() - began > limit:
            raise Failed(f"{len(late)} of {len(workers)} are stale: {late[0].ask('status')}; "
                         f"{late[0].issues()}")
        time.sleep(0.05)
    return time.monotonic() - began


def cuts(bench):
    """Readers are cut off for longer than their tokens live; a member dies meanwhile."""
    cluster = bench.cluster()
    proxies = [Proxy(member.client) for member in cluster.members]
    try:
        urls = ",".join(proxy.url for proxy in proxies)
        readers = [bench.worker(urls, "/cut", "commands") for _ in range(READERS)]
        for reader in readers:
            reader.go()
        took, length = [], 4 if bench.users or bench.full else 1.5
        for turn in range(1, bench.scale(2, 6) + 1):
            for proxy in proxies:
                proxy.darken(True)
            dead = cluster.members[turn % 3]
            dead.kill()
            cluster.put("/cut/flag", str(turn))
            # Longer than a token lives, where there are tokens.
            time.sleep(length)
            for proxy in proxies:
                proxy.darken(False)
            took.append(until_all(readers, "get flag", str(turn)))
            dead.start("existing")
            cluster.wait()
        told = control_with_an_unknown_token(cluster) if bench.users else "no tokens here"
        return f"{len(took)} cuts of {length} s, {READERS} readers back within {max(took):.1f} s; {told}"
    finally:
        for proxy in proxies:
            proxy.close()
        cluster.close()


def control_with_an_unknown_token(cluster):
    """A client that takes `created` for an open watch would wait for ever."""
    create = {"create_request": {"key": encoded("/cut/flag")}}
    watch = urllib.request.Request(
        cluster.members[0].url + "/v3/watch", json.dumps(create).encode(),
        {"Authorization": "unknown.1"})
    with urllib.request.urlopen(watch, timeout=60) as stream:
        result = json.loads(stream.readline())["result"]
    if not (result.get("created") and result.get("canceled")):
        raise Failed(f"the control, an unknown token, was told: {result}")
    return "an unknown token was told `created`"


def restarts(bench):
    """A rolling restart: all readers stay current, and their watches spread again."""
    cluster = bench.cluster()
    try:
        readers = [
            bench.worker(cluster.urls, "/rolling", "commands", WATCH_LIFETIME_MS="4000")
            for _ in range(bench.scale(12, 60))]
        for reader in readers:
            reader.go()
        for turn, member in enumerate(cluster.members):
            member.process.terminate()
            member.process.wait()
            cluster.put("/rolling/flag", str(turn + 1))
            time.sleep(1)
            member.start("existing")
            cluster.wait()
            until_all(readers, "get flag", str(turn + 1))
        after = spread(cluster, readers)
        began = time.monotonic()
        while 0 in (later := spread(cluster, readers)):
            if time.monotonic() - began > 180:
                raise Failed(f"watches {after} after the restarts, and {later} later")
            time.sleep(0.2)
        took = time.monotonic() - began
        return (f"{len(readers)} readers current; watches {after} after the restarts, "
                f"{later} within {took:.0f} s")
    finally:
        cluster.close()


def spread(cluster, readers):
    """How many watches each member has."""
    states = [reader.ask("status") for reader in readers]
    return [sum(member.url in state for state in states) for member in cluster.members]


def crowd(bench):
    """Many processes start at one moment; then all of them thaw at one.

    Their tokens live as long as etcd's own default: with shorter ones than the time between two of its
    requests, each request of each process would cost a password.
    """
    count = bench.scale(40, 150 if bench.users else 300)
    cluster = bench.cluster(token_life=300)
    try:
        began = time.monotonic()
        workers = [
            bench.worker(cluster.urls, "/crowd", "commands", HEARTBEAT_MS="5000")
            for _ in range(count)]
        for worker in workers:
            line = worker.next()
            if line != "ready":
                raise Failed(f"after {time.monotonic() - began:.0f} s: {line}")
        ready = time.monotonic() - began
        for worker in workers:
            worker.tell("go")
        cluster.put("/crowd/keywright:freeze", "rig")
        until_all(workers, "get flag", "0")
        for number in range(50):
            cluster.put("/crowd/flag", str(number + 1))
        puts = Puts(cluster)
        cluster.call("/v3/kv/deleterange", {"key": encoded("/crowd/keywright:freeze")})
        thawed = until_all(workers, "get flag", "50")
        slowest = puts.end()
        return (f"{count} ready within {ready:.1f} s; thawed within {thawed:.1f} s, "
                f"a put beside it took {slowest:.2f} s at most")
    finally:
        cluster.close()


class Puts:
    """Puts beside what a crowd does, each timed."""

    def __init__(self, cluster):
        self.cluster, self.times = cluster, []
        self.is_over = threading.Event()
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self):
        while not self.is_over.wait(0.05):
            began = time.monotonic()
            self.cluster.put("/beside", base64.b64encode(b"x" * 50).decode())
            self.times.append(time.monotonic() - began)

    def end(self):
        self.is_over.set()
        self.thread.join(600)
        return max(self.times, default=0)
