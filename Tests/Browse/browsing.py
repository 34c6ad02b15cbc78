"""`keywright browse` in a terminal: every key path, sizes, ends, changes by others, damage, many keys."""

import fcntl
import json
import os
import pathlib
import re
import shutil
import signal
import statistics
import subprocess
import termios
import time

from screen import Screen
from support import SCHEMA, Terminal, damage

DOWN, UP, RIGHT, LEFT, ESCAPE = "\x1b[B", "\x1b[A", "\x1b[C", "\x1b[D", "\x1b"
HOSTILE = "\x1b[2Jred\x1b[31m\r\n\x07\u009b2J\u202e\x1b]0;title\x07" + "e\u0301\u0301"


class Session:
    """A run of the command with a screen that follows it."""

    def __init__(self, browsing, *words, store="./s.plist", rows=24, columns=80, environment=None, folder=None,
                 before=()):  # fmt: skip
        self.check = browsing.check
        command = [*before, browsing.command, "browse", "--store", store, *words]
        self.terminal = Terminal(command, folder or browsing.folder, environment, rows, columns)
        self.screen = Screen(rows, columns)
        self.read = 0

    def update(self, seconds=0.0):
        end = time.monotonic() + seconds
        while True:
            self.terminal.pump(0.005)
            new = self.terminal.output[self.read:]
            rest = self.screen.feed(new)
            self.read = len(self.terminal.output) - len(rest)
            if time.monotonic() >= end:
                return

    def until(self, condition, what, seconds=30):
        if isinstance(condition, str):
            pattern = condition
            condition = lambda screen: re.search(pattern, screen.text)  # noqa: E731
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.update()
            if condition(self.screen):
                return True
            if self.terminal.ended():
                self.update(0.05)
                break
        found = bool(condition(self.screen))
        self.check(found, what, self.screen.text + f"\ncode {self.terminal.code}")
        return found

    def start(self):
        return self.until("player", "the first screen")

    def send(self, text, condition=None, what=None):
        self.terminal.send(text)
        if condition is None:
            self.update(0.04)
            return True
        return self.until(condition, what or f"after {text!r}")

    @property
    def bottom(self):
        return self.screen.lines[-1]

    def quit(self, keys="q"):
        """Ends it, and checks that the terminal is as it was."""
        if keys:
            self.terminal.send(keys)
        self.check(self.terminal.read_to_end(20), "it does not end", self.screen.text)
        self.update(0.05)
        self.restored("at the end")
        self.terminal.close()
        return self.terminal.code

    def restored(self, what):
        left = self.screen.modes & {"?1049", "?2004"}
        self.check(not left and {"?25", "?7"} <= self.screen.modes, f"{what}: the terminal is left with {self.screen.modes}")
        self.check(self.terminal.settings() == self.terminal.before, f"{what}: the settings differ")
        self.check(not self.screen.foreign, f"{what}: escapes reach the terminal: {self.screen.foreign!r}")


