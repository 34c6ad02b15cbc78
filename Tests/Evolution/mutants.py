"""Faults of a careless author of the comparison, of the readers and of the tools, each of which must be found.

Each patch names a file of `Sources`, a text that must be there exactly once, and its replacement, in which
`MUTANT("what is wrong")` is true only while that mutant is awake. Where a line of the sources changes, find the
line that keeps the promise now. `WITNESSES` has for each mutant of the meanings a pair of edits that shows it,
which is added to the sample, and `PROOFS` for each other one the proof of `surfaces.py` that shows it.
"""

import pathlib
import re
import shutil

from programs import ROOT, checked

RELATION, REPORTS = "KeywrightSchema/Evolution", "KeywrightEvolution"
RUNTIME, COMMAND = "Keywright", "keywright-cli"
CALLED, GONE, GUESSES, FAMILIES, STORES, CHANGES, FORMS, MEANING, MIGRATIONS = (
    f"{RELATION}/LockComparison+{name}.swift" for name in (
        "Readers", "Gone", "Guesses", "Families", "Stores", "Changes", "Forms", "Meaning", "Migrations"))
READING, ENUMS, STRUCTS, WORDS, LINE, BOUNDS, COMPARISON, RUNNING = (
    f"{RELATION}/{name}.swift" for name in
    ("TypeReading", "TypeReading+Enums", "TypeReading+Structs", "Vocabulary", "LockedKey", "BoundsText", "LockComparison", "RunningPrograms"))

SWITCH = """
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

func MUTANT(_ name: String) -> Bool { getenv("KEYWRIGHT_MUTANT").map { String(cString: $0) } == name }
"""

