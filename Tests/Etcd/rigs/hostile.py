"""A server whose answers are endless, huge, malformed or of wrong types: errors, in bounded memory."""

import http.server
import itertools
import json
import threading
import time

from .bench import Failed
from .cluster import encoded

LIMIT = 4 << 20
MEMORY = 400
HUGE = "9223372036854775807"

# The answers to everything, of a server that is hostile from the start.
ANSWERS = {
    "empty": b"",
    "no JSON": b"<html>" * 1000,
    "wrong types": b'{"header":[],"kvs":7,"count":{}}',
    "numbers": b'{"header":{"revision":"99999999999999999999"}}',
    "largest number": b'{"header":{"revision":"%s"}}' % HUGE.encode(),
    "negative": b'{"header":{"revision":"-5"},"count":"-5"}',
    "no header": b'{"kvs":[]}',
    "null": b"null",
    "nested": b"[" * 3_000_000,
    "half": b'{"header":{"revision":"5"},"kvs":[{"key":"L2hvc3Rp',
    "more for ever": b'{"header":{"revision":"5"},"more":true,"kvs":[{"key":"IQ=="}]}',
}

# The first load succeeds; what comes behind it does not.
GOOD = json.dumps({
    "header": {"revision": "5", "raft_term": "2", "cluster_id": "7"}, "count": "1",
    "kvs": [{"key": encoded("/hostile/flag"), "value": encoded("1"), "mod_revision": "5",
             "create_revision": "5", "version": "1"}]}).encode()  # fmt: skip
OPEN = b'{"result":{"header":{"revision":"5"},"created":true}}\n'


def event(number, value, revision):
    pair = {"key": encoded(f"/hostile/{number}"), "value": encoded(value),
            "mod_revision": str(revision), "create_revision": str(revision), "version": "1"}
    return json.dumps({"result": {"events": [{"kv": pair}]}}).encode() + b"\n"


WATCHES = {
    "an endless line": lambda: itertools.repeat(b'{"result":' * 10_000),
    "endless keys": lambda: (event(n, "x" * 50_000, 6 + n) for n in itertools.count()),
    "endless nothing": lambda: itertools.repeat(b"\n" * 65_536),
    "no JSON, and then more": lambda: [OPEN, b"<html>\n", event("flag", "2", 7)],
    "wrong types": lambda: [OPEN, b'{"result":{"events":[{"type":7,"kv":"x"}]}}\n'],
    "largest revision": lambda: [OPEN, event("flag", "2", HUGE)],
    "refused": lambda: [
        b'{"error":{"grpc_code":7,"message":"%s"}}\n' % (b"\\u001b[31m\\n" + b"x" * 100_000)],
    "ended": lambda: [
        OPEN, b'{"result":{"canceled":true,"cancel_reason":"\\u0007%s"}}\n' % (b"x" * 100_000)],
}  # fmt: skip

COMMITS = {
    "no JSON": b"<html>",
    "no revision": b'{"succeeded":true}',
    "largest revision": b'{"header":{"revision":"%s"},"succeeded":true}' % HUGE.encode(),
    "a refusal without what was asked for": b'{"header":{"revision":"6"}}',
    "wrong types": b'{"header":{"revision":"6"},"responses":[{"response_range":7}]}',
}


def run(bench):
    peaks = [*starts(bench), *watches(bench), *commits(bench)]
    redirection(bench)
    return f"{len(peaks)} kinds refused, at most {max(peaks)} MB; no redirection was followed"


class Served:
    """A server of a handler, for as long as it is entered."""

    def __init__(self, answer):
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                self.rfile.read(int(self.headers.get("Content-Length", 0)))
                try:
                    answer(self)
                except OSError:
                    pass

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def __enter__(self):
        return f"http://127.0.0.1:{self.server.server_port}"

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()


def say(handler, body, status=200, **fields):
    handler.send_response(status)
    for name, value in fields.items():
        handler.send_header(name, value)
    handler.end_headers()
    handler.wfile.write(body)


def peak(name, line):
    memory = int(line.split()[1]) // 1024
    if memory > MEMORY:
        raise Failed(f"{name}: {memory} MB of memory")
    return memory


