"""Commits that are counted: none lost, none made twice, whatever fails."""

import random
import threading
import time

from .bench import Failed
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
