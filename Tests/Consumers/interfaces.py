"""The public names of Swift, Foundation and the runtime, for the scripts of this folder."""

import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Every Swift file sees these.
SWIFT = ["Swift", "_Concurrency", "_StringProcessing"]
FOUNDATION = ["FoundationEssentials", "FoundationInternationalization", "Foundation"]
RUNTIME = ["Keywright"]
TYPES = {"swift." + kind for kind in ("struct", "class", "enum", "protocol", "typealias", "actor")}
DECLARATION = re.compile(
    r"^(?:@\S+(?:\([^)]*\))? )*(?:final )?(?:public|open) (?:final |indirect |distributed )*"
    r"(?:struct|enum|class|protocol|actor|typealias) (\w+)")


def run(*command):
    result = subprocess.run([str(word) for word in command], capture_output=True, text=True, cwd=ROOT)
    if result.returncode != 0:
        sys.exit(f"{command}\n{result.stderr}")
    return result.stdout


def target():
    return json.loads(run("swiftc", "-print-target-info"))


def interface_types(info, module):
    """The types at the top level of a module's interface."""
    name = info["target"]["moduleTriple"] + ".swiftinterface"
    folders = [pathlib.Path(path) / info["target"].get("platform", "linux") for path in info["paths"]["runtimeLibraryImportPaths"]]
    folders += [pathlib.Path(path) for path in info["paths"]["runtimeLibraryImportPaths"]]
    path = next(file for folder in folders if (file := folder / f"{module}.swiftmodule" / name).exists())
    names, attributes = set(), ""
    for line in path.read_text().splitlines():
        if line.startswith("@") and not DECLARATION.match(line):
            attributes += line
            continue
        declared = DECLARATION.match(line)
        if declared and not re.search(r"obsoleted|\*, unavailable", attributes + line.split(" : ")[0]):
            names.add(declared[1])
        attributes = ""
    return names


def is_usable(symbol):
    return not any(item.get("isUnconditionallyUnavailable") or "obsoleted" in item and item.get("domain") in (None, "Swift", "swift")
                   for item in symbol.get("availability", []))


def graph(info, module, modules, folder):
    command = ["swift", "symbolgraph-extract", "-module-name", module, "-target", info["target"]["triple"],
               "-output-dir", folder, "-minimum-access-level", "public"]
    run(*command, *(["-I", modules] if modules else []))
    return [symbol for path in sorted(folder.glob(f"{module}*.symbols.json"))
            for symbol in json.loads(path.read_text())["symbols"]]


def graph_types(symbols):
    return {symbol["pathComponents"][0] for symbol in symbols
            if len(symbol["pathComponents"]) == 1 and symbol["kind"]["identifier"] in TYPES and is_usable(symbol)}


def all_names(symbols):
    """Every name of a module's symbols, members included, that an identifier of a schema can have."""
    words = {re.split(r"[(_]", symbol["pathComponents"][-1])[0] for symbol in symbols}
    return {word for word in words if re.fullmatch(r"[A-Za-z][A-Za-z0-9]*", word)}


def public_names(modules, folder):
    """The names of each part: its types, and all its names."""
    info = target()
    swift = {name for module in SWIFT for name in interface_types(info, module) if not name.startswith("_")}
    parts = {"swift": (swift, all_names(symbols(info, ["Swift", "_Concurrency"], None, folder)))}
    for part, names, place in (("foundation", FOUNDATION, None), ("keywright", RUNTIME, modules)):
        found = symbols(info, names, place, folder)
        parts[part] = ({name for name in graph_types(found) if not name.startswith("_")}, all_names(found))
    parts["foundation"] = (parts["foundation"][0] - swift, parts["foundation"][1])
    return parts


def symbols(info, names, modules, folder):
    return [symbol for name in names for symbol in graph(info, name, modules, folder)]


def binaries():
    for product in RUNTIME:
        subprocess.run(["swift", "build", "--target", product], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    return pathlib.Path(run("swift", "build", "--show-bin-path").strip())