PATCHES = [
    (WORDS, """\
    return isElsewhere || isTaken ? .misread(as: reader.name) : .renamed(to: reader.name)
""", """\
    if MUTANT("a raw value may take another case's name") { return .renamed(to: reader.name) }
    return isElsewhere || isTaken ? .misread(as: reader.name) : .renamed(to: reader.name)
"""),
    (STRUCTS, """\
      } else if isLatest, added.isEmpty {
""", """\
      } else if isLatest, added.isEmpty || MUTANT("a field that comes as another goes is unrelated") {
"""),
    (GONE, """\
    if !reservation.isFamily, line[.parameters] != nil {
""", """\
    if !reservation.isFamily, line[.parameters] != nil, !MUTANT("a removal takes whatever it finds") {
"""),
    (GONE, """\
    for former in unswept(by: reservation) {
""", """\
    for former in unswept(by: reservation) where !MUTANT("a removal knows the present name alone") {
"""),
    (GUESSES, """\
      if line[.migrate] != nil { converted[index] = line }
""", """\
      if line[.migrate] != nil { converted[index] = line }
      if line[.parameters] != nil, MUTANT("a family is called again as it was") { continue }
"""),
    (ENUMS, """\
    compare(old, new, (from, to), asComponents: true, isPart: false)
""", """\
    compare(old, new, (from, to), asComponents: !MUTANT("former cases are read in storage strings"), isPart: false)
"""),
    (CHANGES, """\
      isCached: line.isCached && !durable.contains(ExactString(line.storageString)),
""", """\
      isCached: line.isCached && !durable.contains(ExactString(line.storageString))
        || today[line.storageString]?.key.isCached == true && MUTANT("a key of a cache was always one"),
"""),
    (ENUMS, """\
      case .misread(let name):
        terms.kept.insert(term)
""", """\
      case .misread(let name):
        terms.kept.insert(term)
        if item.isFormer, MUTANT("former cases may be pointed elsewhere") { continue }
"""),
    (CALLED, """\
    if case .misread = names.released.reading(of: term, by: names.today),
""", """\
    if case .misread = names.released.reading(of: term, by: names.today),
      !MUTANT("two keys may exchange their strings"),
"""),
    (FORMS, """\
    if let misread {
""", """\
    if let misread, !MUTANT("two parameters may change places") {
"""),
    (CALLED, """\
      let isNamed = !reader.inherited.contains(ExactString(name))
""", """\
      let isNamed =
        !reader.inherited.contains(ExactString(name)) || MUTANT("a namespace may bring back what was retired")
"""),
    (RUNNING, """\
        guard let line = lines.last(where: { lineage.knows(release, $0.place) }),
""", """\
        guard let line = lines.last(where: { lineage.knows(release, $0.place) }),
          line.place == release || !MUTANT("a release runs only what it was the first to have"),
"""),
    (GONE, """\
    guard let last = lines.last, !lines.allSatisfy(\\.isCached) else { return }
    let name = last.storageString
""", """\
    guard let last = lines.last, !lines.allSatisfy(\\.isCached) else { return }
    if MUTANT("a key that nothing reads is no loss") { return }
    if last.isCached, MUTANT("the last release decides who is a cache's") { return }
    let name = last.storageString
"""),
    (READING, """\
    if direction == .newer {
      add(.unreadable,""", """\
    if direction == .newer {
      if MUTANT("every type is read as every other") { return }
      add(.unreadable,"""),
    (ENUMS, """\
        if !isRetired, direction == .newer { giveUp(item, term, subject, in: enums) }
""", """\
        if !isRetired, direction == .newer, !MUTANT("a reserved case is nowhere inside") {
          giveUp(item, term, subject, in: enums)
        }
"""),
    (LINE, """\
    ([storageString] + (movesLater ? strings(.formerKeys) : [])).contains {
""", """\
    MUTANT("a release finds whatever moves") || ([storageString] + (movesLater ? strings(.formerKeys) : [])).contains {
"""),
    (LINE, """\
  var movesLater: Bool { self[.moves] != nil }
""", """\
  var movesLater: Bool { self[.moves] != nil && !MUTANT("a value that stays has moved") }
"""),
    (MIGRATIONS, """\
    if gained.isEmpty { return }
""", """\
    if gained.isEmpty || MUTANT("a migration changes no value") { return }
"""),
    (ENUMS, """\
    for bytes in old where !new.reserves(bytes) {
""", """\
    for bytes in old where !new.reserves(bytes) && !MUTANT("what was retired may come back") {
"""),
    (WORDS, """\
    if isRetired { return .misread(as: reader.name) }
""", """\
    if isRetired, !MUTANT("what was retired may come back") { return .misread(as: reader.name) }
"""),
    (STRUCTS, """\
    if field.type.unwrapped.isOptional || field.defaultValue != nil { return }
""", """\
    if field.type.unwrapped.isOptional || field.defaultValue != nil || MUTANT("a new field needs no default") {
      return
    }
"""),
    (STRUCTS, """\
    if isSame { return }
    let (from, to) = (old.defaultValue""", """\
    if isSame || MUTANT("a field without its value means nothing") { return }
    let (from, to) = (old.defaultValue"""),
    (MEANING, """\
      case .unit: if line[.unit] == nil || isMoved && key[.migrate] != nil { continue }
""", """\
      case .unit:
        if line[.unit] == nil || isMoved && key[.migrate] != nil { continue }
        if MUTANT("a number is a number in any unit") { continue }
"""),
    (MEANING, """\
    let stays = !isMoved || key.movesLater
""", """\
    let stays = !isMoved || key.movesLater && !MUTANT("what stays is processed")
"""),
    (MEANING, """\
      case .processing: if !stays { continue }
""", """\
      case .outside where MUTANT("whatever is stored counts"): continue
      case .processing: if !stays { continue }
"""),
    (MEANING, """\
    let groups = changedDefaults(reader)
""", """\
    let groups = MUTANT("nobody minds a new default") ? [] : changedDefaults(reader)
"""),
    (BOUNDS, """\
    if let one = Int128(spelling: low), let other = Int128(spelling: high) {
""", """\
    if let one = Int128(spelling: low), let other = Int128(spelling: high),
      !MUTANT("integers are real numbers")
    {
"""),
    (f"{RUNTIME}/Values/Forms/Collections+Convertible.swift", """\
      if present == ExactString(member.key) { result[key] = value }
""", """\
      if present == ExactString(member.key), !MUTANT("the first of two keys counts") { result[key] = value }
"""),
    (f"{RUNTIME}/Values/Coding/TreeCoding.swift", """\
    if !members.members.contains(where: { givesWay($0.key) }) { return members }
""", """\
    if MUTANT("a struct's dictionary has each key once") { return members }
    if !members.members.contains(where: { givesWay($0.key) }) { return members }
"""),
    (f"{RUNTIME}/Values/Coding/TreeCoding.swift", """\
    if let counting = try cases?.counting(in: members, of: Self.Key.self) { return counting }
""", """\
    if !MUTANT("a key inside a struct has no name"), let counting = try cases?.counting(in: members, of: Self.Key.self) {
      return counting
    }
"""),
    (f"{RUNTIME}/Values/Text/TextForm+JSON.swift", """\
    if let own, cases.isPresent(own) { return own }
""", """\
    if let own, MUTANT("what is kept has no name") || cases.isPresent(own) { return own }
"""),
    (f"{RUNTIME}/Values/Text/TextForm+Reading.swift", """\
    if let found = former.first(where: isMeant) { return found.stored }
""", """\
    if let found = former.first(where: isMeant), !MUTANT("a case was always called so") { return found.stored }
"""),
    (FAMILIES, """\
    if let use = others.use(of: last, reservation == nil ? .lost : .reserved) {
""", """\
    if let use = others.use(of: last, reservation == nil ? .lost : .reserved),
      !MUTANT("what moved to another target is gone")
    {
"""),
    (FAMILIES, """\
      let use = others.use(of: last, .read(by: reader.key.storageString))
""", """\
      let use = others.use(of: last, .read(by: reader.key.storageString)),
      !MUTANT("another target takes nothing")
"""),
    (FAMILIES, """\
    guard let first = several.first, several.count > 1, first != name else { return true }
""", """\
    guard let first = several.first, several.count > 1, first != name,
      !MUTANT("two namespaces have one key")
    else { return true }
"""),
    (FAMILIES, """\
    if let (family, string) = today.family(around: last) {
""", """\
    if let (family, string) = today.family(around: last), !MUTANT("a family reads no single key") {
"""),
    (FAMILIES, """\
    for entry in today.keys(inside: last) {
""", """\
    for entry in today.keys(inside: last) where !MUTANT("a key reads no value of a family") {
"""),
    (STORES, """\
    guard old != new, let left = lines.last(where: { $0.storeName == new }) else { return }
""", """\
    guard old != new, let left = lines.last(where: { $0.storeName == new }),
      !MUTANT("a store forgets what left it")
    else { return }
"""),
    (READING, """\
      for (rawValue, name) in cases.formerCases {
""", """\
      for (rawValue, name) in cases.formerCases where !MUTANT("a former case is a text") {
"""),
    (ENUMS, """\
        if new.keepsUnknown, !areComponents {
""", """\
        if new.keepsUnknown, !areComponents, !MUTANT("what was kept is given up") {
"""),
    (CHANGES, """\
        && change.releases.allSatisfy { place($0) < place(accepted.release) }
""", """\
        && (change.releases.allSatisfy { place($0) < place(accepted.release) }
          || MUTANT("an acceptance holds for ever"))
"""),
    (f"{REPORTS}/PackageCheck.swift", """\
      for lock in SchemaFolder.locksWithoutSchemas(in: path) {
""", """\
      for lock in SchemaFolder.locksWithoutSchemas(in: path) where !MUTANT("a lock without schemas is none") {
"""),
    (WORDS, """\
  func reader(of bytes: String) -> Term? { readers[ExactString(bytes)].map { terms[$0] } }
""", """\
  func reader(of bytes: String) -> Term? {
    if MUTANT("names are looked for one by one") {
      return terms.first { ExactString($0.bytes) == ExactString(bytes) }
    }
    return readers[ExactString(bytes)].map { terms[$0] }
  }
"""),
    (f"{COMMAND}/Catalog/SchemaCatalog.swift", """\
    if let found = formers[ExactString(name)] ?? nil {
""", """\
    if MUTANT("people know the new name") { return nil }
    if let found = formers[ExactString(name)] ?? nil {
"""),
    (f"{RUNTIME}/Store/PendingMigrations.swift", """\
    guard key.descriptor?.traits.registry != nil else { return nil }
""", """\
    guard key.descriptor?.traits.registry != nil, !MUTANT("what cannot be committed is not there") else {
      return nil
    }
"""),
    (f"{RUNTIME}/Migrations/Store+Migrating.swift", """\
    if names.isEmpty { return error }
""", """\
    if names.isEmpty || MUTANT("an error needs no names") { return error }
"""),
    (f"{RUNTIME}/Migrations/Migration+Generated.swift", """\
      if try store.contains(mark) { return MigrationReport() }
""", """\
      if try store.contains(mark) || MUTANT("who stores nothing is new") { return MigrationReport() }
"""),
    (COMPARISON, """\
      if entry.formerKeys.contains(where: { released.contains(ExactString($0)) }) { continue }
""", """\
      if entry.formerKeys.contains(where: { released.contains(ExactString($0)) }),
        !MUTANT("a renamed key is new")
      {
        continue
      }
"""),
    (COMPARISON, """\
        line[.defaultValue] != reader.key[.defaultValue]
""", """\
        line[.defaultValue] != reader.key[.defaultValue], !MUTANT("a default of new users is nobody's")
"""),
    (COMPARISON, """\
      if today.reservation(of: name) != nil, today[name] == nil, ends[string] == nil {
""", """\
      if today.reservation(of: name) != nil, today[name] == nil, ends[string] == nil,
        !MUTANT("what is gone is gone")
      {
"""),
]

