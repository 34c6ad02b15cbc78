"""Commits that are counted: none lost, none made twice, whatever fails."""

import random
import threading
import time

from .bench import Failed
from .cluster import decoded, encoded
from .proxy import Proxy

PROCESSES = 8


def conformance(bench):
    cluster = bench.cluster()
    try:
        worker = bench.worker(cluster.urls, "/conformance", "conformance")
        line = worker.next(1800)
        if not line.startswith("passed"):
            raise Failed(line)
        return f"{line.split()[1]} behaviours"
    finally:
        cluster.close()


def increments(bench):
    count = bench.scale(100, 500)
    cluster = bench.cluster()
    proxies = [Proxy(member.client) for member in cluster.members]
    try:
        urls = ",".join(proxy.url for proxy in proxies)
        workers = [
            bench.worker(urls, "/count", "increments", count) for _ in range(PROCESSES)]
        for worker in workers:
            worker.go()
        with Trouble(cluster, proxies) as trouble:
            results = [[int(w) for w in worker.next(900).split()[1:]] for worker in workers]
        if trouble.error:
            raise trouble.error
        made, uncertain = sum(r[0] for r in results), sum(r[1] for r in results)
        found = int(cluster.get("/count/count"))
        if uncertain or found != made or made != PROCESSES * count:
            raise Failed(f"{made} made, {uncertain} uncertain, {found} counted")
        lost = control_without_compares(cluster)
        if not lost:
            raise Failed("the control without compares lost nothing")
        return f"{found} of {made}; {trouble.text}; control without compares lost {lost} of 400"
    finally:
        for proxy in proxies:
            proxy.close()
        cluster.close()


class Trouble:
    """One failure after the other, one at a time, for as long as it is entered."""

    def __init__(self, cluster, proxies):
        self.cluster, self.proxies = cluster, proxies
        self.counts = {}
        self.error = None
        self.is_over = threading.Event()
        self.thread = threading.Thread(target=self.run, daemon=True)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.is_over.set()
        self.thread.join(600)

    def run(self):
        kinds = [self.kill, self.stop, self.cut, self.replace, self.restart]
        turn = 0
        try:
            while not self.is_over.wait(0.2):
                kind = kinds[turn % len(kinds)]
                kind(self.cluster.members[turn % 3])
                name = kind.__name__
                self.counts[name] = self.counts.get(name, 0) + 1
                turn += 1
        except Exception as error:  # noqa: BLE001: the rig raises it
            self.error = error

    def kill(self, member):
        member.kill()
        self.is_over.wait(0.5)
        member.start("existing")
        self.cluster.wait()

    def stop(self, member):
        member.stop()
        self.is_over.wait(1.5)
        member.go_on()
        self.cluster.wait()

    def cut(self, _):
        for proxy in self.proxies:
            proxy.cut()

    def replace(self, member):
        self.cluster.replace(member)

    def restart(self, member):
        member.process.terminate()
        member.process.wait()
        member.start("existing")
        self.cluster.wait()

    @property
    def text(self):
        return ", ".join(f"{name} {count}" for name, count in self.counts.items())


def control_without_compares(cluster):
    """Four clients that read, add one and put."""
    cluster.put("/control", "0")

    def add():
        for _ in range(100):
            value = int(cluster.get("/control"))
            cluster.put("/control", str(value + 1))

    threads = [threading.Thread(target=add) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return 400 - int(cluster.get("/control"))


def dropped(bench):
    count = 100
    cluster = bench.cluster()
    proxy = Proxy(cluster.members[0].client)
    try:
        worker = bench.worker(proxy.url, "/dropped", "commands")
        worker.go()
        worker.ask("add count")
        for number in range(2, count + 2):
            proxy.drops = 1
            answer = worker.ask("add count")
            if answer != str(number):
                raise Failed(f"increment {number}: {answer}")
        if proxy.dropped != count:
            raise Failed(f"only {proxy.dropped} answers were dropped")
        found = int(cluster.get("/dropped/count"))
        if found != count + 1:
            raise Failed(f"{count + 1} made, {found} counted")
        twice = control_without_marker(cluster, proxy)
        if not twice:
            raise Failed("the control without a marker made nothing twice")
        return f"{count} dropped, {found} counted; control without a marker made {twice} of 10 twice"
    finally:
        proxy.close()
        cluster.close()


def control_without_marker(cluster, proxy):
    """A client that compares the key, and begins again with what it then reads."""
    member = cluster.members[0]
    cluster.put("/unmarked", "0")
    port = member.client
    for _ in range(10):
        is_made = False
        proxy.drops = 1
        while not is_made:
            pair = cluster.call("/v3/kv/range", {"key": encoded("/unmarked")})["kvs"][0]
            value = int(decoded(pair["value"])) + 1
            request = {
                "compare": [{"key": encoded("/unmarked"), "target": "MOD", "result": "EQUAL",
                             "mod_revision": pair["mod_revision"]}],
                "success": [{"request_put": {"key": encoded("/unmarked"),
                                             "value": encoded(str(value))}}],
            }  # fmt: skip
            try:
                member.client = proxy.port
                is_made = member.call("/v3/kv/txn", request).get("succeeded", False)
            except OSError:
                pass
            finally:
                member.client = port
    return int(cluster.get("/unmarked")) - 10


def late(bench):
    """The first request of a commit reaches the member after its retry, or never."""
    count = bench.scale(5, 20)
    cluster = bench.cluster()
    proxy = Proxy(cluster.members[0].client)
    try:
        worker = bench.worker(proxy.url, "/late", "commands", REQUEST_TIMEOUT_MS="300")
        worker.go()
        worker.ask("add count")
        for number in range(2, count + 2):
            proxy.gate.clear()
            proxy.delays = 1
            if (answer := worker.ask("add count")) != str(number):
                raise Failed(f"increment {number}: {answer}")
            proxy.gate.set()
            wait_for_late(proxy, number - 1)
        if any(proxy.late):
            raise Failed(f"late requests: {proxy.late}")
        found = int(cluster.get("/late/count"))
        if found != count + 1:
            raise Failed(f"{count + 1} made, {found} counted")
        twice = control_without_comparison(cluster, proxy)
        if not twice:
            raise Failed("the control without a marker made nothing twice")
        return f"{count} late, none made; control without a marker: {twice} of 5 made late as well"
    finally:
        proxy.close()
        cluster.close()


def wait_for_late(proxy, count):
    end = time.monotonic() + 180
    while len(proxy.late) < count:
        if time.monotonic() > end:
            raise Failed(f"only {len(proxy.late)} of {count} requests came late")
        time.sleep(0.05)


def control_without_comparison(cluster, proxy):
    """A client that repeats a transaction whose answer does not come."""
    proxy.late = []
    member = cluster.members[0]
    port = member.client
    for number in range(5):
        request = {"success": [{"request_put": {"key": encoded("/unmarked"),
                                                "value": encoded(str(number))}}]}  # fmt: skip
        proxy.gate.clear()
        proxy.delays = 1
        try:
            member.client = proxy.port
            member.call("/v3/kv/txn", request, timeout=0.3)
        except OSError:
            pass
        finally:
            member.client = port
        cluster.call("/v3/kv/txn", request)
        proxy.gate.set()
        wait_for_late(proxy, number + 1)
    return sum(made is True for made in proxy.late)
