"""Compaction, and a database that is full."""

import signal
import time

from .bench import Failed
from .cluster import Cluster, encoded


def compaction(bench):
    cluster = Cluster(bench.folder())
    try:
        sleeper = bench.worker(cluster.urls, "/sleep", "commands")
        sleeper.go()
        sleeper.ask("set flag 1")
        sleeper.ask("status")
        sleeper.process.send_signal(signal.SIGSTOP)
        for value in range(2, 50):
            cluster.put("/sleep/flag", str(value))
        # A member that restarts has ended the watch; what it missed is gone by then.
        cluster.call("/v3/kv/compaction", {"revision": cluster.revision(), "physical": True})
        for member in cluster.members:
            member.kill()
        for member in cluster.members:
            member.start("existing")
        cluster.wait()
        sleeper.process.send_signal(signal.SIGCONT)
        end = time.monotonic() + 30
        while (answer := sleeper.ask("get flag")) != "49":
            if time.monotonic() > end:
                raise Failed(f"it still shows {answer}")
            time.sleep(0.05)
        time.sleep(0.2)
        events = sleeper.ask("missed")
        # Bytes in the kernel's buffer of the old connection may have come as they were.
        if not events.endswith((" 49", "change 49")):
            raise Failed(f"an observer received: {events}")
        return f"it shows 49; the end of what its observer received: {events[-40:]}"
    finally:
        cluster.close()


def quota(bench):
    cluster = Cluster(bench.folder(), options=["--quota-backend-bytes", str(16 << 20)])
    try:
        worker = bench.worker(cluster.urls, "/full", "commands")
        worker.go()
        worker.ask("set flag 1")
        for number in range(100):
            answer = worker.ask(f"fill big{number % 3} {900000 + number}")
            if answer.startswith("failed"):
                break
        if not answer.startswith("failed full"):
            raise Failed(f"a full database: {answer}")
        if worker.ask("get flag") != "1":
            raise Failed("reads do not go on")
        cluster.call("/v3/kv/compaction", {"revision": cluster.revision(), "physical": True})
        for member in cluster.members:
            member.call("/v3/maintenance/defragment", timeout=30)
        for alarm in cluster.call("/v3/maintenance/alarm", {"action": "GET"}).get("alarms", []):
            cluster.call("/v3/maintenance/alarm", {
                "action": "DEACTIVATE", "alarm": alarm["alarm"], "memberID": alarm["memberID"]})
        answer = worker.ask("set flag 2")
        if not answer.startswith("set"):
            raise Failed(f"after the alarm was cleared: {answer}")
        return f"full after {number} commits; reads went on; commits again afterwards"
    finally:
        cluster.close()
