"""`keywright watch` beside a program: the last states that it prints of each key."""

import json
import os
import plistlib
import signal
import subprocess
import threading
import time

# Far more than it takes on a busy machine, in seconds: until all keys are there, and until the last one is as
# it stays.
LIMIT = 30
QUIET = 3


class Watch:
    """A watch of a store, which has begun: it has printed a change of the beacon, a key without parameters."""

    def __init__(self, command, schemas, store, beacon):
        self.beacon = beacon
        self.store = store
        self.states = {}
        self.last = 0
        self.write(0)
        words = [command, "watch", "--json", "--reveal", "--schemas", schemas, "--store", store]
        # A group of its own: a control runs the command as a child.
        self.process = subprocess.Popen(
            [str(word) for word in words], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            start_new_session=True)
        threading.Thread(target=self.read, daemon=True).start()
        end = time.monotonic() + LIMIT
        number = 0
        while not self.states and self.process.poll() is None and time.monotonic() < end:
            number += 1
            self.write(number)
            time.sleep(0.1)

    def write(self, number):
        """Writes the store as another program would that knows no log."""
        new = self.store.with_suffix(".new")
        new.write_bytes(plistlib.dumps({self.beacon: number}, fmt=plistlib.FMT_BINARY))
        os.replace(new, self.store)

    def read(self):
        for line in self.process.stdout:
            state = json.loads(line)
            self.states[state["key"]] = state
            self.last = time.monotonic()

    def until_right(self, names, problems):
        """Waits until the states of some keys are right: what is still wrong, in the end."""
        end = time.monotonic() + LIMIT
        while True:
            seen, now = dict(self.states), time.monotonic()
            found = problems(seen)
            is_over = now > end or now > self.last + QUIET and seen.keys() >= set(names)
            if not found or self.process.poll() is not None or is_over:
                return found
            time.sleep(0.02)

    def close(self):
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
