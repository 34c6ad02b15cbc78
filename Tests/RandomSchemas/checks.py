"""The Swift that compares the generated keys of a target with what their schemas say."""

from values import escaped, hexadecimal

HEAD = """import Checking
import Keywright
import enum Palette.Inks
#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
"""
# How many checks one function makes: small ones are compiled more quickly.
PART = 20
# Functions that Swift lacks.
NO_FUNCTIONS = {"_", "init", "self", "Type", "Any"}


def source(module, keys):
    """A file with a check for each key, given with its number, and a function that runs them."""
    checks = [check(module, number, key) for number, key in keys]
    calls = [f"    make(Check{number}(), number: {number})\n" for number, _ in keys]
    starts = range(0, len(calls), PART)
    parts = [
        f"  fileprivate func part{start}() {{\n{''.join(calls[start:start + PART])}  }}\n"
        for start in starts
    ]
    return f"""{HEAD}
{"".join(checks)}
extension Checking.Checker {{
{"".join(parts)}}}

/// Runs the checks of this target.
///
/// - Parameter arguments: Behind the target's name a folder for stores and what else `compareSurfaces` takes,
///   if the surfaces are to be compared, too.
public func runChecks(_ arguments: [Swift.String]) {{
  let checker = Checking.Checker({module}.{module}Keys.keySet)
  checker.describe({module}.{module}Keys.allKeys)
  // They need the defaults, which are then at hand.
{"".join(f"  checker.part{start}()" + chr(10) for start in starts)}  if arguments.count > 3 {{
    checker.compareSurfaces(of: {module}.{module}Keys.self, Swift.Array(arguments.dropFirst(2)))
  }}
  checker.end()
}}
"""


def check(module, number, key):
    """A type that compares one key; of a family, one of its keys."""
    name, storage = f"`{key.name}`", key.storage
    if key.parameters:
        arguments = [f"{labelled(label)}: {value.swift}" for label, value in key.parameters]
        name += f"({', '.join(arguments)})"
        storage = ":".join([storage, *(escaped(value.component) for _, value in key.parameters)])
    space = f"{module}.{key.space}"
    values = ""
    if key.has_values:
        member = f"{space}.Values(checker.store).{name}"
        values = f"    checker.compare(value: {member}, with: expected)\n"
    # A witness of a requirement may use deprecated declarations without a warning.
    mark = "@available(*, deprecated)\n  " if "deprecated" in key.described else ""
    return f"""private struct Check{number}: Checking.Check {{
  {mark}func run(_ checker: Checking.Checker) {{
    let expected: {key.swift} = {key.default}
{values}    checker.compare(
      {space}.{name}, with: expected, storage: {hexadecimal(storage)}, isKept: {swift(key.is_kept)})
  }}
}}
"""


def functions(names):
    """A file with functions outside of all types, for each place in which schemas name one."""
    # No schema is to be accepted that names one of the others.
    names = [name for name in names if name not in NO_FUNCTIONS]
    return "import Checking\nimport Keywright\n" + "".join(
        f"""
func `{name}`() -> Swift.Int {{ 42 }}
func `{name}`<Value>(_ old: Value, _ new: Value) {{ Checking.note(change: old, new) }}
func `{name}`<Value>(_ old: Swift.Int) throws -> Value {{
  Swift.preconditionFailure("a migration that is only compiled")
}}
func `{name}`(_ commit: inout Keywright.PendingCommit) throws {{ Checking.note(before: commit.changes) }}
func `{name}`(_ commit: Keywright.Commit) {{ Checking.note(after: commit) }}
""" for name in names)


def labelled(name):
    """A name as the label of an argument: of all keywords only one cannot be."""
    return f"`{name}`" if name == "inout" else name


def swift(boolean):
    return "true" if boolean else "false"
