"""T16: hostile names never lead out of the folder; modes are never widened."""

import os
import stat
import subprocess

from .bench import Outcome, Server


def run(bench):
    names = hostile_names(bench.random("T16"))
    violations = escapes(bench, names)
    for mask in (0o000, 0o022, 0o077):
        violations += modes(bench, mask)
    naive = escapes(bench, names, "--naive")
    return Outcome(
        f"{len(names)} names, masks 0, 022, 077", violations,
        f"a naive path: {len(naive)} escapes", bool(naive))


def hostile_names(random):
    """200 names that lead elsewhere, or look as if they did."""
    names = [
        "..", ".", "/", "//", "../", "../x", "../../x", "/tmp/x", "a/b", "a/../../x", "~", "~root",
        "%2f", "..%2f..%2fx", "%2e%2e/x", "a\\0b", "\\0", "..\\0", "\\n", "a\\nb", "-rf", "*",
        "C:\\x", "CON", "a.plist/../../x", "x" * 255, "x" * 300, "é" * 150, ".plist", "x.lock",
        "values.lock", "store.plist.journal", ".temporary-1", "\u202e", "a\u0301", "\u00e1", "A",
        "a", " ", "\t", "..\u2215x", "..\uff0fx", "$HOME", "`id`", "a;b", "\"", "'",
    ]
    pieces = ["..", ".", "/", "//", "%2f", "\\0", "x", "é", "~", "\\n", "a", " "]
    while len(names) < 200:
        name = "".join(random.choice(pieces) for _ in range(random.randrange(2, 9)))
        if name not in names:
            names.append(name)
    return names


def tree(top):
    return sorted(
        os.path.join(folder, name)
        for folder, folders, files in os.walk(top)
        for name in folders + files)


def escapes(bench, names, *options):
    """Uses the names; returns what is outside of where it belongs, and what went wrong."""
    top = bench.folder()
    inner = os.path.join(top, "a", "b", "store")
    home = os.path.join(top, "a", "b", "home")
    os.makedirs(os.path.join(inner, "files"))
    os.mkdir(home)
    environment = bench.environment()
    environment.update(HOME=home, XDG_CONFIG_HOME=os.path.join(home, ".config"))
    before = set(tree(top)) | set(os.listdir("/tmp")) | set(os.listdir("/"))
    result = subprocess.run(
        [bench.program(), "names", inner, *options], env=environment, cwd=inner, timeout=120,
        input="\n".join(names) + "\n", stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        text=True)
    problems = []
    if not options and result.stdout.splitlines()[-1:] != ["done"]:
        problems.append(f"crashed with {result.returncode}")
    if "wrong" in result.stdout.splitlines():
        problems.append("a key that reads another key's value")
    for path in tree(top):
        allowed = path in before or path.startswith((inner + "/files/", home + "/.config"))
        # One suite is one folder with the store's files, never one inside another.
        depth = os.path.relpath(path, home + "/.config").count("/")
        if not allowed or path.startswith(home + "/.config") and depth > 1:
            problems.append(f"escaped: {os.path.relpath(path, top)}")
        if path.startswith(inner + "/files/") and os.path.isdir(path):
            problems.append(f"a folder among the values: {path}")
    outside = (set(os.listdir("/tmp")) | set(os.listdir("/"))) - before
    problems += [f"escaped: {name}" for name in outside if name in ("x", "a", "b")]
    for name in outside & {"x"}:
        os.unlink(os.path.join("/tmp", name))
    return problems


def modes(bench, mask):
    """What others may do with files made under a mask, or with a mode of their own."""
    problems = []
    old = os.umask(mask)
    try:
        with Server(bench) as server:
            folder = os.path.join(bench.folder(), "made")
            path = os.path.join(folder, "store.plist")
            server.ask(f"touch {path}")
            problems += look(folder, 0o600, 0o700)
            for mode in (0o600, 0o640, 0o644, 0o400 | 0o200):
                os.chmod(path, mode)
                server.ask(f"touch {path}")
                server.ask(f"remove {path}")
                if (found := stat.S_IMODE(os.stat(path).st_mode)) != mode:
                    problems.append(f"mode {mode:o} became {found:o}")
                for name in os.listdir(folder):
                    found = stat.S_IMODE(os.stat(os.path.join(folder, name)).st_mode)
                    if found & ~(mode | 0o600):
                        problems.append(f"{name} has mode {found:o} beside {mode:o}")
    finally:
        os.umask(old)
    return [f"mask {mask:o}: {p}" for p in problems]


def look(folder, file_mode, folder_mode):
    problems = []
    if (found := stat.S_IMODE(os.stat(folder).st_mode)) & ~folder_mode:
        problems.append(f"the folder has mode {found:o}")
    for name in os.listdir(folder):
        found = stat.S_IMODE(os.stat(os.path.join(folder, name)).st_mode)
        if found & ~file_mode:
            problems.append(f"{name} has mode {found:o}")
    return problems
