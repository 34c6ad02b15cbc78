"""Mutants that operators make of Swift sources, all of them built into one copy.

An operator changes one place: a statement or a loop is left out or goes before the one in front of it, a
condition never or always holds or a part of it does not count, a bound is off by one, a function answers
what it should not. Sources are as `swift format` leaves them, so that a statement begins a line and a
condition ends before the brace of its body. What the operators do not understand is left as it is; what
they make must compile.
"""

import re

SKIPPED = re.compile(
    r"(return|throw|let|var|case|default|break|continue|fallthrough|guard|if|else|for|while|repeat|switch|do|catch"
    r"|defer|func|init|deinit|struct|class|enum|extension|protocol|subscript|import|typealias|static|final|private"
    r"|fileprivate|internal|package|public|mutating|nonmutating|override|convenience|lazy|weak|unowned|some|any"
    r"|precondition|preconditionFailure|assert|assertionFailure|fatalError|super|yield|where|async|await|get|set"
    r"|throws|_modify|_read|[A-Z]\w*\(|@\w+|#\w+)(?:\b|(?<=\())")
STATEMENT = re.compile(r"(?:try[?!]? )?(_ = )?(?:try[?!]? )?[A-Za-z_][\w.?!]*(?:[(\[]| [-+*/&|]?&?= | \{$)")
FUNCTION = re.compile(
    r"^(?:@\w+(?:\([^)]*\))? )*(?:(?:public|package|internal|private|fileprivate|final|static|class|mutating"
    r"|nonmutating|override|convenience|borrowing|consuming|required|lazy|(?:private|package|fileprivate)\(set\)"
    r"|nonisolated\(unsafe\)|nonisolated|@\w+) )*(func|init|var|subscript|deinit)\b ?[?!]?`?([^\s(<:`]*)")
PLATFORM = {"canImport(Glibc)": True, "os(Linux)": True, "canImport(FoundationEssentials)": True}
OPENING, CLOSING = "([{", ")]}"


class Source:
    """The text of a file, with what is a string or a comment blanked out in `code`."""

    def __init__(self, text):
        self.text = text
        self.code = blank(text)
        self.starts = [0]
        for match in re.finditer("\n", self.code):
            self.starts.append(match.end())
        # What gets its value once, below its declaration.
        self.constants = set(re.findall(r"\blet (\w+)(?:: [^=\n]*)?$", self.code, re.M))
        self.around = []  # the bracket around each place
        stack = [""]
        for character in self.code:
            if character in CLOSING and len(stack) > 1:
                stack.pop()
            self.around.append(stack[-1])
            if character in OPENING:
                stack.append(character)

    def closing(self, start):
        """The place behind the bracket that closes the one at `start`."""
        depth = 0
        for place in range(start, len(self.code)):
            if self.code[place] in OPENING:
                depth += 1
            elif self.code[place] in CLOSING:
                depth -= 1
                if depth == 0:
                    return place + 1
        return None

    def body(self, start):
        """The place of the brace that opens the body behind a condition."""
        place = start
        while place < len(self.code):
            if self.code[place] == "{":
                return place
            if self.code[place] in "([":
                place = self.closing(place) or len(self.code)
            else:
                place += 1
        return None

    def clauses(self, start, end):
        """The clauses of a condition, each from its first to behind its last character."""
        places, begin, place = [], start, start
        while place < end:
            if self.code[place] in OPENING:
                place = self.closing(place)
                continue
            if self.code[place] == ",":
                places.append((begin, place))
                begin = place + 1
            place += 1
        places.append((begin, end))
        return [self.trimmed(*place) for place in places]

    def trimmed(self, start, end):
        while start < end and self.code[start].isspace():
            start += 1
        while end > start and self.code[end - 1].isspace():
            end -= 1
        return start, end

    def end(self, start):
        """The place behind a statement: the end of a line on which all brackets are closed."""
        depth, place = 0, start
        while place < len(self.code):
            character = self.code[place]
            depth += (character in OPENING) - (character in CLOSING)
            if depth < 0:
                return None
            if character == "\n" and depth == 0:
                indent = place + 1
                while indent < len(self.code) and self.code[indent] == " ":
                    indent += 1
                column = start - self.line(start)
                # An operator or a member on the next line, indented further, goes on with it.
                if indent - place - 1 <= column or self.code[indent] == "\n":
                    return place
            place += 1
        return None

    def goes_on(self, place):
        """Whether what begins here goes on with an expression of the line before."""
        return re.search(r"([=,?(]|&&|\|\||\bguard|\bif|\breturn|->)$", self.code[:place].rstrip()) is not None

    def opening(self, place):
        """The place of the brace that is open before a place."""
        depth = 0
        while place > 0:
            place -= 1
            depth += (self.code[place] == "{") - (self.code[place] == "}")
            if depth > 0:
                return place
        return 0

    def is_branch_of_value(self, place):
        """Whether a place is in a branch of an `if` that is an expression."""
        start, _ = self.trimmed(self.line(self.opening(place)), len(self.code))
        while self.code[start] == "}":
            start, _ = self.trimmed(self.line(self.opening(start)), len(self.code))
        return self.goes_on(start)

    def line(self, place):
        return self.code.rfind("\n", 0, place) + 1


