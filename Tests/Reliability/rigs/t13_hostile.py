"""T13: hostile files: no crash, no hang, little processor time each, all bytes kept."""

import os
import plistlib
import socket
import struct
import subprocess

from . import plists
from .bench import Outcome, Server, is_root

# A hostile file takes at most so many times as long as a sound list of so many values, whatever the machine.
MOST = 20
VALUES = 20_000


def run(bench):
    violations = []
    slowest = 0
    inputs = files()
    with Server(bench) as server:
        most = MOST * sound(bench, server)
        for name, data in inputs.items():
            # The best of three, for on a busy machine the same work takes longer.
            for _ in range(3):
                path = os.path.join(bench.folder(), "store.plist")
                target = path + ".journal" if name.startswith("journal") else path
                with open(target, "wb") as file:
                    file.write(data)
                wrong, time = ask(server, path, most)
                if not wrong or not time:
                    break
            slowest = max(slowest, time)
            violations += [f"{name}: {wrong}"] if wrong else []
            if not wrong and not is_kept(path, data):
                violations.append(f"{name}: its bytes are gone")
        for name, make in places().items():
            path = os.path.join(bench.folder(), "store.plist")
            if make(path) is False:
                continue
            wrong, time = ask(server, path, most)
            slowest = max(slowest, time)
            violations += [f"{name}: {wrong}"] if wrong else []
    caught = [name for name, data in inputs.items() if foundation_fails(bench, name, data)]
    return Outcome(
        f"{len(inputs)} files, {len(places())} places; slowest {slowest:.3f} s of {most:.3f} s",
        violations,
        f"Foundation crashes or hangs on {len(caught)}", bool(caught))


def sound(bench, server):
    """The seconds of processor time that opening a sound list takes; the least of some."""
    times = []
    for _ in range(5):
        path = os.path.join(bench.folder(), "store.plist")
        with open(path, "wb") as file:
            plistlib.dump({f"key {n}": f"value {n}" for n in range(VALUES)}, file, fmt=plistlib.FMT_BINARY)
        times.append(ask(server, path, float("inf"))[1])
    return min(times)


def ask(server, path, most):
    """What is wrong with the answer, and how long it took to open."""
    answer = server.ask(f"open {path}", timeout=120)
    word, _, rest = answer.partition(" us: ")
    if not rest:
        return answer, 0
    seconds = int(word) / 1e6
    return (f"took {seconds:.3f} s" if seconds > most else None), seconds


def is_kept(path, data):
    """Whether hostile bytes are still somewhere in the folder, or were a valid file."""
    folder = os.path.dirname(path)
    if not any("damaged" in name for name in os.listdir(folder)):
        # It was read as what it is; then a commit may have replaced it.
        return True
    for name in os.listdir(folder):
        with open(os.path.join(folder, name), "rb") as file:
            if data in file.read():
                return True
    return False


def foundation_fails(bench, name, data):
    """Whether Foundation's reader crashes on a file, or takes more than two seconds."""
    if name.startswith("journal"):
        return False
    path = os.path.join(bench.folder(), "input.plist")
    with open(path, "wb") as file:
        file.write(data)
    command = [bench.program("keywright-foundation-control"), path]
    try:
        result = subprocess.run(command, capture_output=True, timeout=2)
    except subprocess.TimeoutExpired:
        return True
    return result.returncode < 0


def xml(body):
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0'
        '//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">\n<plist version="1.0">'
        f"{body}</plist>\n").encode()


def member(value):
    return xml(f"<dict><key>a</key>{value}</dict>")


