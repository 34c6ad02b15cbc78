"""What four processes read and wrote could have been done by one after the other, as T9 checks it."""

import importlib.util
import os
import sys

from .bench import ROOT, Failed
from .counting import Trouble
from .proxy import Proxy

PROCESSES = 4
OPERATIONS = 100


def checker():
    """The checker of `Tests/Reliability`."""
    folder = os.path.join(ROOT, "Tests/Reliability/rigs")
    spec = importlib.util.spec_from_file_location(
        "reliability", os.path.join(folder, "__init__.py"), submodule_search_locations=[folder])
    sys.modules["reliability"] = importlib.util.module_from_spec(spec)
    return importlib.import_module("reliability.t09_linearizable").check


def run(bench):
    check = checker()
    cluster = bench.cluster()
    proxies = [Proxy(member.client) for member in cluster.members]
    urls = ",".join(proxy.url for proxy in proxies)
    try:
        count = bench.scale(3, 60)
        with Trouble(cluster, proxies) as trouble:
            for seed in range(count):
                rows = history(bench, urls, f"/history/{seed}", seed, "refresh")
                if wrong := check(rows):
                    raise Failed(f"history {seed}: {wrong}")
        if trouble.error:
            raise trouble.error
        caught = sum(
            bool(check(history(bench, urls, f"/stale/{seed}", seed, "stale"))) for seed in range(5))
        if not caught:
            raise Failed("reads that may be stale were not noticed")
        return (f"{count} histories × {PROCESSES} × {OPERATIONS}; {trouble.text}; "
                f"stale reads: {caught} of 5 caught")
    finally:
        for proxy in proxies:
            proxy.close()
        cluster.close()


def history(bench, urls, prefix, seed, mode):
    workers = [
        bench.worker(urls, prefix, "history", seed, n, OPERATIONS, mode)
        for n in range(1, PROCESSES + 1)]
    for worker in workers:
        worker.begin()
    for worker in workers:
        worker.tell("go")
    rows = []
    for worker in workers:
        row = []
        while (line := worker.next()) != "done":
            start, end, kind, *words = line.split()
            if kind == "failed":
                raise Failed(f"an operation that failed: {words}")
            row.append((int(start), int(end), kind, [int(word) for word in words]))
        rows.append(row)
    bench.dismiss()
    return rows