def starts(bench):
    def endless(handler):
        say(handler, b"")
        while True:
            handler.wfile.write(b'{"header":' * 10_000)

    def pages(handler):
        """Pages that are full and in order, and never the last one."""
        handler.server.pages = getattr(handler.server, "pages", 0) + 1
        kvs = [{"key": encoded(f"/hostile/{handler.server.pages:09} {n:05}"), "mod_revision": "3"}
               for n in range(2_000)]  # fmt: skip
        say(handler, json.dumps({"header": {"revision": "5"}, "more": True, "kvs": kvs}).encode())

    answers = {name: (lambda body: lambda handler: say(handler, body))(body)
               for name, body in ANSWERS.items()}  # fmt: skip
    answers |= {"endless": endless, "endless pages": pages, "silent": lambda _: time.sleep(20)}
    for name, answer in answers.items():
        with Served(answer) as url:
            worker = bench.worker(
                url, "/hostile", "hostile", MAXIMUM_ANSWER=str(LIMIT), MAXIMUM_TOTAL=str(10 * LIMIT))
            line = worker.next()
            if not line.startswith("refused unavailable"):
                raise Failed(f"{name}: {line}")
            yield peak(name, worker.next())
            bench.dismiss()


def after_load(other):
    """Answers ranges well, and everything else by `other`."""

    def answer(handler):
        if handler.path == "/v3/kv/range":
            return say(handler, GOOD)
        if handler.path == "/v3/lease/grant":
            return say(handler, b'{"ID":"9","TTL":"60"}')
        return other(handler)

    return answer


def watches(bench):
    for name, parts in WATCHES.items():
        def watch(handler, parts=parts):
            say(handler, b"")
            for part in parts():
                handler.wfile.write(part)
            time.sleep(30)

        with Served(after_load(watch)) as url:
            worker = bench.worker(
                url, "/hostile", "commands", MAXIMUM_ANSWER=str(LIMIT), MAXIMUM_TOTAL=str(10 * LIMIT))
            worker.go()
            end = time.monotonic() + 180
            while "no watch" not in (status := worker.ask("status")):
                if time.monotonic() > end:
                    raise Failed(f"{name}: {status}")
                time.sleep(0.05)
            if worker.ask("get flag") not in ("1", "2"):
                raise Failed(f"{name}: the value did not stay")
            issues = worker.issues()
            if "\x1b" in issues or "\x07" in issues or "x" * 1_000 in issues:
                raise Failed(f"{name}: a text of the server as it came")
            yield peak(name, worker.ask("memory"))
            bench.dismiss()


def commits(bench):
    for name, body in COMMITS.items():
        def other(handler, body=body):
            if handler.path != "/v3/watch":
                return say(handler, body)
            say(handler, OPEN)
            return time.sleep(30)

        with Served(after_load(other)) as url:
            worker = bench.worker(
                url, "/hostile", "commands", MAXIMUM_ANSWER=str(LIMIT), COMMIT_TIMEOUT_S="2",
                CONFLICT_PATIENCE_S="2", WATCH_TIMEOUT_S="2")
            worker.go()
            line = worker.ask("set flag 5")
            if not line.startswith(("failed uncertain", "failed busy", "failed unavailable")):
                raise Failed(f"{name}: {line}")
            yield peak(name, worker.ask("memory"))
            bench.dismiss()


def redirection(bench):
    """The password and the token are for the endpoints alone."""
    reached = []
    with Served(lambda handler: reached.append(handler.path)) as elsewhere:
        for status in (301, 307, 308):
            def answer(handler, status=status):
                say(handler, b"", status, Location=elsewhere + handler.path)

            with Served(answer) as url:
                worker = bench.worker(
                    url, "/hostile", "hostile", ETCD_USER="app", ETCD_PASSWORD="s3cret-pass")
                line = worker.next()
                if not line.startswith("refused unavailable"):
                    raise Failed(f"a redirection: {line}")
                bench.dismiss()
    if reached:
        raise Failed(f"a redirection was followed to {reached[0]}")
