"""What a terminal shows after the bytes of a program: the few sequences that `keywright browse` may write."""

import itertools
import re
import unicodedata

# All that may follow an escape. Anything else came out of a stored value, or is a mistake.
SEQUENCE = re.compile(r"\x1b\[(\??[0-9;]*)([A-Za-z])")
ALLOWED = {"H": r"\d+;\d+", "K": "", "m": r"0|1|2|7|31|32", "h": r"\?(25|1049|7|2004)", "l": r"\?(25|1049|7|2004)"}

# A cell: its character, and the look that it was written in.
BLANK = (" ", "")


def width(character):
    if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


class Screen:
    def __init__(self, rows, columns):
        self.rows, self.columns = rows, columns
        self.cells = [[BLANK] * columns for _ in range(rows)]
        self.row = self.column = 0
        self.look = ""
        self.modes, self.foreign, self.looks = set(), [], set()

    def resize(self, rows, columns):
        self.rows, self.columns = rows, columns
        self.cells = [(line + [BLANK] * columns)[:columns] for line in (self.cells + [[]] * rows)[:rows]]

    def feed(self, text):
        """Takes output; returns the rest that is no whole sequence yet."""
        place = 0
        while place < len(text):
            character = text[place]
            if character == "\x1b":
                found = SEQUENCE.match(text, place)
                if not found:
                    if len(text) - place < 12 and re.fullmatch(r"\x1b(\[[?0-9;]*)?", text[place:]):
                        return text[place:]
                    self.foreign.append(text[place:place + 8])
                    place += 1
                    continue
                self.sequence(*found.groups(), found[0])
                place = found.end()
            else:
                self.put(character)
                place += 1
        return ""

    def sequence(self, parameters, final, whole):
        if not re.fullmatch(ALLOWED.get(final, r"\0"), parameters):
            self.foreign.append(whole)
        elif final == "H":
            row, column = map(int, parameters.split(";"))
            self.row, self.column = min(row, self.rows) - 1, min(column, self.columns) - 1
        elif final == "K":
            # Behind a full row the cursor still stands in its last column.
            column = min(self.column, self.columns - 1)
            self.cells[self.row][column:] = [BLANK] * (self.columns - column)
        elif final == "m":
            self.looks.add(parameters)
            self.look = "" if parameters == "0" else parameters
        elif final in "hl":
            (self.modes.add if final == "h" else self.modes.discard)(parameters)

    def put(self, character):
        # Before the screen and after it are lines.
        if character in "\r\n" and "?1049" not in self.modes:
            return
        if ord(character) < 32 or 0x7F <= ord(character) < 0xA0 or character in "\u202a\u202b\u202d\u202e\u2066\u2067":
            self.foreign.append(character)
            return
        cells = width(character)
        if cells == 0:
            return
        # Without line wrap a character behind the last column replaces the one in it.
        column = min(self.column, self.columns - cells)
        self.cells[self.row][column] = (character, self.look)
        if cells == 2:
            self.cells[self.row][column + 1] = ("", self.look)
        self.column = column + cells

    @property
    def lines(self):
        return ["".join(character for character, _ in line).rstrip() for line in self.cells]

    def runs(self, row):
        """The cells of a row that have one look each: the first column, the text and the look."""
        column = 0
        for look, cells in itertools.groupby(self.cells[row], key=lambda cell: cell[1]):
            characters = [character for character, _ in cells]
            yield column, "".join(characters), look
            column += len(characters)

    @property
    def text(self):
        return "\n".join(self.lines)