class Browsing:
    def __init__(self, check, command, folder):
        # Folders of other schemas lie beside the first one.
        self.check, self.command, self.base, self.folder = check, command, folder, folder / "main"
        self.folder.mkdir(exist_ok=True)
        (self.folder / "Player.keys.json").write_text(SCHEMA)

    def run(self, *words, folder=None):
        return subprocess.run([self.command, *words], cwd=folder or self.folder, capture_output=True, text=True)

    def value(self, key):
        return self.run("get", key, "--store", "./s.plist", "--reveal").stdout.rstrip("\n")

    def fresh(self):
        for file in self.folder.glob("s.plist*"):
            file.unlink()
        end = self.run("set", "player:volume=0.8", "player:theme=dark", "player:token=hush", "player:equaliser:band:3=1.5",
                       "--store", "./s.plist")  # fmt: skip
        assert end.returncode == 0, end.stderr

    def all(self):
        for part in (self.listing, self.moving, self.finding, self.editing, self.editor, self.families, self.stepping, self.undoing, self.slow, self.live,
                     self.managed, self.sizes, self.ends, self.colours, self.stores, self.hostile):  # fmt: skip
            self.fresh()
            part()

    def listing(self):
        session = Session(self)
        session.start()
        text = session.screen.text
        for part in (r"player  What the player remembers", r">\* volume +stored +0.8", r"\* theme +stored +dark",
                     r"muted +default +false", r"~ old +default +1", r"# fixed", r"token +stored +<secret>",
                     r"player:equaliser", r"band:3 +stored +1.5", "Loudness", "from 0 to 1 dB", "4 changed"):  # fmt: skip
            self.check(re.search(part, text), f"the list lacks {part}", text)
        self.check("hush" not in session.terminal.output, "a secret is shown", text)
        self.check(all(len(line) <= 80 for line in session.screen.lines), "a line is too long", text)
        session.send("v", "values +from 0 to 1 dB", "everything about a key")
        session.send("q", ">\\* volume", "back from a page")
        session.send("?", "undoes your last change", "help")
        session.send(" ")
        session.send("q", ">\\* volume", "back from help")
        session.quit()

    def moving(self):
        for down, up in ((DOWN, UP), ("j", "k"), ("\x0e", "\x10")):
            session = Session(self)
            session.start()
            session.send(down, r">\* theme")
            session.send(up, r">\* volume")
            session.send("G", r">\+ band:INDEX")
            session.send("g", r">\* volume")
            session.send("\t", r">  preset", "the next namespace")
            session.send("\x1b[Z", r">\* volume", "the previous namespace")
            session.send("\x1b[6~", r">\+ band:INDEX", "a page down")
            session.send("\x1b[5~", r">\* volume", "a page up")
            # An escape sequence in pieces.
            for byte in DOWN:
                session.terminal.send(byte)
                time.sleep(0.005)
            session.until(r">\* theme", "an escape sequence in pieces")
            session.quit()

    def finding(self):
        session = Session(self)
        session.start()
        session.send("/", lambda screen: screen.lines[-1] == "/")
        session.send("lou", lambda screen: "muted" not in screen.text and "volume" in screen.text, "search by summary")
        session.send("zz", "No key is so", "nothing is found")
        session.send("\x15", "muted", "an empty search")
        session.send("light dark", lambda screen: "theme" in screen.text and "volume" not in screen.text, "two words")
        session.send(ESCAPE, "muted", "escape ends the search")
        session.send("c", lambda screen: "muted" not in screen.text and "volume" in screen.text, "changed")
        session.send("c", "muted")
        session.send("/")
        session.send("sound", lambda screen: "theme" not in screen.text and "muted" in screen.text, "search by a note")
        session.send(ESCAPE, "theme")
        session.send("G")
        session.send("o", lambda screen: "volume" not in screen.text and "preset" in screen.text, "a namespace")
        session.send("a", "volume", "all again")
        session.send("p", "No key is so", "no problems")
        session.quit("aq")

    def editing(self):
        session = Session(self)
        session.start()
        session.send("\r", r"= 0.8", "the field")
        session.send("\x157", "not in 0.0...1.0", "a refusal before Enter")
        session.send("\r", "not in 0.0...1.0", "Enter of what is refused")
        self.check(self.value("player:volume") == "0.8", "a refused value is stored")
        session.send("\x150.25\r", "stored: player:volume = 0.25", "a value")
        self.check(self.value("player:volume") == "0.25", "an edited value", self.value("player:volume"))
        session.send("\r9\x1b", r"volume +stored +0.25", "escape leaves the value")
        session.send("j\r\x15\t", "= system", "Tab completes")
        session.send("\t", "= light", "Tab goes on")
        session.send("\r", "stored: player:theme = light", "a completed case")
        # A paste with a line end is no Enter.
        session.send("/name\r", ">  name", "search for a key")
        session.send("\r\x1b[200~a\x1b[31m\rb\x1b[201~", r"= a\\u001B\[31m\\nb", "a paste, with a line end as terminals send it")
        session.send("\r", "stored: player:name", "a pasted text")
        self.check(self.value("player:name") == "a\x1b[31m\nb", "a pasted text", self.value("player:name"))
        session.send("e\x15ü\u6f22字\r", "= ü漢字", "wide characters")
        session.send("\x1b")
        session.send("/fixed\r\r", "read-only", "a key that a function processes")
        session.send("a/token\r\r", "= $|=$", "a secret begins empty")
        session.send("geheim", "= ••••••", "a secret is typed")
        session.send("\r", "stored: player:token = <secret>", "a secret is stored")
        self.check("geheim" not in session.terminal.output and self.value("player:token") == "geheim", "the secret")
        session.send("d", "removed: player:token", "a value is removed")
        session.send("d", "nothing is stored", "nothing is removed")
        session.quit()
        session = Session(self, "--skip-functions")
        session.start()
        session.send("/fixed\r\r\x15x\r", "stored: player:fixed = x; the step", "--skip-functions")
        session.quit()

    def editor(self):
        """A value in an editor: what comes back is stored, or stays in the field with the reason."""
        script = self.base / "editor"
        script.touch(0o755)
        session = Session(self, environment={"VISUAL": str(script)})
        session.start()
        script.write_text("#!/bin/sh\nprintf 'two\\nlines\\n' > $1\n")
        session.send("/name\rE", "stored: player:name", "a value from an editor")
        self.check(self.value("player:name") == "two\nlines", "a value from an editor", repr(self.value("player:name")))
        session.send("a/token\rE", "it is secret", "a secret")
        session.send("agE", r"= two\\nlines  .*not a number", "a text that is refused")
        script.write_text("#!/bin/sh\nexit 3\n")
        session.send("\x1b", "stored: player:name|q ends")
        session.send("E", "ended with the code 3", "an editor that fails")
        session.send("j", r">\* theme", "keys after an editor")
        session.quit()

    def families(self):
        """A key of a family is added by its parameters."""
        session = Session(self)
        session.start()
        session.send("G", r">\+ band:INDEX +family +Enter adds a key", "a family")
        session.send(" ", "Enter adds one", "a family has no next value")
        session.send("\rx", "INDEX = x.*is no key of the family", "a wrong parameter")
        session.send("\r", "INDEX = x", "Enter of a wrong parameter")
        session.send("\x157\r", r">  band:7 +default +0.0(.|\n)*\n= 0.0", "a new key, to be edited")
        session.send("\x152.5\r", "stored: player:equaliser:band:7 = 2.5", "its value")
        session.send("G\r3\r", r">\* band:3 +stored +1.5(.|\n)*\n= 1.5", "a key that there is")
        session.send(ESCAPE)
        session.send("u", r"undone: player:equaliser:band:7", "undo")
        session.send("/nothing\r")
        session.send("aG\r8\x1b", r">\+ band:INDEX", "escape adds nothing")
        session.quit()
        self.check(self.value("player:equaliser:band:7") == "0.0", "a key of a family")

    def slow(self):
        """A store whose lock another program holds: the screen says so, can be left, and stores when the lock is free."""
        session = Session(self)
        session.start()
        with (self.folder / "s.plist.lock").open("r+b") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            session.send("+", r"storing: player:volume = 0.85", "a step while the store is locked")
            session.send("j+")
            self.check(self.value("player:volume") == "0.8", "a value was stored under another's lock")
        session.until("stored: player:theme = system", "the keys that were pressed meanwhile")
        self.check(re.search(r"volume +stored +0.85", session.screen.text), "the step", session.screen.text)
        session.quit()
        session = Session(self)
        session.start()
        with (self.folder / "s.plist.lock").open("r+b") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            session.send("+", r"storing: player:volume = 0.9")
            session.quit("\x03")
        self.check(self.value("player:volume") == "0.85", "a commit that was interrupted")

    def stepping(self):
        session = Session(self)
        session.start()
        session.send("+", "volume = 0.85", "a step of a range")
        session.send("-", "volume = 0.8;|volume = 0.8$", "a step back")
        session.send("j" + RIGHT, "theme = system", "the next case")
        session.send(LEFT, "theme = dark", "the previous case")
        session.send("j ", "muted = true", "a toggle")
        session.send("j-", "not in 0...10", "a step out of the range")
        session.send("+", "count = 1", "a step of a number")
        session.send("j ", "no next one", "a text has no step")
        session.quit()
        folder = self.base / "clamped"
        folder.mkdir()
        (folder / "P.keys.json").write_text(SCHEMA.replace('"range": [0, 1]', '"range": [0, 1], "outside": "clamp"'))
        session = Session(self, folder=folder)
        session.start()
        session.send("+", "volume = 0.55", "a step of a value that is clamped")
        session.quit()
        self.check([self.value(f"player:{key}") for key in ("volume", "theme", "muted", "count")]
                   == ["0.8", "dark", "true", "1"], "steps")  # fmt: skip

    def undoing(self):
        session = Session(self)
        session.start()
        session.send("+", "volume = 0.85")
        session.send("jjj+", "count = 1")
        session.send("u", "undone: player:count = 0", "undo to nothing")
        session.send("u", "undone: player:volume = 0.8", "undo to a value")
        session.send("u", "nothing is left to undo")
        session.send("+", "count = 1")
        self.run("set", "player:count", "5", "--store", "./s.plist")
        session.until(r"count +stored +5", "another's value")
        session.send("u", "not undone", "undo of what another program changed")
        self.check(self.value("player:count") == "5", "undo destroyed another's value")
        session.quit()
        self.check(self.run("export", "--store", "./s.plist").stdout.count("count") == 1, "undo left nothing")

    def live(self):
        session = Session(self)
        session.start()
        self.run("set", "player:volume", "0.3", "--store", "./s.plist")
        session.until(r"volume +stored +0.3", "a change by another process")
        self.check("changed by another program; it was 0.8" in session.screen.text, "the change is told", session.screen.text)
        self.run("set", "player:equaliser:band:7", "2", "--store", "./s.plist")
        session.until(r"band:7 +stored +2", "a new key of a family")
        session.send("\r\x150.9", "= 0.9")
        self.run("set", "player:volume", "0.4", "--store", "./s.plist")
        session.until("it is 0.4 now", "a change of the value being edited")
        session.send("\r", "stored: player:volume = 0.9", "Enter after it was told")
        self.run("unset", "player:theme", "--store", "./s.plist")
        session.until(r"theme +default +system", "a removal by another process")
        # Commits of both at once: the last of each key stands on the screen and in the store.
        other = subprocess.Popen(["sh", "-c", f"for n in 1 2 3 4 5; do {self.command} set player:count $n --store ./s.plist; done"],
                                 cwd=self.folder)  # fmt: skip
        for _ in range(10):
            session.send("+")
        other.wait()
        session.until(r"count +stored +5", "the last of several changes")
        volume = self.value("player:volume")
        session.until(rf"volume +stored +{volume}$|volume +stored +{volume}\n", "own and other changes")
        session.quit()
        # No store yet; it is made meanwhile.
        for file in self.folder.glob("s.plist*"):
            file.unlink()
        session = Session(self)
        session.start()
        session.until(r"volume +default +0.5", "a store that does not exist")
        self.run("set", "player:volume", "0.1", "--store", "./s.plist")
        session.until(r"volume +stored +0.1", "a store that was made meanwhile")
        session.send("+", "volume = 0.15", "a commit to it")
        session.quit()
        for file in self.folder.glob("s.plist*"):
            file.unlink()
        session = Session(self)
        session.start()
        session.send("+", "volume = 0.55", "a commit that makes the store")
        session.send("u", "undone", "its undo")
        session.quit()

    def managed(self):
        """An administrator's values, which come and go while they are looked at."""
        folder = self.folder / "etc/app/policies/managed"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "a.json").write_text('{ "player:volume": 0.25 }')
        session = Session(self, "--policies", "./etc/app")
        session.start()
        session.until(r">\* volume +managed +0.25", "a managed value")
        self.check("managed value of an administrator; what is stored does not count" in session.screen.text,
                   "what is said of a managed value", session.screen.text)  # fmt: skip
        session.send("+", "read-only: an administrator's value comes first", "a step of a managed value")
        session.send("\r", "read-only: an administrator", "a managed value is not edited")
        (folder / "b.json").write_text('{ "player:volume": 0.75, "player:muted": true }')
        session.until(r"volume +managed +0.75(.|\n)*muted +managed +true", "other managed values")
        self.check("changed by the administrator; it was 0.25" in session.screen.text, "the change is told", session.screen.text)
        (folder / "c.json").write_text("{")
        session.until(r"c\.json:1:", "a mistake in a file, on the screen and nowhere else")
        (folder / "c.json").unlink()
        (folder / "b.json").unlink()
        (folder / "a.json").unlink()
        session.until(r"volume +stored +0.8", "no managed value any more")
        session.send("+", "stored: player:volume = 0.85", "it can be changed again")
        session.quit()

    def sizes(self):
        for rows, columns in ((24, 80), (50, 200), (12, 40), (5, 20), (1, 1), (2, 3), (200, 500)):
            session = Session(self, rows=rows, columns=columns)
            session.until(lambda screen: screen.text.strip(), f"{rows} × {columns}")
            for keys in ("j", "G", "/", "vol", "\r", "\r", ESCAPE, "?", "q", "v", "q"):
                session.send(keys)
            self.check(not session.screen.foreign and not session.terminal.ended(), f"{rows} × {columns}", session.screen.text)
            session.quit()
        session = Session(self)
        session.start()
        for rows, columns in ((10, 30), (40, 132), (3, 10), (24, 80)):
            session.screen.resize(rows, columns)
            session.terminal.resize(rows, columns)
            session.update(0.1)
            self.check(session.screen.lines[0].strip(), f"after a change to {rows} × {columns}", session.screen.text)
        session.until(r">\* volume +stored +0.8", "after all sizes")
        session.quit()

    def ends(self):
        for end in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGSEGV,
                    signal.SIGABRT):  # fmt: skip
            for keys in ("", "\r0.7", "?") if end == signal.SIGTERM else ("\r0.7",):
                session = Session(self)
                session.start()
                session.send(keys)
                os.kill(session.terminal.process, end)
                session.terminal.read_to_end(5)
                until = time.monotonic() + 3
                while time.monotonic() < until and session.terminal.settings() != session.terminal.before:
                    session.update(0.02)
                session.update(0.1)
                session.restored(f"after {end.name} and {keys!r}")
                self.check(session.terminal.code == -end, f"the status after {end.name}: {session.terminal.code}")
                session.terminal.close()
        self.check(self.value("player:volume") == "0.8", "an end stored a value")
        # At once after the start, in any state.
        for delay in (0.0, 0.005, 0.01, 0.02, 0.04, 0.08):
            session = Session(self)
            time.sleep(delay)
            os.kill(session.terminal.process, signal.SIGTERM)
            session.terminal.read_to_end(5)
            session.update(0.05)
            self.check(session.terminal.settings() == session.terminal.before, f"ended after {delay} s")
            self.check(not session.screen.modes & {"?1049", "?2004"}, f"ended after {delay} s: {session.screen.modes}")
            session.terminal.close()
        # Stopped by the keyboard or from outside, and continued as `fg` of a shell does.
        for end in ("q", "\x03", signal.SIGTERM, signal.SIGHUP):
            session = Session(self)
            session.start()
            for stop in (lambda: session.terminal.send("\x1a"), lambda: os.kill(session.terminal.process, signal.SIGTSTP)):
                stop()
                session.update(0.2)
                self.check("?1049" not in session.screen.modes, "the screen while it is stopped")
                self.check(session.terminal.settings() == session.terminal.before, "the settings while it is stopped")
                os.kill(session.terminal.process, signal.SIGCONT)
                session.until(lambda screen: "?1049" in screen.modes and re.search(r">\* volume", screen.text), "continued")
                session.send("j", r">\* theme", "keys after it was continued")
                session.send("k", r">\* volume", "keys after it was continued")
            if isinstance(end, str):
                session.quit(end)
            else:
                os.kill(session.terminal.process, end)
                session.quit("")
        # A stop that no handler sees.
        session = Session(self)
        session.start()
        os.kill(session.terminal.process, signal.SIGSTOP)
        termios.tcsetattr(session.terminal.slave, termios.TCSANOW, session.terminal.before)
        os.kill(session.terminal.process, signal.SIGCONT)
        session.send("j", r">\* theme", "keys after a stop from outside")
        session.quit()
        # No terminal.
        end = subprocess.run([self.command, "browse", "--store", "./s.plist"], cwd=self.folder, capture_output=True,
                             text=True, stdin=subprocess.DEVNULL, start_new_session=True)  # fmt: skip
        self.check(end.returncode == 3 and "no terminal" in end.stderr and "`watch`" in end.stderr, "no terminal", end.stderr)
        session = Session(self, "--json")
        session.start()
        session.send("+", "stored: player:volume = 0.85")
        session.quit()
        document = session.terminal.output.rsplit("\x1b[?1049l", 1)[1]
        self.check(json.loads(document)[0]["new"] == 0.85, "JSON at the end", document)

    def colours(self):
        session = Session(self, environment={"NO_COLOR": "1"})
        session.start()
        session.send("j?q")
        self.check(session.screen.looks <= {"0"}, f"looks without colours: {session.screen.looks}")
        session.until(r">\* theme", "without colours")
        session.quit()

    def stores(self):
        """A damaged store, one that may only be read, one of another user."""
        damage(self.folder)
        session = Session(self)
        session.until("(?i)corrupt|damage|doctor", "a damaged store")
        session.send("+", "(?i)doctor", "a commit to a damaged store")
        session.quit()
        self.fresh()
        (self.folder / "s.plist").unlink()
        for file in self.folder.glob("s.plist.*"):
            file.unlink()
        (self.folder / "s.plist").write_text(
            "<plist><dict><key>player:volume</key><real>7</real><key>player:theme</key><integer>1</integer></dict></plist>")
        session = Session(self)
        session.start()
        session.until(r">! volume +stored +7.0", "a value out of its range")
        session.until(r"! theme +unreadable +system", "an unreadable value")
        session.send("p", lambda screen: "muted" not in screen.text and "theme" in screen.text, "problems")
        session.send("j", "no Theme; the program has the default", "why it is unreadable")
        session.send("+", "theme = light", "an unreadable value is replaced on purpose")
        session.quit()
        if os.geteuid() == 0 and shutil.which("setpriv"):
            self.fresh()
            for path in (self.base, self.folder, *self.folder.iterdir()):
                path.chmod(0o755 if path.is_dir() else 0o644)
            session = Session(self, before=("setpriv", "--reuid", "65534", "--clear-groups"))
            if session.until(r">\* volume +stored +0.8", "another user's store"):
                session.send("+", "(?i)can only be read", "a commit to another user's store")
                session.quit()
        end = self.run("browse", "--store", "secrets:org.example.player")
        self.check(end.returncode == 2 and "secrets" in end.stderr, "secrets", end.stderr)

    def hostile(self):
        folder = self.base / "hostile"
        folder.mkdir()
        text = json.dumps("\x1b[2J\u009b2J\u202ex\ny\u0007")
        (folder / "H.keys.json").write_text(f"""
          {{ "version": 1, "namespace": "player", "summary": {text}, "keys": {{
             "name": {{ "type": "String", "default": "", "summary": {text}, "unit": {text}, "title": {text},
                        "deprecated": {text}, "x-tags": [{text}] }},
             "wide": {{ "type": "String", "default": "" }}, "rtl": {{ "type": "String", "default": "" }},
             "seen": {{ "type": "String", "default": "", "parameters": {{ "host": "String" }} }} }} }}""")
        checked = self.run("check", "H.keys.json", folder=folder)
        if checked.returncode:
            (folder / "H.keys.json").write_text(SCHEMA.replace('"name": {', '"wide": { "type": "String", "default": "" }, '
                '"rtl": { "type": "String", "default": "" }, "seen": { "type": "String", "default": "", "parameters": '
                '{ "host": "String" } }, "name": {'))  # fmt: skip
        for key, value in (("name", HOSTILE), (f"seen:{HOSTILE}", HOSTILE), ("wide", "漢字" * 60), ("rtl", "שלום " * 30)):
            end = self.run("set", f"player:{key}", value, "--store", "./s.plist", folder=folder)
            self.check(end.returncode == 0, f"a hostile {key!r}", end.stderr)
        session = Session(self, folder=folder)
        session.start()
        for keys in ("G", "v", "q", "g", "v", "q", "?", "q", "/wide\r", "\r", ESCAPE, "a", "t", "a", "/name\r", "\r", "\x01", "\x05",
                     "\x02" * 9, ESCAPE, "a", "/\x1b[200~\x1b[2J\u009b\x1b[201~", ESCAPE, "/rtl\r", "\r", "\x02" * 40, ESCAPE, "a", "o", "a"):  # fmt: skip
            session.send(keys)
        self.run("set", "player:name", HOSTILE + "2", "--store", "./s.plist", folder=folder)
        session.send("g/name\r")
        session.until("name", "a hostile change")
        session.update(0.3)
        self.check(all(len(line) <= 80 for line in session.screen.lines), "a hostile line", session.screen.text)
        session.quit("\x1bq")
        # The control: a value as it is must be found.
        control = Screen(24, 80)
        control.feed(HOSTILE)
        self.check(control.foreign, "the control was not found")