def blank(text):
    """The text with strings and comments as spaces, each at its place."""
    pattern = re.compile(r'"""[\s\S]*?"""|"(?:\\\((?:[^()]|\([^()]*\))*\)|\\.|[^"\\\n])*"|//[^\n]*|/\*[\s\S]*?\*/')
    return pattern.sub(lambda m: "~" * len(m[0]) if m[0][0] == '"' else re.sub(r"[^\n]", " ", m[0]), text)


def inactive(source):
    """The lines that this platform does not compile."""
    found, stack = set(), []
    for number, start in enumerate(source.starts):
        line = source.code[start:source.starts[number + 1] if number + 1 < len(source.starts) else None].strip()
        if line.startswith("#if"):
            stack.append([holds(line[3:])])
        elif line.startswith("#elseif"):
            stack[-1].append(not any(stack[-1]) and holds(line[7:]))
        elif line.startswith("#else"):
            stack[-1].append(not any(stack[-1]))
        elif line.startswith("#endif"):
            stack.pop()
        elif not all(branch[-1] for branch in stack):
            found.add(number)
    return found


def holds(condition):
    words = re.sub(r"\w+(\([^)]*\))?", lambda m: str(PLATFORM.get(m[0], False)), condition)
    words = words.replace("&&", " and ").replace("||", " or ").replace("!", " not ")
    try:
        return bool(eval(words))  # noqa: S307, of words that are True and False
    except SyntaxError:
        return False


def mutants(name, text):
    """What the operators make of a file: of each mutant its name, and the edits that put it in.

    An edit is a place and the text that comes in there, with `MUTANT` for whether the mutant is awake.
    """
    source = Source(text)
    skipped = inactive(source)
    functions = []  # (indent, name, kind, whether it gives a Bool, whether it consumes)
    found, behind = [], 0  # behind the condition that was read last
    before = None  # the statement that ends right before, as its indent, begin and end

    def add(operator, start, end, edits):
        shown = " ".join(text[start:end].split())
        label = f"{name}, {functions[-1][1]}: {operator} `{shown[:90]}`"
        count = sum(known == label or known.startswith(label + " #") for known, _ in found)
        found.append((f"{label} #{count + 1}" if count else label, edits))

    for number, start in enumerate(source.starts):
        begin, stop = source.trimmed(start, source.code.find("\n", start) if "\n" in source.code[start:] else len(source.code))
        line = source.code[begin:stop]
        if not line or begin < behind:
            continue
        indent = begin - start
        while functions and (indent < functions[-1][0] or indent == functions[-1][0] and not line[0] in "}){"):
            functions.pop()
        match = FUNCTION.match(line)
        if match and (match[1] != "var" or line.endswith("{") or line.endswith("}")) and match[0] != "init(":
            head = source.body(begin)
            signature = source.code[begin:head] if head else line
            gives = re.search(r"(?:->|var [^:]+:) Bool\s*$", signature.split(" where ")[0]) is not None
            functions.append((indent, match[2] or match[1], match[1], gives, "consuming" in signature))
            if match[1] != "var":
                behind = head or stop
            if number in skipped:
                continue
            if gives and line.endswith("}") and head and "{" not in source.code[head + 1:stop]:
                inner = source.trimmed(head + 1, stop - 1)
                if inner[0] < inner[1] and not re.match(r"(get|set|return)\b", source.code[inner[0]:]):
                    answer(add, source, *inner)
            continue
        if number in skipped or not functions:
            continue
        condition = re.match(r"(?:\} else )?(if|guard|while)(?: |$)", line)
        if condition:
            behind = conditional(add, source, begin + condition.end(), condition[1])
            continue
        _, _, kind, gives, consumes = functions[-1]
        if line.startswith("return ") and gives and indent == functions[-1][0] + 2:
            end = source.end(begin)
            if end and line not in ("return true", "return false"):
                answer(add, source, *source.trimmed(begin + 7, end))
            continue
        if line.startswith("for "):
            body = source.body(begin)
            end = body and source.closing(body)
            if end:
                add("drop", begin, end, [(begin, "if !MUTANT { "), (end, " }")])
            continue
        if SKIPPED.match(line) or not STATEMENT.match(line) or source.around[begin] != "{" or source.goes_on(begin):
            continue
        given = re.match(r"(?:self\.)?(\w+) = ", line)
        if line.startswith("self.init(") or given and (kind == "init" or given[1] in source.constants):
            continue
        end = source.end(begin)
        if end is None or alone(source, begin, end):
            continue
        add("drop", begin, end, [(begin, "if !MUTANT { "), (end, " }")])
        is_call = not re.match(r"(_ = )?[\w.?!\[\]]+ [-+*/&|]?&?= ", line) or line.startswith("_ = ")
        # What is consumed cannot stand there twice.
        if before and is_call and not consumes and before[0] == indent and not source.code[before[2]:begin].strip():
            first = "if MUTANT { " + text[begin:end] + " }; "
            add("swap", begin, end, [(before[1], first), (begin, "if !MUTANT { "), (end, " }")])
        before = (indent, begin, end) if is_call else None
    return found


