"""Names: one with several addresses, of which the first ones are dead, and a name server that falls silent."""

import os
import shutil
import socket
import struct
import subprocess
import threading
import time

from .bench import Failed, Worker
from .failing import until
from .proxy import Proxy

# The worker alone asks this name server, which no other program does.
SCRIPT = 'mount --bind "$1" /etc/resolv.conf && shift && exec "$@"'
NAME = "etcd.keywright.test"
DARK, REFUSED, LIVE = "127.0.0.2", "127.0.0.3", "127.200.0.1"


def names(bench):
    """A client that starts, loses its connections and its name server, and starts without one."""
    if not is_possible():
        return "SKIPPED: no mounts of one process here"
    cluster = bench.cluster(1)
    proxy = Proxy(cluster.members[0].client, host=LIVE)
    server = NameServer("127.9.9.53", [DARK, REFUSED, LIVE])
    dark = DarkAddress(DARK, proxy.port)
    try:
        resolver = os.path.join(cluster.top, "resolv.conf")
        with open(resolver, "w") as file:
            file.write(f"nameserver {server.host}\noptions timeout:2 attempts:2\n")
        control(dark, resolver)
        url = f"http://{NAME}:{proxy.port}"
        worker = start(bench, resolver, url, "commands")
        worker.go()
        expect(worker, "set flag 1", "set")
        for turn in range(2, bench.scale(5, 30)):
            proxy.cut()
            cluster.put("/names/flag", str(turn))
            until(worker, "get flag", str(turn))
        server.is_silent = True
        # A connection that is not taken makes the client ask for addresses again.
        proxy.darken(True)
        cluster.put("/names/flag", "77")
        until_asked(server)
        proxy.darken(False)
        until(worker, "get flag", "77")
        expect(worker, "set flag 78", "set")
        late = start(bench, resolver, url, "cutoff", COMMIT_TIMEOUT_S="3")
        late.go()
        expect(late, "set flag 79", "failed unavailable")
        until_told(late, f"no name server says where {NAME} is")
        server.is_silent = False
        until(late, "get flag", "78")
        return (f"values within {turn} cuts by the third of three addresses; values and commits "
                "with a silent name server, by earlier addresses; a start without one says so, and ends")
    finally:
        dark.close()
        server.close()
        proxy.close()
        cluster.close()


def is_possible():
    if not shutil.which("unshare") or not hasattr(os, "getuid") or os.getuid() != 0:
        return False
    return subprocess.run(["unshare", "-m", "true"], capture_output=True).returncode == 0


def start(bench, resolver, url, verb, **environment):
    words = ["-m", "sh", "-c", SCRIPT, "sh", resolver, bench.program, url, "/names", verb]
    worker = Worker("unshare", words, environment, bench.top)
    bench.workers.append(worker)
    return worker


def expect(worker, command, wanted):
    if not (answer := worker.ask(command)).startswith(wanted):
        raise Failed(f"{command}: {answer}")


def until_told(worker, words, limit=180):
    end = time.monotonic() + limit
    while words not in (status := worker.ask("status")):
        if time.monotonic() > end:
            raise Failed(f"a start without a name server: {status}")
        time.sleep(0.05)


def until_asked(server):
    before = server.asked
    if not server.wait(before + 1):
        raise Failed("nobody asked the silent name server")


def control(dark, resolver):
    """A client that takes the first address alone gets no connection."""
    words = ["-m", "sh", "-c", SCRIPT, "sh", resolver, "getent", "ahostsv4", NAME]
    listed = subprocess.run(["unshare", *words], capture_output=True, text=True).stdout.split()
    if not listed or listed[0] != DARK:
        raise Failed(f"the control has other addresses: {listed}")
    for host in (DARK, REFUSED):
        try:
            socket.create_connection((host, dark.port), timeout=0.5).close()
        except OSError:
            continue
        raise Failed(f"the control, {host}, takes connections")


class DarkAddress:
    """Takes no connection, and refuses none: its queue is full."""

    def __init__(self, host, port):
        self.port = port
        self.sockets = [socket.socket()]
        self.sockets[0].bind((host, port))
        self.sockets[0].listen(0)
        for _ in range(4):
            waiting = socket.socket()
            waiting.setblocking(False)
            waiting.connect_ex((host, port))
            self.sockets.append(waiting)

    def close(self):
        for one in self.sockets:
            one.close()


class NameServer:
    """Answers every question for an address with the same ones, in their order, until it falls silent."""

    def __init__(self, host, addresses):
        self.host, self.addresses = host, addresses
        self.is_silent = False
        self.asked = 0
        self.news = threading.Condition()
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind((host, 53))
        threading.Thread(target=self.run, daemon=True).start()

    def run(self):
        while True:
            try:
                question, client = self.socket.recvfrom(4096)
            except OSError:
                return
            with self.news:
                self.asked += 1
                self.news.notify_all()
            if not self.is_silent:
                self.socket.sendto(self.answer(question), client)

    def answer(self, question):
        end = 12
        while question[end]:
            end += question[end] + 1
        end += 5
        kind = struct.unpack(">H", question[end - 4:end - 2])[0]
        addresses = self.addresses if kind == 1 else []
        # Addresses that are good for no time, so that the client asks again whenever it wants to.
        records = b"".join(
            b"\xc0\x0c" + struct.pack(">HHIH", 1, 1, 0, 4) + socket.inet_aton(address)
            for address in addresses)
        header = question[:2] + struct.pack(">HHHHH", 0x8180, 1, len(addresses), 0, 0)
        return header + question[12:end] + records

    def wait(self, count, limit=180):
        with self.news:
            return self.news.wait_for(lambda: self.asked >= count, limit)

    def close(self):
        self.socket.close()
