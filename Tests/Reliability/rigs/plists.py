"""Binary property lists and journals with bytes of one's choice, and CRC-32C."""

import struct

TABLE = []
for _byte in range(256):
    _crc = _byte
    for _ in range(8):
        _crc = _crc >> 1 ^ (0x82F63B78 if _crc & 1 else 0)
    TABLE.append(_crc)


def crc32c(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc = TABLE[(crc ^ byte) & 0xFF] ^ crc >> 8
    return crc ^ 0xFFFFFFFF


def binary(objects, top=0, size=1, count=None):
    """A binary property list of objects that are bytes already; references of `size` bytes."""
    body = b"bplist00"
    offsets = []
    for item in objects:
        offsets.append(len(body))
        body += item
    table = b"".join(struct.pack(">Q", offset) for offset in offsets)
    count = len(objects) if count is None else count
    return body + table + bytes(6) + bytes([8, size]) + struct.pack(">QQQ", count, top, len(body))


def string(text):
    data = text.encode()
    if len(data) < 15:
        return bytes([0x50 | len(data)]) + data
    return bytes([0x5F, 0x11]) + struct.pack(">H", len(data)) + data


EMPTY = binary([b"\xd0"])


def snapshot(holding, list=EMPTY):
    """The first record of a journal."""
    return b"\x01" + struct.pack("<Q", holding) + list


def journal(payloads, version=1, holding=0, list=EMPTY, number=1):
    """A journal whose checksums are right, whatever its records hold; payloads without their last byte."""
    header = b"KEYWRSTO" + struct.pack("<IIQQ", version, 0, 1, number)
    data = header + struct.pack("<II", crc32c(header), 0)
    chain = 0
    for payload in [snapshot(holding, list), *payloads]:
        payload += b"\xff"
        place = struct.pack("<QQI", number, len(data), len(payload))
        chain = crc32c(place + struct.pack("<I", chain) + payload)
        data += struct.pack("<III", len(payload), crc32c(place), chain) + payload
    return data + bytes(64)


def change(name, value):
    """A journal's change; `value` is bytes already, None removes."""
    name = name.encode()
    return (
        bytes([value is not None]) + struct.pack("<I", len(name)) + name + (value or b""))


def commit(number, *changes):
    return b"\x02" + struct.pack("<QqBI", number, 9, 0, len(changes)) + b"".join(changes)
