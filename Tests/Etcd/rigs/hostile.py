"""A server whose answers are endless, huge, malformed or of wrong types: errors, in bounded memory."""

import http.server
import threading

from .bench import Failed

LIMIT = 4 << 20
ANSWERS = {
    "empty": b"",
    "no JSON": b"<html>" * 1000,
    "wrong types": b'{"header":[],"kvs":7,"count":{}}',
    "numbers": b'{"header":{"revision":"99999999999999999999"}}',
    "no header": b'{"kvs":[]}',
    "null": b"null",
    "nested": b"[" * 3_000_000,
    "half": b'{"header":{"revision":"5"},"kvs":[{"key":"L2hvc3Rp',
    "more for ever": b'{"header":{"revision":"5"},"more":true,"kvs":[{"key":"IQ=="}]}',
}


def run(bench):
    peaks = []
    for name, body in [*ANSWERS.items(), ("endless", None), ("silent", "silent")]:
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler(body))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            worker = bench.worker(
                f"http://127.0.0.1:{server.server_port}", "/hostile", "hostile",
                MAXIMUM_ANSWER=str(LIMIT))
            answer = worker.next(60)
            if not answer.startswith("refused unavailable"):
                raise Failed(f"{name}: {answer}")
            peak = int(worker.next().split()[1]) // 1024
            peaks.append(peak)
            if peak > 400:
                raise Failed(f"{name}: {peak} MB of memory")
        finally:
            server.shutdown()
            bench.dismiss()
    return f"{len(peaks)} kinds refused, at most {max(peaks)} MB"


def handler(body):
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            if body == "silent":
                threading.Event().wait(20)
                return
            self.send_response(200)
            self.end_headers()
            try:
                if body is not None:
                    self.wfile.write(body)
                while body is None:
                    self.wfile.write(b'{"header":' * 10_000)
            except OSError:
                pass

        def log_message(self, *_):
            pass

    return Handler