def on_processor(process):
    """The seconds for which a process had a processor: on a busy machine the time of the program itself."""
    threads = pathlib.Path(f"/proc/{process}/task").glob("*/schedstat")
    return sum(int(file.read_text().split()[0]) for file in threads) / 1e9


class Figures(Browsing):
    """The times to the first screen and after a key press, printed and never asserted."""

    def all(self):
        for count in (1000, 10000):
            folder = self.base / f"many{count}"
            folder.mkdir()
            spaces = ", ".join(
                f'"space{s}": {{ "keys": {{ ' + ", ".join(
                    f'"key{n}": {{ "type": "{kind}", "default": {default}, "summary": "The number {s * 100 + n} of them." }}'
                    for n, (kind, default) in enumerate([("Int", "1"), ("Double", "0.5"), ("String", '"a"'), ("Bool", "true")] * 25)
                ) + " } }" for s in range(count // 100))  # fmt: skip
            (folder / "M.keys.json").write_text(f'{{ "version": 1, "namespace": "player", "namespaces": {{ {spaces} }} }}')
            items = "".join(f"<key>player:space{s}:key{n}</key><integer>{n}</integer>" for s in range(count // 100) for n in range(0, 100, 4))
            (folder / "s.plist").write_text(f"<plist><dict>{items}</dict></plist>")
            # The time that the processor takes for a process that does nothing.
            began = time.perf_counter()
            subprocess.run([self.command, "--version"], capture_output=True)
            bare = time.perf_counter() - began
            firsts = []
            for _ in range(2):
                session = Session(self, folder=folder)
                while "player" not in session.terminal.output:
                    session.terminal.pump(0.001)
                firsts.append((time.perf_counter() - session.terminal.began, on_processor(session.terminal.process)))
                session.until("key0", "many keys")
                if len(firsts) < 2:
                    session.quit()
            presses = {}
            for keys in ("j", "G", "g", "\x1b[6~", "/", "n", "u", "m", "\x1b", "c", "a", "\r", "1", "\x1b", "+"):
                length = len(session.terminal.output)
                began = time.perf_counter()
                session.terminal.send(keys)
                while len(session.terminal.output) == length and time.perf_counter() - began < 2:
                    session.terminal.pump(0.0005)
                presses.setdefault(keys, []).append(time.perf_counter() - began)
                session.update(0.05)
            session.quit()
            worst = sorted(((max(times), keys) for keys, times in presses.items() if keys != "\x1b"), reverse=True)[:3]
            print(f"{count} keys: first paint {1000 * min(firsts)[0]:.0f} ms, "
                  f"of which {1000 * min(firsts)[1]:.0f} on a processor (--version alone {1000 * bare:.0f} ms), "
                  f"a key press {1000 * statistics.median(t[0] for t in presses.values()):.1f} ms, the slowest "
                  + ", ".join(f"{keys!r} {1000 * seconds:.1f}" for seconds, keys in worst) + " ms")  # fmt: skip
