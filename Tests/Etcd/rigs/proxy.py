"""A proxy between the store and a member, which cuts connections."""

import socket
import threading


class Proxy:
    """Listens on a port and passes each connection on to a member.

    `cut()` ends all connections at once.
    """

    def __init__(self, port, host="127.0.0.1"):
        self.target = port
        self.listener = socket.create_server((host, 0))
        self.port = self.listener.getsockname()[1]
        self.url = f"http://{host}:{self.port}"
        self.lock = threading.Lock()
        self.connections = set()
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
            pair = Pair(near, far)
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

    def close(self):
        self.is_open = False
        self.listener.close()
        self.cut()


class Pair:
    def __init__(self, near, far):
        self.near, self.far = near, far

    def start(self):
        for ends in ((self.near, self.far), (self.far, self.near)):
            threading.Thread(target=self.pass_on, args=ends, daemon=True).start()

    def pass_on(self, source, target):
        try:
            while data := source.recv(65536):
                target.sendall(data)
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
