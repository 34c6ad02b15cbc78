"""The screen of `keywright browse`, and `keywright edit`, while members are killed."""

import os
import pathlib
import re
import sys
import time
import types

from .bench import ROOT, Failed
from .operating import Command

sys.path.insert(0, os.path.join(ROOT, "Tests/Browse"))

from browsing import Session  # noqa: E402


def check(condition, what, found=""):
    if not condition:
        raise Failed(f"{what}\n{found}")


def screens(bench):
    cluster = bench.cluster()
    try:
        command = Command(bench, cluster)
        command.run("set", "player:volume", "0.8")
        seconds = browse(bench, command, cluster)
        edit(command, cluster)
        return f"a step with a member down in {seconds:.1f} s, none lost without a majority, edit"
    finally:
        cluster.close()


def browse(bench, command, cluster):
    rig = types.SimpleNamespace(check=check, command=command.program, folder=pathlib.Path(command.folder))
    session = Session(rig, store=command.store, environment=command.environment)
    session.until(r">\* volume +stored +0.8", "the first screen", 180)
    cluster.put("/op/player:volume", "0.3")
    session.until(r"volume +stored +0.3(.|\n)*changed by another program; it was 0.8", "a change in etcd", 180)
    # A member fails: the next one is asked.
    cluster.members[0].kill()
    began = time.monotonic()
    session.send("+")
    # The end is seen in the list: a problem of the watch may follow in the bottom line.
    session.until(r"volume +stored +0.35", "a step with a member down", 180)
    seconds = time.monotonic() - began
    check(cluster.get("/op/player:volume") == "0.35", "a step with a member down", cluster.get("/op/player:volume"))
    cluster.put("/op/player:volume", "0.4")
    session.until(r"volume +stored +0.4", "a change with a member down", 180)
    # Two fail: nothing can be stored until they are back.
    cluster.members[1].kill()
    session.send("+", "storing: player:volume = 0.45", "a step without a majority")
    for member in cluster.members[:2]:
        member.start("existing")
    cluster.wait()
    session.until(lambda screen: "storing" not in screen.lines[-1], "the end of the step", 180)
    # Stored or refused, the screen has what etcd has.
    stored = cluster.get("/op/player:volume")
    session.until(rf"volume +stored +{re.escape(stored)}\n", f"what etcd has: {stored}", 180)
    session.quit()
    check(session.terminal.code == 0, "the code of browse", session.terminal.output[-500:])
    return seconds


def edit(command, cluster):
    editor = os.path.join(command.folder, "editor")
    with open(editor, "w") as file:
        file.write("#!/bin/sh\nsed -i 's/\"volume\": [0-9.]*/\"volume\": 0.9/' \"$1\"\n")
    os.chmod(editor, 0o755)
    command.environment |= {"VISUAL": editor, "XDG_RUNTIME_DIR": command.folder}
    cluster.members[2].kill()
    command.run("edit", "--yes")
    check(cluster.get("/op/player:volume") == "0.9", "edit with a member down", cluster.get("/op/player:volume"))
    cluster.members[2].start("existing")
    cluster.wait()
