"""Three members of etcd on loopback, which can be killed, stopped, replaced and asked."""

import base64
import json
import os
import shutil
import signal
import socket
import subprocess
import threading
import time
import urllib.error
import urllib.request


# The ports that were given out: a member begins to listen only later.
GIVEN = set()
PORTS = threading.Lock()


def free_ports(count):
    with PORTS:
        ports = []
        while len(ports) < count:
            with socket.socket() as one:
                one.bind(("127.0.0.1", 0))
                port = one.getsockname()[1]
            if port not in GIVEN:
                ports.append(port)
                GIVEN.add(port)
        return ports


def stop(process):
    """Stops a child: the signal stops each thread when the system next runs it, and until then it goes on."""
    process.send_signal(signal.SIGSTOP)
    os.waitid(os.P_PID, process.pid, os.WSTOPPED | os.WNOWAIT)


def encoded(text):
    return base64.b64encode(text.encode()).decode()


def decoded(text):
    return base64.b64decode(text).decode()


class Member:
    def __init__(self, cluster, name, client, peer):
        self.cluster, self.name = cluster, name
        self.client, self.peer = client, peer
        self.process = None

    @property
    def scheme(self):
        return "https" if self.cluster.tls else "http"

    @property
    def url(self):
        return f"{self.scheme}://127.0.0.1:{self.client}"

    @property
    def folder(self):
        return os.path.join(self.cluster.top, self.name)

    def start(self, state="new"):
        peers = ",".join(f"{m.name}=http://127.0.0.1:{m.peer}" for m in self.cluster.members)
        arguments = [
            "etcd", "--name", self.name, "--data-dir", self.folder,
            "--listen-client-urls", self.url, "--advertise-client-urls", self.url,
            "--listen-peer-urls", f"http://127.0.0.1:{self.peer}",
            "--initial-advertise-peer-urls", f"http://127.0.0.1:{self.peer}",
            "--initial-cluster", peers, "--initial-cluster-state", state,
            "--heartbeat-interval", "50", "--election-timeout", "500", "--log-level", "error",
            *self.cluster.options,
        ]  # fmt: skip
        with open(os.path.join(self.cluster.top, self.name + ".log"), "ab") as log:
            self.process = subprocess.Popen(arguments, stdout=log, stderr=log)

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self):
        stop(self.process)

    def go_on(self):
        self.process.send_signal(signal.SIGCONT)

    def call(self, path, request=None, timeout=5):
        answer = self.send(path, request, timeout)
        if self.cluster.users and "token" in answer.get("error", "") + answer.get("message", ""):
            self.cluster.token = None
            answer = self.send(path, request, timeout)
        return answer

    def send(self, path, request, timeout):
        headers = {"Content-Type": "application/json"}
        if self.cluster.users and path != "/v3/auth/authenticate":
            if not self.cluster.token:
                root = {"name": "root", "password": "r00t"}
                self.cluster.token = self.send("/v3/auth/authenticate", root, timeout).get("token")
            headers["Authorization"] = self.cluster.token or ""
        body = json.dumps(request or {}).encode()
        http = urllib.request.Request(self.url + path, body, headers)
        try:
            with urllib.request.urlopen(http, timeout=timeout, context=self.cluster.context) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            return json.load(error)


class Cluster:
    """A cluster in a folder of its own, started and ready.

    With `users`, authentication is enabled, and tokens live for `token_life` seconds.
    """

    def __init__(self, top, count=3, options=(), tls=None, context=None, users=False,
                 token_life=2):
        self.top, self.options, self.tls, self.context = top, list(options), tls, context
        self.users, self.token = False, None
        if users:
            self.options += ["--auth-token-ttl", str(token_life)]
        os.makedirs(top)
        ports = free_ports(2 * count)
        self.members = [
            Member(self, f"m{n}", ports[2 * n], ports[2 * n + 1]) for n in range(count)]
        for member in self.members:
            member.start()
        self.wait()
        if users:
            self.enable_users()

    def enable_users(self):
        for path, request in [
            ("user/add", {"name": "root", "password": "r00t"}), ("role/add", {"name": "root"}),
            ("user/grant", {"user": "root", "role": "root"}), ("enable", {}),
        ]:
            self.call("/v3/auth/" + path, request)
        self.users = True

    @property
    def urls(self):
        return ",".join(member.url for member in self.members)

    def wait(self, limit=300):
        """Waits until every member answers a read that its cluster confirms."""
        end = time.monotonic() + limit
        for member in self.members:
            while True:
                try:
                    answer = member.call("/v3/kv/range", {"key": encoded("x")}, timeout=2)
                    if "header" in answer or "user" in answer.get("error", ""):
                        break
                except (OSError, ValueError):
                    pass
                if time.monotonic() > end:
                    raise TimeoutError(f"{member.name} does not answer")
                time.sleep(0.05)

    def call(self, path, request=None, **options):
        for _ in range(20):
            for member in self.members:
                try:
                    return member.call(path, request, **options)
                except (OSError, ValueError):
                    continue
            time.sleep(0.2)
        raise TimeoutError("no member answers")

    def put(self, key, value, **options):
        return self.call(
            "/v3/kv/put", {"key": encoded(key), "value": encoded(value)}, **options)

    def get(self, key, **options):
        answer = self.call("/v3/kv/range", {"key": encoded(key)}, **options)
        values = answer.get("kvs", [])
        return decoded(values[0].get("value", "")) if values else None

    def revision(self):
        return int(self.call("/v3/kv/range", {"key": encoded("x")})["header"]["revision"])

    def replace(self, member):
        """Takes a member out and puts one with an empty folder into its place."""
        member.kill()
        listed = self.call("/v3/cluster/member/list", timeout=10)["members"]
        number = next(m["ID"] for m in listed if m.get("name") == member.name)
        self.insist("/v3/cluster/member/remove", {"ID": number}, "member not found")
        shutil.rmtree(member.folder)
        self.insist(
            "/v3/cluster/member/add", {"peerURLs": [f"http://127.0.0.1:{member.peer}"]},
            "Peer URLs already exists")
        member.start("existing")
        self.wait()

    def insist(self, path, request, done):
        """Asks until it is so: an answer may be lost, and a cluster without a leader refuses."""
        for _ in range(100):
            answer = self.call(path, request, timeout=10)
            if "header" in answer or done in answer.get("error", ""):
                return
            time.sleep(0.2)
        raise TimeoutError(f"{path}: {answer}")

    def stop(self):
        for member in self.members:
            member.kill()

    def go_on(self):
        # A member that was put back is silent about a token that it has not given yet.
        self.token = None
        for member in self.members:
            member.start("existing")
        self.wait()

    def close(self):
        for member in self.members:
            if member.process and member.process.poll() is None:
                member.process.kill()
                member.process.wait()
        shutil.rmtree(self.top, ignore_errors=True)
