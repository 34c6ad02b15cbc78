"""The articles of the documentation as code hosts show them, where DocC's own links lead nowhere.

`<doc:Commits>` becomes a link to the file beside it, a symbol becomes code, and a library's first page lists
its articles alone. DocC warns of links that it cannot resolve; it does not warn of relative links to files,
which are dead there, so they are refused.
"""

import pathlib
import re
import tempfile

FENCE = re.compile(r"^ *```")
DOC = re.compile(r"<doc:([\w-]*)(?:#([^>]+))?>")
SYMBOL = re.compile(r"``([^`]+)``")
IMAGE = re.compile(r"!\[([^\]]*)\]\(([\w-]+)\)")
NOTE = "<!-- Made by .ci/documentation from {}: edit that file. -->\n\n"


class Articles:
    """The articles of some libraries, by their names."""

    def __init__(self, root, libraries):
        self.root = root
        self.sources = {path.stem: path for library in libraries
                        for path in sorted((root / f"Sources/{library}/{library}.docc").glob("*.md"))}  # fmt: skip
        self.texts = {name: path.read_text() for name, path in self.sources.items()}
        self.libraries = {f"../{library.lower()}": library for library in libraries}
        self.wrong = []
        self.pages = {f"{name}.md": self.page(name) for name in self.sources}

    def title(self, name):
        return self.texts[name].split("\n", 1)[0].removeprefix("# ").strip("`")

    def abstract(self, name):
        return " ".join(self.plain(self.texts[name].split("\n\n")[1]).split())

    def page(self, name):
        text = self.texts[name]
        if name in self.libraries.values():
            text = self.articles_alone(text)
        text = IMAGE.sub(lambda match: self.image(name, match[1], match[2]), text)
        lines, isCode = [], False
        for number, line in enumerate(text.rstrip().split("\n"), 1):
            isCode ^= bool(FENCE.match(line))
            if not isCode:
                for link in re.findall(r"\]\((?!https://)[^)\s]+\.md(?:#[^)]*)?\)", line):
                    self.wrong.append(f"{self.sources[name]}:{number}: {link} leads nowhere in DocC; write <doc:…>")
                line = self.plain(line, name)
            lines.append(line)
        return NOTE.format(self.sources[name].relative_to(self.root)) + "\n".join(lines) + "\n"

    def plain(self, line, name=None):
        """A line without links that only DocC understands."""
        line = DOC.sub(lambda match: self.link(match[1] or name, match[2]), line)
        line = SYMBOL.sub(lambda match: f"`{symbol(match[1])}`", line)
        for address, library in self.libraries.items():
            line = line.replace(f"]({address})", f"]({library}.md)")
        return line

    def link(self, name, heading):
        if name not in self.sources:
            return f"`{name}`"
        title = heading.replace("-", " ") if heading else self.title(name)
        return f"[{title}]({name}.md{'#' + heading.lower() if heading else ''})"

    def image(self, name, words, image):
        """A picture of the catalogue, which has a second one for dark pages."""
        file = next(self.sources[name].parent.rglob(f"{image}.svg")).relative_to(self.root)
        dark, words = file.with_name(f"{image}~dark.svg"), " ".join(words.split())
        return (f'<picture><source media="(prefers-color-scheme: dark)" srcset="../../{dark}">'
                f'<img alt="{words}" src="../../{file}"></picture>')  # fmt: skip

    def articles_alone(self, text):
        """A library's first page with its articles and what each is about, without the lists of symbols."""
        before, _, topics = text.partition("\n## Topics\n")
        groups = []
        for group in re.split(r"(?m)^(?=### )", topics):
            names = re.findall(r"(?m)^- <doc:([\w-]+)>", group)
            if names:
                told = "\n".join(f"- <doc:{name}>: {self.abstract(name)}" for name in names)
                groups.append(f"{group.split(chr(10), 1)[0]}\n\n{told}\n")
        return before.rstrip() + "\n" + ("\n## Articles\n\n" + "\n".join(groups) if groups else "")

    def dead_links(self):
        """The links that lead to no page, or to no heading of one."""
        for name, text in self.pages.items():
            for label, address in re.findall(r"\[([^\]]*)\]\(([^)\s]+)\)", without_code(text)):
                page, _, heading = address.partition("#")
                if address.startswith("https://"):
                    continue
                if (page or name) not in self.pages:
                    yield f"{name}: [{label}]({address}): there is no such page"
                elif heading and heading not in anchors(self.pages[page or name]):
                    yield f"{name}: [{label}]({address}): there is no such heading"

    def differences(self, folder, isWritten):
        """What the folder has otherwise; with `isWritten` the folder gets the pages first."""
        if isWritten:
            folder.mkdir(exist_ok=True)
            for path in folder.glob("*.md"):
                path.unlink()
            for name, text in self.pages.items():
                (folder / name).write_text(text)
        present = {path.name: path.read_text() for path in folder.glob("*.md")}
        for name in sorted(self.pages.keys() | present.keys()):
            if self.pages.get(name) != present.get(name):
                yield f"{folder.name}/{name} is not what its article says: run .ci/documentation --write"

    @classmethod
    def misses(cls):
        """The mistakes of a catalogue that is wrong on purpose which are not found: none, or nothing else counts."""
        with tempfile.TemporaryDirectory() as root:
            catalogue = pathlib.Path(root) / "Sources/Library/Library.docc"
            catalogue.mkdir(parents=True)
            (catalogue / "Library.md").write_text("# ``Library``\n\nA library.\n")
            (catalogue / "One.md").write_text(
                "# One\n\nSee [two](Two.md), <doc:One#No-such> and [three](three).\n\n```\n[code](Two.md)\n```\n")
            articles = cls(pathlib.Path(root), ["Library"])
            found = "\n".join([*articles.wrong, *articles.dead_links(), *articles.differences(catalogue, False)])
            wanted = ["Two.md) leads nowhere in DocC", "One.md#no-such): there is no such heading",
                      "(three): there is no such page", "Library.docc/One.md is not what"]  # fmt: skip
            return [text for text in wanted if text not in found] + (["two"] if len(articles.wrong) != 1 else [])

    def problems(self, folder, isWritten):
        return [*self.wrong, *self.dead_links(), *self.differences(folder, isWritten)]


def symbol(path):
    """The last name of a symbol's path, without what tells overloads apart."""
    return re.sub(r"(?:->.*|-\([^()]*\)|-swift\.\w+|-\w{5,6})$", "", path.rpartition("/")[2])


def without_code(text):
    return re.sub(r"`[^`\n]*`", "", re.sub(r"(?ms)^ *```.*?^ *```", "", text))


def anchors(text):
    """The names that a code host gives to the headings of a text."""
    headings = re.findall(r"(?m)^#+ (.*)$", text)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
