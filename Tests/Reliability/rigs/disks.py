"""File systems of the rigs' own: to be filled, to lose their power, to lie in layers."""

import fcntl
import os
import shutil
import struct
import subprocess
import time

from .bench import Skipped, is_root

# _IOR('X', 125, __u32), and the flag that leaves the file system's own log unwritten.
SHUTDOWN = 0x8004587D
WITHOUT_LOG = 2


class Mounted:
    """A file system that is mounted on a folder of its own until the end of a `with`."""

    def __init__(self, bench, *tools):
        if not is_root():
            raise Skipped("needs root, to mount a file system")
        for tool in (*tools, "mount"):
            if not shutil.which(tool):
                raise Skipped(f"no {tool}")
        self.place = bench.folder()
        self.is_mounted = False

    def mount(self, options, *what):
        subprocess.run(["mount", "-o", options, *what, self.place], check=True,
                       capture_output=True)
        self.is_mounted = True

    def must_mount(self, without, *what):
        """Mounts, or skips the rig, saying without what it is."""
        try:
            self.mount(*what)
        except subprocess.CalledProcessError as error:
            reason = error.stderr.decode().strip().partition("\n")[0]
            raise Skipped(f"{without}: {reason[-80:]}") from None

    def unmount(self):
        for attempt in range(100):
            result = subprocess.run(["umount", self.place], capture_output=True, text=True)
            if result.returncode == 0:
                self.is_mounted = False
                return
            time.sleep(0.02)
        raise RuntimeError("umount: " + result.stderr)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.is_mounted:
            self.unmount()


class Disk(Mounted):
    """A small ext4 file system on a loop device."""

    def __init__(self, bench, megabytes, options=""):
        super().__init__(bench, "mkfs.ext4", "losetup")
        self.image = os.path.join(bench.folder(), "disk")
        self.what = ("loop" + ("," + options if options else ""), self.image)
        with open(self.image, "wb") as file:
            file.truncate(megabytes << 20)
        self.format()
        self.must_mount("no loop device", *self.what)

    def format(self):
        subprocess.run(["mkfs.ext4", "-q", "-F", "-m", "0", self.image], check=True,
                       capture_output=True)

    def cut(self):
        """Ends the file system as it stands on the disk at this moment."""
        folder = os.open(self.place, os.O_RDONLY | os.O_DIRECTORY)
        try:
            fcntl.ioctl(folder, SHUTDOWN, struct.pack("I", WITHOUT_LOG))
        finally:
            os.close(folder)

    def restart(self):
        self.unmount()
        self.mount(*self.what)

    def free(self):
        status = os.statvfs(self.place)
        return status.f_bavail * status.f_frsize


class Memory(Mounted):
    """A file system in memory."""

    def __init__(self, bench):
        super().__init__(bench)
        self.must_mount("no tmpfs", "size=256m", "-t", "tmpfs", "tmpfs")
