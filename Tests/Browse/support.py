"""A terminal in which a program runs, and what it shows there."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time

SCHEMA = """
{ "version": 1, "namespace": "player", "summary": "What the player remembers.",
  "types": { "Theme": { "enum": ["system", "light", "dark"] } },
  "keys": {
    "volume": { "type": "Double", "default": 0.5, "range": [0, 1], "unit": "dB", "summary": "Loudness.",
                "tags": ["sound"] },
    "theme": { "type": "Theme", "default": "system", "summary": "Light or dark." },
    "muted": { "type": "Bool", "default": false, "tags": ["sound"] },
    "count": { "type": "Int", "default": 0, "range": [0, 10] },
    "name": { "type": "String", "default": "" },
    "old": { "type": "Int", "default": 1, "deprecated": "use count" },
    "fixed": { "type": "String", "default": "", "processing": [{ "call": "Names.normalise" }] },
    "token": { "type": "String?", "sensitivity": "secret" } },
  "namespaces": {
    "equaliser": { "keys": {
      "preset": { "type": "String", "default": "flat" },
      "band": { "parameters": { "index": "Int" }, "type": "Double", "default": 0 } } } } }
"""


class Terminal:
    """A program with a terminal of its own."""

    def __init__(self, command, folder, environment=None, rows=24, columns=80):
        self.output, self.code = "", None
        variables = {"HOME": str(folder), "PATH": os.environ["PATH"], "TERM": "xterm-256color", "LANG": "C.UTF-8",
                     "XDG_CONFIG_HOME": str(folder / "config")}  # fmt: skip
        master, slave = pty.openpty()
        self.file = master
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.before = termios.tcgetattr(slave)
        self.began = time.perf_counter()
        self.process = os.fork()
        if self.process == 0:
            os.setsid()
            fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
            for number in (0, 1, 2):
                os.dup2(slave, number)
            os.chdir(folder)
            os.execvpe(command[0], [str(word) for word in command], {**variables, **(environment or {})})
        # Kept open, so that the terminal outlives the program.
        self.slave = slave

    def pump(self, seconds=0.02):
        """Reads what has come; returns whether there was anything."""
        if not select.select([self.file], [], [], seconds)[0]:
            return False
        data = os.read(self.file, 65536)
        self.output += data.decode("utf-8", "replace")
        return bool(data)

    def read_until(self, pattern, seconds=10):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if re.search(pattern, self.output):
                return True
            self.pump()
            if self.ended():
                while self.pump(0):
                    pass
                return bool(re.search(pattern, self.output))
        return False

    def ended(self):
        if self.code is None:
            process, status = os.waitpid(self.process, os.WNOHANG)
            if process:
                self.code = os.waitstatus_to_exitcode(status)
        return self.code is not None

    def read_to_end(self, seconds=10):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self.ended():
                while self.pump(0.05):
                    pass
                return True
            self.pump()
        os.kill(self.process, signal.SIGKILL)
        return False

    def send(self, text):
        os.write(self.file, text.encode() if isinstance(text, str) else text)

    def resize(self, rows, columns):
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        os.kill(self.process, signal.SIGWINCH)

    def settings(self):
        return termios.tcgetattr(self.slave)

    def close(self):
        if not self.ended():
            os.kill(self.process, signal.SIGKILL)
            os.waitpid(self.process, 0)
            self.code = -9
        os.close(self.file)
        os.close(self.slave)
