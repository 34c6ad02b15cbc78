"""A full database, a backup that is restored, etcd's own proxies."""

import json
import os
import select
import shutil
import socket
import subprocess
import time
import urllib.request

from .bench import Failed, expect_refusal
from .cluster import encoded, free_ports


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
