"""Imports random files of keys, and counts: each declaration is a key, or is left out with a note.

    python3 Tests/Importing/declarations.py COMMAND [--files N] [--seed S]

The files are Swift, KConfigXT and Settings.bundles; each is made of declarations that this program knows:
the storage string, and the default where one can be written. Of each file the command must find as many
declarations as there are, write or leave out each, say why, and give each key its own default. Controls
must be caught: a schema without a key, one with a neighbour's default, and a count without a declaration.
"""

import argparse
import json
import pathlib
import random
import subprocess
import sys
import tempfile

# A type in Swift, its type in a schema, its literals with what a schema has for them.
SWIFT = [
    ("Int", "Int", [("5", 5), ("1_000", 1000), ("-3", -3)]),
    ("Bool", "Bool", [("true", True), ("false", False)]),
    ("Double", "Double", [("0.5", 0.5), ("1e3", 1000.0)]),
    ("String", "String", [('"x"', "x"), ('"a, (b: \\"c\\") // d"', 'a, (b: "c") // d'), ('""', "")]),
    ("[String]", "[String]", [("[]", [])]),
    ("[String: Int]", "[String: Int]", [("[:]", {})]),
]
NOISE = [
    "var unrelated: Int = 7",
    "// static let old = Key<Int>(\"old\", default: 1)",
    "/* @AppStorage(\"no\") var no = 1 */",
    "func read(_ key: Key<Int>) -> Int { defaults[key] }",
    'print("Key<Int>(\\"text\\", default: 1)")',
    "let closure: (Int) -> Void = { _ in }",
    "if a < b, c > d { e() }",
]


def swift(choose, number):
    """A declaration: its text, its storage string, and its default; None for one that is left out."""
    name = f"k{number}"
    type, schema, literals = choose.choice(SWIFT)
    literal, value = choose.choice(literals)
    kind = choose.randrange(10)
    if kind == 8:
        shared = choose.choice(["Shared", "SharedReader"])
        return (
            f'@{shared}(.appStorage("{name}")) var {name}: {type} = {literal}', name, (schema, value))
    if kind == 0:
        return f'static let {name} = Key<{type}>("{name}", default: {literal})', name, (schema, value)
    if kind == 1:
        return f'let {name} = DefaultsKey<{type}?>("{name}")', name, (schema + "?", None)
    if kind == 2:
        return (
            f'var {name}: DefaultsKey<{type}> {{ .init("{name}", defaultValue: {literal}) }}',
            name, (schema, value))
    if kind == 3:
        return f'@AppStorage("{name}") private var {name}: {type} = {literal}', name, (schema, value)
    if kind == 4:
        return f'@AppStorage("{name}") var {name}: {type}?', name, (schema + "?", None)
    if kind == 5:
        return (
            f'static let {name} = Key<{type}>(\n  "{name}",\n  default: {literal},\n  suite: .group)',
            name, (schema, value))
    if kind == 6:
        return f'static let {name} = Key<Own{number}>("{name}", default: .a)', name, None
    if kind == 7:
        return f"@AppStorage(Names.{name}) var {name}: {type} = {literal}", name, None
    return f'static let {name}: Key<{type}> = .init("{name}", default: {literal})', name, (schema, value)


def swift_file(choose):
    text, declared = "struct Pane {\n", {}
    for number in range(choose.randrange(1, 12)):
        if choose.randrange(3) == 0:
            text += choose.choice(NOISE) + "\n"
        declaration, name, value = swift(choose, number)
        declared[name] = value
        text += declaration + choose.choice(["\n", "\n", "; "])
        if text.endswith("; ") and choose.randrange(2):
            text += "var x: Int = 5\n"
    return [("Keys.swift", text + "\n}\n")], declared


def kcfg_file(choose):
    types = [("Int", "Int32", "5", 5), ("Bool", "Bool", "true", True), ("Time", "String", "12:30", "12:30"),
             ("String", "String", "x", "x"), ("Unheard", None, "1", None)]
    text, declared, number = "", {}, 0
    for group in range(choose.randrange(1, 4)):
        parent = choose.choice(["", ' parentGroupName="$(x)"', ' parentGroupName="P $(x)"'])
        name = f"G{group}" if choose.randrange(6) else "Tab&#9;bed"
        text += f'<group name="{name}"{parent}>'
        for _ in range(choose.randrange(1, 5)):
            type, schema, literal, value = choose.choice(types)
            text += f'<entry name="k{number}" type="{type}"><default>{literal}</default></entry>'
            left_out = schema is None or "&#9;" in name
            declared[f"k{number}"] = None if left_out else (schema, value)
            number += 1
        text += "</group>"
    return [("a.kcfg", f'<kcfg><kcfgfile name="a"><parameter name="x"/></kcfgfile>{text}</kcfg>')], declared


