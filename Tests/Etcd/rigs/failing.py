"""Compaction, a full database, no majority, a backup that is restored, no network at a start."""

import json
import os
import re
import select
import shutil
import signal
import socket
import subprocess
import time
import urllib.request

from .bench import Failed, expect_refusal
from .cluster import encoded, free_ports, stop
from .proxy import Proxy


def compaction(bench):
    resumed = sleep(bench, compacts=False)
    if resumed != ", ".join(f"change {value}" for value in range(1, 50)):
        raise Failed(f"with all history an observer received: {resumed}")
    loaded = sleep(bench, compacts=True)
    if not re.fullmatch(r"change 1, missed \d+ 49", loaded):
        raise Failed(f"without history an observer received: {loaded}")
    return f"its observer received: {loaded}; without the compaction, each of 49 changes"


def sleep(bench, compacts):
    """What the observer of a process receives that sleeps while its watch ends."""
    cluster = bench.cluster()
    proxies = [Proxy(member.client) for member in cluster.members]
    try:
        urls = ",".join(proxy.url for proxy in proxies)
        sleeper = bench.worker(urls, "/sleep", "commands")
        sleeper.go()
        sleeper.ask("set flag 1")
        until(sleeper, "missed", "change 1")
        stop(sleeper.process)
        for proxy in proxies:
            proxy.cut()
        for value in range(2, 50):
            cluster.put("/sleep/flag", str(value))
        if compacts:
            cluster.call("/v3/kv/compaction", {"revision": cluster.revision(), "physical": True})
        sleeper.process.send_signal(signal.SIGCONT)
        until(sleeper, "get flag", "49")
        # The observing task of the process may run later than the change.
        end = time.monotonic() + 180
        while not (events := sleeper.ask("missed")).endswith(" 49") and time.monotonic() < end:
            time.sleep(0.05)
        return events
    finally:
        for proxy in proxies:
            proxy.close()
        cluster.close()


def quota(bench):
    cluster = bench.cluster(options=["--quota-backend-bytes", str(16 << 20)])
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
            member.call("/v3/maintenance/defragment", timeout=300)
        for alarm in cluster.call("/v3/maintenance/alarm", {"action": "GET"}).get("alarms", []):
            cluster.call("/v3/maintenance/alarm", {
                "action": "DEACTIVATE", "alarm": alarm["alarm"], "memberID": alarm["memberID"]})
        answer = worker.ask("set flag 2")
        if not answer.startswith("set"):
            raise Failed(f"after the alarm was cleared: {answer}")
        return f"full after {number} commits; reads went on; commits again afterwards"
    finally:
        cluster.close()


def until(worker, command, wanted, limit=180):
    """Asks until the answer is the wanted one."""
    end = time.monotonic() + limit
    while (answer := worker.ask(command)) != wanted:
        if time.monotonic() > end:
            raise Failed(f"{command}: {answer}, not {wanted}; {worker.ask('status')}; {worker.issues()}")
        time.sleep(0.05)


def majority(bench):
    cluster = bench.cluster()
    try:
        worker = bench.worker(cluster.urls, "/few", "commands", COMMIT_TIMEOUT_S="3")
        worker.go()
        # A machine that does other things may take all the time of a commit before it sends anything.
        for _ in range(5):
            until_set(worker, "count", 1)
            for member in cluster.members[1:]:
                member.kill()
            began = time.monotonic()
            answer = worker.ask("add count")
            took = time.monotonic() - began
            if not answer.startswith(("failed busy", "failed unavailable")):
                break
            start_again(cluster, cluster.members[1:])
        if not answer.startswith("failed uncertain"):
            raise Failed(f"without a majority: {answer}")
        # The time-out of a commit is 3 s; a machine that does other things takes longer.
        if took > bench.scale(60, 10):
            raise Failed(f"an answer after {took:.0f} s")
        if worker.ask("get count") != "1":
            raise Failed("reads do not go on")
        if "old" not in (status := worker.ask("status")):
            raise Failed(f"no age: {status}")
        start_again(cluster, cluster.members[1:])
        end, uncertain = time.monotonic() + 180, 1
        while not (answer := worker.ask("add count")).isdigit():
            uncertain += answer.startswith("failed uncertain")
            if time.monotonic() > end:
                raise Failed(f"with a majority again: {answer}")
        # Each uncertain one was made, or not.
        if not 2 <= int(answer) <= 2 + uncertain or cluster.get("/few/count") != answer:
            raise Failed(f"{answer}, and {cluster.get('/few/count')} in etcd")
        return f"uncertain after {took:.1f} s; reads went on; commits again afterwards"
    finally:
        cluster.close()


