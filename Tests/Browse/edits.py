"""Editors that save nothing, save twice, die, write invalid text, while another process commits."""

import json
import os
import pathlib
import stat
import subprocess

from support import SCHEMA, Terminal, damage


class Edits:
    def __init__(self, check, command, folder):
        self.check, self.command, self.folder = check, command, folder
        (folder / "Player.keys.json").write_text(SCHEMA)
        self.runtime = folder / "runtime"
        self.runtime.mkdir(mode=0o700)
        self.round = 0

    def environment(self, editor):
        return {"EDITOR": editor, "XDG_RUNTIME_DIR": str(self.runtime), "PATH": os.environ["PATH"],
                "HOME": str(self.folder)}  # fmt: skip

    def editor(self, *rounds):
        """An editor that runs a piece of Python at each of its calls; `text` is the text, `path` its file."""
        self.round += 1
        script = self.folder / f"editor{self.round}"
        count = self.folder / f"count{self.round}"
        script.write_text(
            "#!/usr/bin/env python3\nimport json, os, pathlib, re, signal, subprocess, sys\n"
            f"count = pathlib.Path({str(count)!r})\nnumber = int(count.read_text()) if count.exists() else 0\n"
            "count.write_text(str(number + 1))\npath = pathlib.Path(sys.argv[1])\ntext = path.read_text()\n"
            f"(pathlib.Path({str(self.folder)!r}) / f'seen{{number}}').write_text(text)\n"
            f"def run(*words): subprocess.run([{str(self.command)!r}, *words], cwd={str(self.folder)!r}, check=True,"
            " capture_output=True)\n"
            f"exec({list(rounds)!r}[number] if number < {len(rounds)} else '')\n")
        script.chmod(0o755)
        for old in self.folder.glob("seen*"):
            old.unlink()
        return str(script)

    def run(self, *words):
        return subprocess.run([self.command, *words], cwd=self.folder, capture_output=True, text=True)

    def edit(self, *rounds, words=("--yes",), store="./s.plist"):
        editor = self.editor(*rounds)
        return subprocess.run([self.command, "edit", "--store", store, *words], cwd=self.folder, text=True,
                              stdin=subprocess.DEVNULL, capture_output=True, env=self.environment(editor))  # fmt: skip

    def talk(self, *rounds):
        """Edits at a terminal, with a yes to each question."""
        terminal = Terminal([self.command, "edit", "--store", "./s.plist"], self.folder,
                            self.environment(self.editor(*rounds)))  # fmt: skip
        questions = 0
        while terminal.read_until(rf"(?s)(Store \d+ changes?\?.*){{{questions + 1}}}"):
            terminal.send("y\n")
            questions += 1
        terminal.read_to_end()
        return subprocess.CompletedProcess([], terminal.code, terminal.output.replace("\r\n", "\n"), "")

    def seen(self, number):
        file = self.folder / f"seen{number}"
        return file.read_text() if file.exists() else ""

    def fresh(self):
        for file in self.folder.glob("s.plist*"):
            file.unlink()
        self.run("set", "player:volume=0.8", "player:theme=dark", "player:token=hush", "--store", "./s.plist")

    def expect(self, what, end, code, *parts, values=None, kept=False):
        text = end.stdout + end.stderr
        self.check(end.returncode == code, f"{what}: the code is {end.returncode}", text)
        for part in parts:
            self.check(part in text, f"{what}: no {part!r}", text)
        if values is not None:
            found = json.loads(self.run("export", "--store", "./s.plist").stdout)["player"]
            self.check(found == values, f"{what}: {found}", text)
        names = list(self.runtime.iterdir())
        self.check(bool(names) == kept, f"{what}: the text is {'gone' if kept else 'left'}", text)
        for name in names:
            file = next(name.glob("*.jsonc"))
            self.check(str(file) in text, f"{what}: the text is not named", text)
            self.check(stat.S_IMODE(file.stat().st_mode) == 0o600 and stat.S_IMODE(name.stat().st_mode) == 0o700,
                       f"{what}: others may read the text")  # fmt: skip
            subprocess.run(["rm", "-rf", str(name)], check=True)

    def all(self):
        began = {"volume": 0.8, "theme": "dark"}
        replace = "path.write_text(text.replace({!r}, {!r}))".format
        louder = replace('"volume": 0.8', '"volume": 0.9')

        self.fresh()
        self.expect("an editor that saves nothing", self.edit("pass"), 0, "nothing was changed", values=began)
        text = self.seen(0)
        self.check("hush" not in text and "player:token" in text, "a secret is in the text", text)
        self.expect("one value", self.edit(louder), 0, "- player:volume=0.8\n+ player:volume=0.9",
                    values={**began, "volume": 0.9})  # fmt: skip
        self.fresh()
        self.expect("the same value, spelled otherwise", self.edit(replace("0.8", "8.0e-1")), 0, "no value was changed",
                    values=began)  # fmt: skip
        self.expect("null removes", self.edit(replace('"dark"', "null")), 0, "- player:theme=dark", values={"volume": 0.8})
        self.fresh()
        self.expect("a deleted line stays", self.edit(replace('"theme": "dark",', "")), 0, values=began)
        self.expect("a comment becomes a value", self.edit(replace('// "name": ""', '"name": "Ada"')), 0,
                    values={**began, "name": "Ada"})  # fmt: skip
        self.fresh()
        self.expect("JSON without comments", self.edit("path.write_text('{\"player\": {\"volume\": 1}}')"), 0,
                    values={**began, "volume": 1.0})  # fmt: skip

        self.fresh()
        wrong = replace('"volume": 0.8', '"volume": 7')
        end = self.talk(wrong, replace('"volume": 7', '"volume": 0.7'))
        self.expect("a mistake comes back", end, 0, "not in 0.0...1.0", values={**began, "volume": 0.7})
        lines = self.seen(1).split("\n")
        place = next((n for n, line in enumerate(lines) if line.strip().startswith("//!")), -1)
        self.check(place >= 0 and '"volume": 7' in lines[place + 1], "the mistake is not above its line", self.seen(1))
        self.fresh()
        end = self.edit(wrong)
        self.expect("a mistake that stays", end, 1, "nothing was stored", values=began, kept=True)
        end = self.talk(wrong, wrong)
        self.expect("a mistake that stays at a terminal", end, 1, "nothing was changed", values=began, kept=True)
        end = self.talk(replace("}", ""), replace("//!", "// "))
        self.expect("no JSON, twice", end, 1, kept=True, values=began)
        self.check("//!" in self.seen(1), "what is no JSON comes back without a word", self.seen(1))
        end = self.edit("path.write_text(text.replace('\"volume\"', '\"volum\"'))")
        self.expect("an undeclared key", end, 1, "did you mean `player:volume`?", kept=True, values=began)
        end = self.edit(replace('"volume": 0.8,', '"volume": 0.9, "token": "x",'))
        self.expect("a secret in the text", end, 1, "player:token is not to be changed here", kept=True, values=began)
        end = self.edit(replace('// "fixed"', '"fixed"'))
        self.expect("a key that a function processes", end, 1, "`Names.normalise` processes the value", kept=True,
                    values=began)  # fmt: skip
        end = self.edit("path.write_bytes(b'\\xff')")
        self.expect("no UTF-8", end, 3, "not UTF-8", kept=True, values=began)
        end = self.edit("path.unlink()")
        self.expect("an editor that deletes the text", end, 3, "No such file", values=began)

        self.expect("an editor that fails", self.edit("sys.exit(3)"), 3, "ended with the code 3", values=began)
        self.expect("an editor that saves and fails", self.edit(louder + "; sys.exit(1)"), 3, "ended with the code 1",
                    kept=True, values=began)  # fmt: skip
        self.expect("an editor that dies", self.edit(louder + "; os.kill(os.getpid(), signal.SIGKILL)"), 3, "the editor",
                    kept=True, values=began)  # fmt: skip
        self.expect("no editor", subprocess.run(
            [self.command, "edit", "--store", "./s.plist"], cwd=self.folder, capture_output=True, text=True,
            env=self.environment("/none/editor")), 3, "/none/editor", values=began)  # fmt: skip
        self.expect("an editor that saves twice", self.edit(louder + "; " + replace('"volume": 0.8', '"volume": 0.6')), 0,
                    values={**began, "volume": 0.6})  # fmt: skip
        self.fresh()
        self.expect("an editor that replaces the file", self.edit(
            "new = path.with_suffix('.x'); new.write_text(text.replace('0.8', '0.4')); new.rename(path);"
            " path.with_suffix('.bak').write_text(text)"), 0, values={**began, "volume": 0.4})  # fmt: skip
        self.fresh()
        self.expect("a text that nobody confirms", self.edit(louder, words=()), 1, "+ player:volume=0.9", "--yes", kept=True,
                    values=began)  # fmt: skip
        self.expect("a dry run", self.edit(louder, words=("--dry-run",)), 0, "+ player:volume=0.9", values=began)
        end = self.edit(louder, words=("--yes", "--json"))
        self.check(json.loads(end.stdout)[0]["new"] == 0.9, "JSON", end.stdout)

        # Another process commits while the editor is open.
        self.fresh()
        other = "run('set', '{}', '--store', './s.plist'); ".format
        end = self.edit(other("player:theme=light") + louder)
        self.expect("another key changes", end, 0, values={"volume": 0.9, "theme": "light"})
        self.fresh()
        end = self.talk(other("player:volume=0.1") + louder)
        self.expect("a conflict", end, 1, "another program stored 0.1 meanwhile", kept=True, values={**began, "volume": 0.1})
        self.check('"volume": 0.9' in self.seen(1) and "stored 0.1" in self.seen(1), "both values", self.seen(1))
        self.fresh()
        mine = "path.write_text(re.sub('.*//!.*\\n', '', text))"
        end = self.talk(other("player:volume=0.1") + other("player:theme=light") + louder, mine)
        self.expect("a conflict that is decided", end, 0, "- player:volume=0.1\n+ player:volume=0.9",
                    values={"volume": 0.9, "theme": "light"})  # fmt: skip
        self.fresh()
        theirs = "path.write_text(re.sub('.*\"volume\".*\\n', '', text))"
        end = self.talk(other("player:volume=0.1") + louder, theirs)
        self.expect("a conflict that is given up", end, 0, "no value was changed", values={**began, "volume": 0.1})
        self.fresh()
        end = self.talk(other("player:volume=0.1") + louder, other("player:volume=0.2") + mine, mine)
        self.expect("a second conflict", end, 0, "- player:volume=0.2\n+ player:volume=0.9",
                    values={**began, "volume": 0.9})  # fmt: skip
        self.fresh()
        end = self.edit("run('unset', 'player:theme', '--store', './s.plist'); " + replace('"dark"', '"light"'))
        self.expect("a removed value", end, 1, "another program stored nothing meanwhile", kept=True,
                    values={"volume": 0.8})  # fmt: skip

        # What is stored but unreadable, undeclared, or violates a constraint.
        (self.folder / "s.plist").unlink()
        for file in self.folder.glob("s.plist.*"):
            file.unlink()
        (self.folder / "s.plist").write_text(
            "<plist><dict><key>player:volume</key><real>7</real><key>player:theme</key><integer>1</integer>"
            "<key>other</key><string>x</string></dict></plist>")
        end = self.edit(replace('// "name": ""', '"name": "Ada"'))
        self.expect("what is no value of its key", end, 0)
        text = (self.folder / "seen0").read_text()
        self.check("not of its type: player:theme" in text and "other" not in text and '"volume": 7.0' in text,
                   "the text", text)  # fmt: skip
        doctor = self.run("export", "--store", "./s.plist", "--format", "plist").stdout
        self.check("<real>7.0</real>" in doctor and "Ada" in doctor, "what is no value is lost", doctor)
        raw = self.run("list", "--undeclared", "--schemas", ".", "--store", "s.plist")
        self.check("other" in raw.stdout, "an undeclared value is lost", raw.stdout)

        # Stores that refuse before the editor opens.
        self.fresh()
        damage(self.folder)
        self.expect("a damaged store", self.edit(louder), 3, "doctor")
        self.check(not self.seen(0), "an editor opened for a damaged store")
        self.fresh()
        self.expect("secrets", self.edit(louder, store="secrets:org.example.player"), 2, "one key at a time")
        if os.geteuid() != 0:
            self.folder.chmod(0o500)
            self.expect("a read-only folder", self.edit(louder), 3, "ermission")
            self.folder.chmod(0o700)

        # At a terminal: the question.
        for answers, values, kept in (("y", 0.9, False), ("n", 0.8, True), ("ey", 0.9, False)):
            self.fresh()
            editor = self.editor(louder, "pathlib.Path(sys.argv[1]).write_text(text + ' ')")
            terminal = Terminal([self.command, "edit", "--store", "./s.plist"], self.folder, self.environment(editor))
            for number, answer in enumerate(answers):
                self.check(terminal.read_until(rf"(?s)(Store 1 change\?.*){{{number + 1}}}"), "no question", terminal.output)
                terminal.send(answer + "\n")
            terminal.read_to_end()
            found = self.run("get", "player:volume", "--store", "./s.plist").stdout.strip()
            self.check(found == str(values), f"after {answers}: {found}", terminal.output)
            names = list(self.runtime.iterdir())
            self.check(bool(names) == kept, f"after {answers}: {names}", terminal.output)
            for name in names:
                self.check(str(name) in terminal.output, "it is not named", terminal.output)
                subprocess.run(["rm", "-rf", str(name)], check=True)