def conditional(add, source, start, keyword):
    """The mutants of one condition; returns the place of its body."""
    body = end = source.body(start)
    if end is None:
        return start
    if keyword == "guard":
        found = re.search(r"\belse\s*$", source.code[start:end])
        if not found:
            return start
        end = start + found.start()
    start, end = source.trimmed(start, end)
    if source.code[start:end] == "true":
        return body
    clauses = source.clauses(start, end)
    # Before what changes something by a call, so that nothing of it is done. Elsewhere at the end: Swift 6.3 fails to
    # compile the other form of some conditions ("Found ownership error").
    place, text = (start, "!MUTANT, ") if "try " in source.code[start:end] else (end, ", !MUTANT")
    add("never" if keyword != "guard" else "refuse", start, end, [(place, text)])
    if keyword == "while":
        return body
    for begin, stop in clauses:
        clause = source.code[begin:stop]
        if re.match(r"(let|var|case|#available|#unavailable)\b", clause):
            continue
        add("always" if keyword == "guard" else "enter", begin, stop, [(begin, "("), (stop, ") || MUTANT")])
        operands(add, source, begin, stop)
        bound = re.fullmatch(r"([^<>=&|?{]+) (<=|>=|<|>) ([^<>=&|?{]+)", clause)
        if bound and "try" not in clause:
            other = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}[bound[2]]
            place = begin + bound.start(2)
            left, right = source.text[begin:place].strip(), source.text[place + len(bound[2]):stop].strip()
            add("bound", begin, stop, [(begin, f"MUTANT ? {left} {other} {right} : ")])
    return body


def operands(add, source, start, end):
    """The mutants of a condition of several, each of which does not count."""
    code = source.code[start:end]
    for sign, without in (("&&", "|| MUTANT"), ("||", "&& !MUTANT")):
        places, depth = [0], 0
        for place in range(len(code)):
            depth += (code[place] in OPENING) - (code[place] in CLOSING)
            if depth == 0 and code.startswith(sign, place):
                places.append(place + 2)
        other = "&&" if sign == "||" else "||"
        if len(places) == 1 or other in code or "?" in code or "try" in code or " as " in code:
            continue
        for first, last in zip(places, [place - 2 for place in places[1:]] + [len(code)]):
            begin, stop = source.trimmed(start + first, start + last)
            add("without", begin, stop, [(begin, "(("), (stop, f") {without})")])


def answer(add, source, start, end):
    """The mutants of a function's answer."""
    add("no", start, end, [(start, "("), (end, ") && !MUTANT")])
    add("yes", start, end, [(start, "("), (end, ") || MUTANT")])
    operands(add, source, start, end)


def alone(source, begin, end):
    """Whether a statement may be the value of its block."""
    if re.match(r"[\w.?!]+ [-+*/&|]?&?= ", source.code[begin:end]) or source.code.startswith("_ = ", begin):
        return False
    before = source.code[:begin].rstrip()
    after = source.code[end:].lstrip()
    if not after.startswith("}") and not after.startswith("case ") and not after.startswith("default"):
        return False
    if not (before.endswith("{") or before.endswith(" in") or before.endswith(":")):
        return False
    if source.is_branch_of_value(begin) or " ? " in source.code[begin:end]:
        return True
    head = before[before.rfind("\n") + 1:].strip()
    return not re.match(r"(\} else )?(if|guard|for|while|else|do|repeat|defer)\b|\} else \{", head) \
        and not (re.match(r"(\w+ )*func\b", head) and "->" not in head)


def insert(text, found, awake, patches):
    """The text with all mutants in, and what was made of places that a patch changes left out.

    `awake` gives the condition for the name of one; `patches` are texts of which each is there once, and
    what takes their places.
    """
    edits, spans = [], []
    for old, new in patches:
        start = text.index(old)
        spans.append((start, start + len(old)))
        edits.append((start, 2, 0, re.sub(r'MUTANT\("([^"]+)"\)', lambda match: awake(match[1]), new), len(old)))
    for order, (name, changes) in enumerate(found):
        if any(start < place < end for place, _ in changes for start, end in spans):
            continue
        condition = awake(name)
        for index, (place, what) in enumerate(changes):
            # What encloses another comes first at its beginning, and last at its end.
            closes = index > 0 or what.startswith(",")
            edits.append((place, 1 - closes, -order if closes else order, what.replace("MUTANT", condition), 0))
    parts, last = [], 0
    for place, _, _, what, length in sorted(edits):
        parts += [text[last:place], what]
        last = place + length
    return "".join(parts) + text[last:]