def until_set(worker, key, value, limit=180):
    """Sets a key until that is made."""
    end = time.monotonic() + limit
    while not (answer := worker.ask(f"set {key} {value}")).startswith("set"):
        if time.monotonic() > end:
            raise Failed(f"set {key} {value}: {answer}")


def start_again(cluster, members):
    for member in members:
        member.start("existing")
    cluster.wait()


def lease(bench):
    """The marker's lease ends between a request, whose answer is lost, and its retry."""
    cluster = bench.cluster()
    proxy = Proxy(cluster.members[0].client)
    try:
        # A request that is given up early may reach the member again before the lease ends.
        worker = bench.worker(proxy.url, "/lease", "commands", REQUEST_TIMEOUT_MS="60000")
        worker.go()
        worker.ask("add count")

        def revoke():
            for lease in cluster.call("/v3/kv/lease/leases").get("leases", []):
                cluster.call("/v3/lease/revoke", {"ID": lease["ID"]})

        proxy.on_drop = revoke
        proxy.drops = 1
        answer = worker.ask("add count")
        if not answer.startswith("failed uncertain"):
            raise Failed(f"without its marker's lease: {answer}")
        if proxy.dropped != 1 or cluster.get("/lease/count") != "2":
            raise Failed("the commit whose answer was dropped was not made")
        # Between commits it does no harm.
        revoke()
        if (answer := worker.ask("add count")) != "3":
            raise Failed(f"with a new marker: {answer}")
        return "uncertain when it ended before the retry; unnoticed between commits"
    finally:
        proxy.close()
        cluster.close()


def restored(bench):
    """A backup of all members is put back: the revision is lower than what everybody has seen."""
    cluster = bench.cluster()
    try:
        workers = [bench.worker(cluster.urls, "/back", "commands") for _ in range(3)]
        for worker in workers:
            worker.go()
        workers[0].ask("set flag 1")
        cluster.stop()
        for member in cluster.members:
            shutil.copytree(member.folder, member.folder + ".backup")
        cluster.go_on()
        for value in range(2, 40):
            workers[0].ask(f"set flag {value}")
        for worker in workers:
            until(worker, "get flag", "39")
        cluster.stop()
        for member in cluster.members:
            shutil.rmtree(member.folder)
            os.rename(member.folder + ".backup", member.folder)
        began = time.monotonic()
        cluster.go_on()
        # A member is silent about a token of the future, which is given up after two time-outs; then the load is
        # spread at random over a time that grows with the fleet, of up to a minute.
        for worker in workers:
            until(worker, "get flag", "1")
        took = time.monotonic() - began
        for worker in workers * 5:
            if not (answer := worker.ask("add flag")).isdigit():
                raise Failed(f"a commit afterwards: {answer}")
        if cluster.get("/back/flag") != "16":
            raise Failed(f"{cluster.get('/back/flag')} instead of 16")
        # A client that only watches sees nothing of it.
        watch = control_that_watches(cluster)
        return f"the backup's value within {took:.1f} s of the start; 15 of 15 commits; {watch}"
    finally:
        cluster.close()