def files():
    """Hostile content by name."""
    key = plists.string("a")
    dictionary = bytes([0xD1, 1, 2])

    def holding(*objects):
        return plists.binary([dictionary, key, *objects])

    deep = b"".join(bytes([8]) + struct.pack("<I", 1) for _ in range(100_000)) + b"\0"
    nested = [bytes([0xA1]) + struct.pack(">H", n + 3) for n in range(10_000)]
    inputs = {
        "XML nested 10,000 deep": member("<array>" * 10_000 + "</array>" * 10_000),
        "XML never closed": xml("<dict>" * 200_000),
        "XML with junk after it": member("<true/>") + b"junk",
        "XML with bad base64": member("<data>!!!!</data>"),
        "XML with half a base64": member("<data>AAA</data>"),
        "XML with month 13": member("<date>2020-13-01T00:00:00Z</date>"),
        "XML with 2^100": member("<integer>1267650600228229401496703205376</integer>"),
        "XML with a million digits": member("<integer>" + "9" * 1_000_000 + "</integer>"),
        "XML real of a million digits": member("<real>0." + "9" * 1_000_000 + "</real>"),
        "XML real nan": member("<real>nan</real>"),
        "XML with an entity bomb": (
            b'<?xml version="1.0"?><!DOCTYPE plist [<!ENTITY a "aaaaaaaaaa">'
            + b"".join(b'<!ENTITY %c "%s">' % (98 + n, b"&%c;" % (97 + n) * 10) for n in range(9))
            + b']><plist version="1.0"><dict><key>a</key><string>&j;</string></dict></plist>'),
        "XML with an outside entity": (
            b'<?xml version="1.0"?><!DOCTYPE plist [<!ENTITY a SYSTEM "file:///etc/passwd">]>'
            b'<plist version="1.0"><dict><key>a</key><string>&a;</string></dict></plist>'),
        "XML with a lone surrogate": member("<string>&#xD800;</string>"),
        "XML with a NUL": member("<string>&#0;</string>"),
        "XML with the same key twice": xml(
            "<dict><key>a</key><true/><key>a</key><false/></dict>"),
        "XML with twins of one key": xml(
            "<dict><key>\u00e9</key><true/><key>e\u0301</key><false/></dict>"),
        "XML with 300,000 empty arrays": member("<array>" + "<array/>" * 300_000 + "</array>"),
        "XML of a million attributes": b"<plist " + b'a="b" ' * 500_000 + b"><dict/></plist>",
        "XML in UTF-16": xml("<dict/>").decode().encode("utf-16"),
        "XML of Latin-1 bytes": member("<string>\u00e9</string>").decode().encode("latin-1"),
        "OpenStep": b"{ a = b; }",
        "OpenStep nested": b"{a=" * 50_000,
        "JSON": b'{"a": 1}',
        "empty": b"",
        "one byte": b"b",
        "a header": b"bplist00",
        "64 KB of zeros": bytes(65_536),
        "list that holds itself": holding(bytes([0xA1, 2])),
        "lists that hold each other": holding(bytes([0xA1, 3]), bytes([0xA1, 2])),
        "nine levels of ten references": holding(
            *(bytes([0xAA]) + bytes([n + 3] * 10) for n in range(9)), b"\x09"),
        "count of 2^61": holding(bytes([0xAF, 0x13]) + struct.pack(">Q", 1 << 61)),
        "count of 2^62 in a string": holding(bytes([0x5F, 0x13]) + struct.pack(">Q", 1 << 62)),
        "count of -1": holding(bytes([0xDF, 0x13]) + struct.pack(">q", -1)),
        "object count of 2^61": plists.binary([b"\xd0"], count=1 << 61),
        "top object beyond the end": plists.binary([b"\xd0"], top=7),
        "a set": holding(bytes([0xC1, 3]), b"\x09"),
        "a NaN date": holding(b"\x33" + struct.pack(">d", float("nan"))),
        "an infinite date": holding(b"\x33" + struct.pack(">d", float("inf"))),
        "a date of 1e300": holding(b"\x33" + struct.pack(">d", 1e300)),
        "an integer of 16 bytes": holding(b"\x14" + b"\xff" * 16),
        "a string of half a surrogate pair": holding(b"\x61\xd8\x00"),
        "a string that is not UTF-8": holding(b"\x53\xff\xfe\xfd"),
        "keys that are numbers": plists.binary([b"\xd1\x01\x01", b"\x10\x01"]),
        "the same key twice": plists.binary([b"\xd2\x01\x01\x02\x02", key, b"\x09"]),
        "junk after the trailer": plists.binary([b"\xd0"]) + b"junk" * 100,
        "nested 10,000 deep": plists.binary(
            [b"\xd1" + struct.pack(">HH", 1, 2), key, *nested, b"\x09", b"\x09", b"\x09"], size=2),
        "8,000 keys": many_keys(8_000),
        "a damaged mark": plists.binary([b"\xd0"])[:-32] + b"K" + bytes(31),
        "journal of records nested 100,000 deep": plists.journal(
            [plists.commit(1, plists.change("a", deep))]),
        "journal of a count of 2^32": plists.journal(
            [plists.commit(1)[:-4] + struct.pack("<I", 0xFFFFFFFF)]),
        "journal of a string of 2^32": plists.journal(
            [plists.commit(1, plists.change("a", b"\x05" + struct.pack("<I", 0xFFFFFFFF)))]),
        "journal of an array of 2^32": plists.journal(
            [plists.commit(1, plists.change("a", b"\x08" + struct.pack("<I", 0xFFFFFFFF)))]),
        "journal of a newer version": plists.journal([], version=2),
        "journal of an unknown kind of record": plists.journal([b"\x09" + bytes(12)]),
        "journal of half a list's name": plists.journal([b"\x03" + bytes(5)]),
        "journal of the last commit that there can be": plists.journal(
            [plists.commit((1 << 64) - 1, plists.change("a", b"\x01"))], holding=(1 << 64) - 2),
        "journal of two snapshots": plists.journal([plists.snapshot(0)]),
        "journal whose snapshot is no list": plists.journal([], list=b"bplist00"),
        "journal whose snapshot holds itself": plists.journal([], list=holding(bytes([0xA1, 2]))),
        "journal that was replaced": plists.journal([b"\x05"]),
        "journal of nothing": b"",
        "journal of zeros": bytes(100_000),
        "journal of noise": bytes(range(256)) * 400,
        "journal of a NaN date": plists.journal(
            [plists.commit(1, plists.change("a", b"\x06" + struct.pack("<d", float("nan"))))]),
        "journal of bad UTF-8": plists.journal(
            [plists.commit(1, plists.change("a", b"\x05" + struct.pack("<I", 2) + b"\xff\xfe"))]),
        "journal of 20,000 records": plists.journal(
            [plists.commit(n + 1, plists.change(f"key{n % 100}", b"\x01"))
             for n in range(20_000)]),
    }
    return inputs