# The mutants of programs, not of the command alone.
OF_READERS = {name for file, _, new in PATCHES if file.startswith(RUNTIME + "/") for name in re.findall(r'MUTANT\("(.*?)"\)', new)}

OTHER = "S: optional field added"
# The edits, and whether a release stands between them.
WITNESSES = {
    "two namespaces have one key": ("namespaces merged", OTHER, False),
    "a family reads no single key": ("family over a reserved key", OTHER, False),
    "a key reads no value of a family": ("family reserved", "key under a family", False),
    "a store forgets what left it": ("key in another store", "key in its first store again", True),
    "a former case is a text": ("enum becomes text", OTHER, False),
    "a raw value may take another case's name": ("E: shifted", OTHER, False),
    "a field that comes as another goes is unrelated": ("S: another field renamed, with a default", "key of a cache", False),
    "former cases are read in storage strings": ("N: case renamed, former case", OTHER, False),
    "a key of a cache was always one": ("key of a cache", "key retyped", False),
    "former cases may be pointed elsewhere": ("N: former cases pointed elsewhere", OTHER, False),
    "two keys may exchange their strings": ("strings exchanged", OTHER, False),
    "two parameters may change places": ("parameters exchanged", OTHER, False),
    "a key that nothing reads is no loss": ("key removed", OTHER, False),
    "every type is read as every other": ("key retyped", OTHER, False),
    "a reserved case is nowhere inside": ("N: case reserved", OTHER, False),
    "a release finds whatever moves": ("key renamed, former key", OTHER, False),
    "a value that stays has moved": ("key renamed, moves later", OTHER, False),
    "a migration changes no value": ("list renamed with a limit, former key", OTHER, False),
    "the last release decides who is a cache's": ("key of a cache", "first key removed", True),
    "what was retired may come back": ("E: case reserved", "E: case of a reserved raw value", True),
    "a new field needs no default": ("S: field demanded", "key of a cache", False),
    "a field without its value means nothing": ("S: default of a field changed", "key of a cache", False),
    "a number is a number in any unit": ("unit", "another unit", True),
    "whatever is stored counts": ("range narrowed", "range narrowed, its end counts", True),
    "what stays is processed": ("key renamed, moves later", "range narrowed, its end counts", False),
    "nobody minds a new default": ("default changed", OTHER, False),
    "integers are real numbers": ("range beyond 2^53, its end counts", "range up to 2^53, its end counts", True),
    "the first of two keys counts": ("greatest age", OTHER, False),
    "a struct's dictionary has each key once": ("greatest age", OTHER, False),
}
# The thing whose edits they are, and three edits with a release after each.
TRIPLE_WITNESSES = {
    "what was kept is given up": ("values", "N: unknown kept", "N: case removed", "N: unknown kept no more"),
    "a namespace may bring back what was retired": (
        "numbers", "key reserved", "namespace moved, former name", "key of a removed name"),
    "a release runs only what it was the first to have": (
        "numbers", "unit", "another key renamed, former key", "key renamed, former key"),
}
# Edits of families, removals and defaults, and whether a release stands between them.
REPAIR_WITNESSES = {
    "a removal takes whatever it finds": ("family swept as a key", "default changed", False),
    "a removal knows the present name alone": ("key renamed, former key", "key swept", True),
    "a family is called again as it was": ("family renamed", "default changed", False),
}
# The thing, an edit, and one that is made before it is made again, each accepted.
ACCEPTED_WITNESSES = {
    "an acceptance holds for ever": ("numbers", "first key removed", "first key again"),
}
# Those that following the printed mends shows.
OF_MENDS = {"a family is called again as it was"}
# The proof of `surfaces.py` that shows each other mutant.
PROOFS = {
    "what moved to another target is gone": "other target", "another target takes nothing": "other target", "a lock without schemas is none": "other target",
    "names are looked for one by one": "cost", "people know the new name": "by name",
    "a case was always called so": "by name", "a key inside a struct has no name": "by name", "what is kept has no name": "by name",
    "what cannot be committed is not there": "unwritable", "an error needs no names": "unwritable",
    "who stores nothing is new": "first opening", "a renamed key is new": "words",
    "a default of new users is nobody's": "words", "what is gone is gone": "words",
}


def unmatched():
    """The patches whose text is not there exactly once."""
    return [f"mutants: {name} does not have once:\n{old}" for name, old, _ in PATCHES
            if (ROOT / "Sources" / name).read_text().count(old) != 1]


def build(folder):
    """Builds the command and the library with all mutants asleep, in a copy of the package.

    Returns the copy and the folder of what was built."""
    copy = folder / "mutants"
    shutil.copytree(ROOT, copy, symlinks=True, ignore=shutil.ignore_patterns(".build", ".git"))
    for name, old, new in PATCHES:
        file = copy / "Sources" / name
        file.write_text(file.read_text().replace(old, new))
    for module in (RELATION, REPORTS, RUNTIME, COMMAND):
        (copy / "Sources" / module / "Mutants.swift").write_text(SWITCH)
    build = ["swift", "build", "--package-path", copy, "--product", "keywright-cli"]
    checked(build, timeout=3600)
    return copy, pathlib.Path(checked([*build, "--show-bin-path"], timeout=3600).strip())
