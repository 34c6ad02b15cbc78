"""A small ext4 file system on a loop device, for rigs that fill it or cut its power."""

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


class Disk:
    def __init__(self, bench, megabytes, options=""):
        if not is_root():
            raise Skipped("needs root, to mount a file system")
        for tool in ("mkfs.ext4", "mount", "losetup"):
            if not shutil.which(tool):
                raise Skipped(f"no {tool}")
        self.options = options
        self.image = os.path.join(bench.folder(), "disk")
        self.place = bench.folder()
        with open(self.image, "wb") as file:
            file.truncate(megabytes << 20)
        self.format()
        self.is_mounted = False
        try:
            self.mount()
        except subprocess.CalledProcessError as error:
            raise Skipped("no loop device: " + error.stderr.decode().strip()[-80:]) from None

    def format(self):
        subprocess.run(["mkfs.ext4", "-q", "-F", "-m", "0", self.image], check=True,
                       capture_output=True)

    def mount(self):
        options = "loop" + ("," + self.options if self.options else "")
        subprocess.run(["mount", "-o", options, self.image, self.place], check=True,
                       capture_output=True)
        self.is_mounted = True

    def cut(self):
        """Ends the file system as it stands on the disk at this moment."""
        folder = os.open(self.place, os.O_RDONLY | os.O_DIRECTORY)
        try:
            fcntl.ioctl(folder, SHUTDOWN, struct.pack("I", WITHOUT_LOG))
        finally:
            os.close(folder)

    def unmount(self):
        for attempt in range(100):
            result = subprocess.run(["umount", self.place], capture_output=True, text=True)
            if result.returncode == 0:
                self.is_mounted = False
                return
            time.sleep(0.02)
        raise RuntimeError("umount: " + result.stderr)

    def restart(self):
        self.unmount()
        self.mount()

    def free(self):
        status = os.statvfs(self.place)
        return status.f_bavail * status.f_frsize

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.is_mounted:
            self.unmount()
