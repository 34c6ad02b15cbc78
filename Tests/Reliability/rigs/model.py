"""What the victim's numbered commits must leave: the same pattern as `Workload.swift`."""

import json

SLOTS = 11
EMPTY = (0, (None,) * SLOTS)


def apply(state, k):
    """The state after commit `k` of a store of several keys."""
    slots = list(state[1])
    other = (k * 5 + 3) % SLOTS
    if k % 7 == 0:
        slots[other] = None
    elif k % 3 == 0:
        slots[other] = k
    slots[k % SLOTS] = k
    return (k, tuple(slots))


def apply_file(state, k):
    """The state after commit `k` of a store that keeps one key at a time."""
    slots = list(state[1])
    slots[k % SLOTS] = None if k % 7 == 0 else k
    return (0, tuple(slots))


def parse(answer):
    """The state in a victim's answer, or None with the reason."""
    if "error" in answer:
        return None, "unreadable: " + answer["error"]
    if "torn" in answer["slots"]:
        return None, "a torn value"
    if answer["others"]:
        return None, "keys that nobody wrote"
    return (answer["seq"], tuple(answer["slots"])), None


class History:
    """The states that commits in a row lead through, from one that is known."""

    def __init__(self, step=apply):
        self.step = step
        self.state = EMPTY
        self.k = 0

    def check(self, found, lowest, highest):
        """Takes `found` as the state now if it is that after one of commits `lowest...highest`.

        Returns what is wrong, or None.
        """
        state, k = self.state, self.k
        known = []
        while True:
            if k >= lowest:
                known.append(k)
                if state == found:
                    self.state, self.k = state, k
                    return None
            if k >= highest:
                return f"found {found}, which no commit of {known} leaves"
            k += 1
            state = self.step(state, k)


def judge(lines, final):
    """Holds what a script said against what it read, and against what was found in the end."""
    possible = {EMPTY}
    pending = None
    problems = []

    def with_pending():
        return possible if pending is None else possible | {apply(s, pending) for s in possible}

    for line in lines:
        word, _, rest = line.partition(" ")
        if word == "try":
            pending = int(rest)
        elif word == "ok":
            possible = {apply(s, pending) for s in possible}
            pending = None
        elif word == "err":
            if rest.endswith(" uncertain"):
                possible = with_pending()
            pending = None
        elif word == "see":
            state, wrong = parse(json.loads(rest))
            if state is None:
                if not wrong.startswith("unreadable"):
                    problems.append(f"read {wrong}")
            elif state not in possible:
                problems.append(f"read {state} where {sorted(possible)} was promised")
    possible = with_pending()
    state, wrong = parse(final)
    if state is None:
        problems.append(f"in the end {wrong}")
    elif state not in possible:
        problems.append(f"in the end {state} where {sorted(possible)} was promised")
    return problems