def control_that_watches(cluster):
    """A watch from the revision behind the last one seen, which a restored cluster has not reached."""
    ahead = cluster.revision() + 100
    member = cluster.members[0]
    create = {"create_request": {"key": encoded("/back/flag"), "start_revision": str(ahead)}}
    headers = {"Authorization": cluster.token} if cluster.users else {}
    watch = urllib.request.Request(member.url + "/v3/watch", json.dumps(create).encode(), headers)
    lines = []
    try:
        with urllib.request.urlopen(watch, timeout=60) as stream:
            lines.append(stream.readline())
            cluster.put("/back/flag", "77")
            if select.select([stream], [], [], 2)[0]:
                lines.append(stream.readline())
    except TimeoutError:
        pass
    if len(lines) != 1 or b'"created":true' not in lines[0]:
        raise Failed(f"the control, a watch alone, was told: {lines}")
    return "a watch alone was told nothing"


def proxies(bench):
    """What etcd's own proxies do with requests of the gateway: the article says it."""
    cluster = bench.cluster(1)
    ports = free_ports(2)
    endpoint = f"127.0.0.1:{cluster.members[0].client}"
    started = []
    try:
        for words, port in zip((["grpc-proxy", "start"], ["gateway", "start"]), ports):
            started.append(subprocess.Popen(
                ["etcd", *words, "--endpoints", endpoint, "--listen-addr", f"127.0.0.1:{port}"],
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=cluster.top))
        for port in ports:
            wait_for_listener(port)
        expect_refusal(bench, "404", f"http://127.0.0.1:{ports[0]}", "/proxy")
        worker = bench.worker(f"http://127.0.0.1:{ports[1]}", "/proxy", "commands")
        worker.go()
        if not (answer := worker.ask("set flag 1")).startswith("set"):
            raise Failed(f"gateway: {answer}")
        return "grpc-proxy answers 404; gateway passes everything on"
    finally:
        for process in started:
            process.kill()
            process.wait()
        cluster.close()


def wait_for_listener(port, limit=60):
    end = time.monotonic() + limit
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            if time.monotonic() > end:
                raise Failed(f"nobody listens at port {port}") from None
            time.sleep(0.05)


def start(bench):
    """A machine that starts without its cluster."""
    cluster = bench.cluster(1)
    cache = os.path.join(bench.folder(), "values.plist")
    os.makedirs(os.path.dirname(cache))
    try:
        first = bench.worker(cluster.urls, "/start", "commands", CACHE=cache)
        first.go()
        for value in (1, 2):
            first.ask(f"set flag {value}")
            first.ask("healthy")
        first.ask("set flag 3")
        # The open generation is written with a heartbeat; it is not shown.
        time.sleep(1.5)
        bench.dismiss()
        cluster.members[0].kill()
        for environment, wanted in [({}, "2"), ({"KEYWRIGHT_ETCD_SNAPSHOT": "1"}, "1")]:
            worker = bench.worker(cluster.urls, "/start", "cutoff", CACHE=cache, **environment)
            worker.go()
            if (answer := worker.ask("get flag")) != wanted:
                raise Failed(f"{environment}: {answer}, not {wanted}")
            if "snapshot" not in (text := worker.ask("explain flag")):
                raise Failed(f"{environment}: {text}")
            if not (answer := worker.ask("set flag 9")).startswith("failed unavailable"):
                raise Failed(f"{environment}: {answer}")
            bench.dismiss()
        cluster.members[0].start("existing")
        cluster.wait()
        for environment, wanted, commit in [
            ({}, "3", "set"), ({"KEYWRIGHT_ETCD_SNAPSHOT": "1"}, "1", "failed readOnly"),
        ]:
            worker = bench.worker(cluster.urls, "/start", "commands", CACHE=cache, **environment)
            worker.go()
            if (answer := worker.ask("get flag")) != wanted:
                raise Failed(f"with the cluster, {environment}: {answer}, not {wanted}")
            if not (answer := worker.ask("set flag 4")).startswith(commit):
                raise Failed(f"with the cluster, {environment}: {answer}")
            bench.dismiss()
        return "the last healthy values, marked; a generation named by the environment, over the cluster's"
    finally:
        cluster.close()