def settings_file(choose):
    def element(type, **members):
        values = "".join(f"<key>{key}</key>{value}" for key, value in members.items())
        return f"<dict><key>Type</key><string>{type}</string>{values}</dict>"

    files, declared, number = [], {}, 0
    panes = ["Root", "More"][: choose.randrange(1, 3)]
    for pane in panes:
        text = element("PSChildPaneSpecifier", File="<string>More</string>") if pane == "Root" else ""
        for _ in range(choose.randrange(1, 6)):
            key, title = f"<string>k{number}</string>", "<string>T</string>"
            kind = choose.randrange(4)
            if kind == 0:
                text += element("PSToggleSwitchSpecifier", Key=key, Title=title, DefaultValue="<true/>")
                value = ("Bool", True)
            elif kind == 1:
                text += element("PSTextFieldSpecifier", Key=key, DefaultValue="<string>x</string>")
                value = ("String", "x")
            elif kind == 2:
                text += element("PSOddSpecifier", Key=key)
                value = None
            else:
                text += element("PSTextFieldSpecifier", Key=key)
                value = ("String?", None)
            declared[f"k{number}"] = value
            number += 1
        files.append((
            f"{pane}.plist",
            f"<plist><dict><key>PreferenceSpecifiers</key><array>{text}</array></dict></plist>"))
    return files, declared


def keys(node):
    found = {key.get("id", name): (key["type"], key.get("default"))
             for name, key in node.get("keys", {}).items()}
    for child in node.get("namespaces", {}).values():
        found.update(keys(child))
    return found


def problems(report, declared):
    """What is lost or taken from a neighbour in a report, by what was declared."""
    found = keys(report["schema"])
    written = {name: value for name, value in declared.items() if value}
    if report["declarations"] != len(declared):
        yield f"{report['declarations']} declarations found of {len(declared)}"
    if report["keys"] != len(found) or report["keys"] + report["leftOut"] != len(declared):
        yield f"{report['keys']} keys and {report['leftOut']} left out of {len(declared)}"
    for name, value in written.items():
        if found.get(name) != value:
            yield f"{name} is {found.get(name)}, not {value}"
    for name in declared.keys() - written.keys():
        if name in found:
            yield f"{name} is {found[name]}, not left out"
    noted = " ".join(note["subject"] + note["message"] for note in report["notes"])
    if len(declared) > len(written) and "left out" not in noted and "no type" not in noted \
            and "none that" not in noted:
        yield "nothing says what was left out"


def run(command, kind, files):
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files:
            (pathlib.Path(folder) / name).write_text(text, encoding="utf-8")
        end = subprocess.run(
            [command, "schema", "--from", kind, "--json", *[name for name, _ in files]],
            cwd=folder, capture_output=True, text=True, check=False)
    return json.loads(end.stdout) if end.returncode == 0 else end.stderr


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("command")
    parser.add_argument("--files", type=int, default=100)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    options = parser.parse_args()
    command = str(pathlib.Path(options.command).resolve())
    print(f"seed {options.seed}")
    choose = random.Random(options.seed)
    kinds = {"swift": swift_file, "kcfg": kcfg_file, "settings-bundle": settings_file}
    last = None
    for kind, make in kinds.items():
        count = 0
        for _ in range(options.files):
            files, declared = make(choose)
            report = run(command, kind, files)
            found = [report] if isinstance(report, str) else list(problems(report, declared))
            if found:
                sys.exit("\n".join([kind, *[text for _, text in files], *found]))
            count += len(declared)
            if kind == "swift" and report["keys"] > 1:
                last = (report, declared)
        print(f"{kind}: {options.files} files with {count} declarations, none lost")

    def removed(report):
        name, found = next(iter(keys(report["schema"]).items()))
        return replaced(report, lambda id, key: None if id == name else key)

    def replaced(report, change):
        report = json.loads(json.dumps(report))

        def walk(node):
            for name, key in list(node.get("keys", {}).items()):
                new = change(key.get("id", name), key)
                if new is None:
                    del node["keys"][name]
                else:
                    node["keys"][name] = new
            for child in node.get("namespaces", {}).values():
                walk(child)

        walk(report["schema"])
        return report

    report, declared = last
    controls = [
        removed(report),
        replaced(report, lambda id, key: {**key, "type": "Int", "default": 99}),
        {**report, "declarations": report["declarations"] - 1},
        {**report, "leftOut": report["leftOut"] + 1},
    ]
    if not all(list(problems(control, declared)) for control in controls):
        sys.exit("control: a loss is not noticed")
    print("controls: all found")


if __name__ == "__main__":
    main()
