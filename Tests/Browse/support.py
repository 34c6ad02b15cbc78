"""A terminal in which a program runs, and what it shows there."""

import contextlib
import fcntl
import os
import pathlib
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
                "x-tags": ["sound"] },
    "theme": { "type": "Theme", "default": "system", "summary": "Light or dark." },
    "muted": { "type": "Bool", "default": false, "x-tags": ["sound"] },
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


def damage(folder):
    """Damages a store of which no list has the values."""
    for name in ("s.plist", "s.plist.journal"):
        path = pathlib.Path(folder) / name
        data = bytearray(path.read_bytes())
        data[data.index(b"player:volume")] ^= 1
        path.write_bytes(data)


class Terminal:
    """A program with a terminal of its own."""

    def __init__(self, command, folder, environment=None, rows=24, columns=80, redirect=()):
        self.output, self.code = "", None
        variables = {"HOME": str(folder), "PATH": os.environ["PATH"], "TERM": "xterm-256color", "LANG": "C.UTF-8",
                     "XDG_CONFIG_HOME": str(folder / "config")}  # fmt: skip
        master, slave = pty.openpty()
        self.file = master
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.before = termios.tcgetattr(slave)
        # A shell's part is played by a process of its own, which leads the session and outlives the program.
        words, self.words = os.pipe()[::-1], None
        release = os.pipe()
        self.began = time.perf_counter()
        self.leader = os.fork()
        if self.leader == 0:
            # A lock that the rig holds is not its shell's too.
            for number in set(range(3, 256)) - {slave, words[0], release[0]}:
                with contextlib.suppress(OSError):
                    os.close(number)
            os.setsid()
            fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
            signal.signal(signal.SIGTTOU, signal.SIG_IGN)
            signal.signal(signal.SIGHUP, signal.SIG_IGN)
            process = os.fork()
            if process == 0:
                os.setpgid(0, 0)
                os.tcsetpgrp(slave, os.getpid())
                signal.signal(signal.SIGTTOU, signal.SIG_DFL)
                signal.signal(signal.SIGHUP, signal.SIG_DFL)
                for number in (0, 1, 2):
                    os.dup2(slave, number)
                for number in redirect:
                    os.dup2(os.open("/dev/null", os.O_RDWR), number)
                os.closerange(3, 256)
                os.chdir(folder)
                os.execvpe(command[0], [str(word) for word in command], {**variables, **(environment or {})})
            os.write(words[0], f"{process}\n".encode())
            os.write(words[0], f"{os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])}\n".encode())
            os.read(release[0], 1)
            os._exit(0)
        os.close(words[0])
        os.close(release[0])
        self.words, self.release = os.fdopen(words[1]), release[1]
        self.process = int(self.words.readline())
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
        if self.code is None and select.select([self.words], [], [], 0)[0]:
            self.code = int(self.words.readline())
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
            self.code = int(self.words.readline())
        os.close(self.release)
        os.waitpid(self.leader, 0)
        self.words.close()
        os.close(self.file)
        os.close(self.slave)