def many_keys(count):
    keys = [plists.string(f"key{n:05}") for n in range(count)]
    references = [struct.pack(">H", n + 1) for n in range(count)]
    head = b"\xdf\x11" + struct.pack(">H", count)
    value = struct.pack(">H", count + 1) * count
    return plists.binary([head + b"".join(references) + value, *keys, b"\x09"], size=2)


def places():
    """Hostile things in a file's place, by name; False where one cannot be made here."""

    def device(path):
        if not is_root():
            return False
        try:
            os.mknod(path, 0o20666, os.makedev(1, 5))
        except PermissionError:
            return False

    def unix_socket(path):
        name = path if len(path) < 100 else None
        if name is None:
            return False
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(name)
        listener.close()

    def sparse(path):
        with open(path, "wb") as file:
            file.truncate(1 << 40)

    def foreign(path):
        if not is_root():
            return False
        with open(path, "wb") as file:
            file.write(plists.binary([b"\xd0"]))
        os.chown(path, 12_345, 12_345)

    def lock_of_another_kind(path):
        os.mkfifo(path + ".lock")

    return {
        "a pipe": os.mkfifo,
        "a device": device,
        "a socket": unix_socket,
        "a folder": os.mkdir,
        "a link": lambda path: os.symlink("/etc/passwd", path),
        "a dangling link": lambda path: os.symlink("/nowhere/at/all", path),
        "a link to itself": lambda path: os.symlink(path, path),
        "a hard link": lambda path: (open(path + "2", "wb").close(), os.link(path + "2", path)),
        "a sparse terabyte": sparse,
        "a foreign owner's file": foreign,
        "a pipe as the lock": lock_of_another_kind,
        "a folder as the journal": lambda path: os.mkdir(path + ".journal"),
        "a pipe as the journal": lambda path: os.mkfifo(path + ".journal"),
        "a link as the journal": lambda path: os.symlink("/etc/passwd", path + ".journal"),
        "a thousand stray journals": lambda path: [
            open(f"{path}.journal.{n}", "wb").close() for n in range(1, 1_001)],
    }
