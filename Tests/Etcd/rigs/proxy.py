"""A proxy of HTTP between the store and a member: it cuts connections and drops answers."""

import re
import socket
import threading


class Proxy:
    """Listens on a port and passes each connection on to a member.

    `cut()` ends all connections at once. With `drops` above 0, so many answers to transactions that
    were made are dropped: the member has answered, and the connection ends. With `delays` above 0, so many
    transactions reach the member only once `gate` is open, when their client has given them up.
    """

    def __init__(self, port, host="127.0.0.1"):
        self.target = port
        self.listener = socket.create_server((host, 0))
        self.port = self.listener.getsockname()[1]
        self.url = f"http://{host}:{self.port}"
        self.lock = threading.Lock()
        self.connections = set()
        self.drops = 0
        self.dropped = 0
        self.on_drop = lambda: None
        self.delays = 0
        self.gate = threading.Event()
        # What the member said of each of those: whether it was made.
        self.late = []
        self.is_open = True
        self.is_dark = False
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while self.is_open:
            try:
                near, _ = self.listener.accept()
                if self.is_dark:
                    near.close()
                    continue
                far = socket.create_connection(("127.0.0.1", self.target))
            except OSError:
                continue
            for one in (near, far):
                one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            pair = Pair(self, near, far)
            with self.lock:
                self.connections.add(pair)
            pair.start()

    def cut(self):
        with self.lock:
            pairs, self.connections = self.connections, set()
        for pair in pairs:
            pair.close()

    def darken(self, is_dark):
        """Ends all connections and takes no others, or takes them again."""
        self.is_dark = is_dark
        if is_dark:
            self.cut()

    def take_drop(self):
        with self.lock:
            if self.drops == 0:
                return False
            self.drops -= 1
            self.dropped += 1
            return True

    def take_delay(self):
        with self.lock:
            if self.delays == 0:
                return False
            self.delays -= 1
            return True

    def close(self):
        self.is_open = False
        self.listener.close()
        self.cut()


class Pair:
    def __init__(self, proxy, near, far):
        self.proxy, self.near, self.far = proxy, near, far
        self.is_transaction = False

    def start(self):
        threading.Thread(target=self.send, daemon=True).start()
        threading.Thread(target=self.answer, daemon=True).start()

    def send(self):
        try:
            while data := self.near.recv(65536):
                # A request begins with its first line, since the next waits for the answer.
                if data.startswith(b"POST "):
                    self.is_transaction = data.startswith(b"POST /v3/kv/txn ")
                    if self.is_transaction and self.proxy.take_delay():
                        return self.send_late(data)
                self.far.sendall(data)
        except OSError:
            pass
        self.close()

    def send_late(self, request):
        """Sends a request once its client has gone, and notes whether it was made."""
        try:
            while not is_whole(request):
                request += self.near.recv(65536)
            self.proxy.gate.wait(120)
            with socket.create_connection(("127.0.0.1", self.proxy.target)) as far:
                far.sendall(request)
                answer = b""
                # A member that keeps the connection does not end it behind the answer.
                while not is_whole(answer) and (data := far.recv(65536)):
                    answer += data
            self.proxy.late.append(b'"succeeded":true' in answer)
        except OSError as error:
            self.proxy.late.append(error)
        self.close()

    def answer(self):
        try:
            while data := self.far.recv(65536):
                is_made = b'"succeeded":true' in data
                if self.is_transaction and is_made and self.proxy.take_drop():
                    self.proxy.on_drop()
                    break
                self.near.sendall(data)
        except OSError:
            pass
        self.close()

    def close(self):
        for one in (self.near, self.far):
            try:
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            one.close()


def is_whole(message):
    """Whether a request or an answer is there with its whole body."""
    head, separator, body = message.partition(b"\r\n\r\n")
    if re.search(rb"(?i)transfer-encoding: *chunked", head):
        return body.endswith(b"0\r\n\r\n")
    length = re.search(rb"(?i)content-length: *(\d+)", head)
    return bool(separator) and len(body) >= int(length[1] if length else 0)
