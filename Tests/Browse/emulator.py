"""`keywright browse` in a real emulator of a terminal, tmux, started and stopped by a real shell."""

import re
import shutil
import subprocess
import time

from browsing import Browsing, Session


class Emulator(Browsing):
    def tmux(self, *words):
        return subprocess.run(["tmux", "-f", "/dev/null", "-S", self.base / "socket", *words], cwd=self.folder, text=True,
                              capture_output=True, env=self.environment).stdout  # fmt: skip

    def lines(self):
        return [line.rstrip() for line in self.tmux("capture-pane", "-p").split("\n")[:24]]

    def until(self, pattern, what, seconds=20):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if re.search(pattern, "\n".join(self.lines())):
                return
            time.sleep(0.05)
        self.check(False, what, "\n".join(self.lines()))

    def send(self, keys, pattern):
        self.tmux("send-keys", keys)
        self.until(pattern, f"after {keys!r}")

    def all(self):
        if not shutil.which("tmux"):
            print("SKIPPED: no tmux, so that no emulator of a terminal has shown the screen")
            return
        self.fresh()
        self.run("set", "player:name", "long " * 40, "--store", "./s.plist")
        self.environment = {"PATH": "/usr/bin:/bin", "HOME": str(self.base), "LANG": "C.UTF-8", "SHELL": "/bin/sh", "PS1": "$ "}
        try:
            self.tmux("new-session", "-d", "-x", "80", "-y", "24", "bash --norc -i")
            self.until(r"^\$", "a shell")
            self.rows()
            self.pasting()
            self.stopping()
        finally:
            self.tmux("kill-server")

    def settings(self):
        self.tmux("send-keys", "clear; stty -g", "Enter")
        self.until(r"(?s)^[0-9a-f]+:.*\n\$", "the settings")
        return self.lines()[:2]

    def start(self):
        self.tmux("send-keys", f"clear; {self.command} browse --store ./s.plist", "Enter")
        self.until(r">\* volume", "the first screen")

    def rows(self):
        """Rows as wide as the terminal have their last column."""
        self.start()
        session = Session(self)
        session.start()
        for keys in ("j", "k"):
            self.tmux("send-keys", keys)
            session.send(keys)
        time.sleep(0.2)
        lines = self.lines()
        self.check(any(len(line) == 80 and line.endswith("…") for line in lines), "a full row", "\n".join(lines))
        self.check(lines == session.screen.lines, "what tmux shows", "\n".join(lines))
        session.quit()
        self.send("q", r"^\$")

    def pasting(self):
        self.start()
        self.send("/name", r"/name")
        self.tmux("send-keys", "Enter", "e", "C-u")
        self.tmux("set-buffer", "one\ntwo")
        self.tmux("paste-buffer", "-p")
        self.until(r"= one\\ntwo", "a paste")
        self.send("Enter", "stored: player:name")
        self.check(self.value("player:name") == "one\ntwo", "a pasted line end", repr(self.value("player:name")))
        self.tmux("send-keys", "a", "q")

    def stopping(self):
        before = self.settings()
        self.start()
        for _ in range(2):
            self.send("C-z", "Stopped")
            self.check(">* volume" not in "\n".join(self.lines()), "the shell's screen", "\n".join(self.lines()))
            self.tmux("send-keys", "clear; fg", "Enter")
            self.until(r">\* volume", "the screen after fg")
            self.send("j", r">\* theme")
            self.send("k", r">\* volume")
        self.tmux("send-keys", "q")
        self.check(self.settings() == before, "the settings after fg and q")
