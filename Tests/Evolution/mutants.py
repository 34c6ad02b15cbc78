"""Faults of a careless author of the comparison, each of which the search must find.

Each patch names a file of `Sources/KeywrightSchema/Evolution`, a text that must be there exactly once, and its
replacement, in which `MUTANT("what is wrong")` is true only while that mutant is awake. Where a line of the
sources changes, find the line that keeps the promise now. `WITNESSES` has for each mutant a pair of edits that
shows it: they are added to the sample.
"""

import shutil

from programs import ROOT, checked

READERS, GONE, CHANGES, FORMS, MEANING = (
    f"LockComparison+{name}.swift" for name in ("Readers", "Gone", "Changes", "Forms", "Meaning"))
READING, WORDS, LINE = "TypeReading.swift", "Vocabulary.swift", "LockedKey.swift"

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
    (READING, """\
        if !item.isFormer, isLatest, !isExtended {
""", """\
        if !item.isFormer, isLatest, !isExtended || MUTANT("a field that comes as another goes is unrelated") {
"""),
    (GONE, """\
    if let heir = end?.heir, let reader = resolved(heir) {
""", """\
    if end?.heir != nil, MUTANT("a chain of renames may lose its first name") { return }
    if let heir = end?.heir, let reader = resolved(heir) {
"""),
    (READING, """\
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
    (READING, """\
    for item in was.terms where direction == .newer || !item.isFormer {
""", """\
    for item in was.terms
    where direction == .newer && !MUTANT("former cases may be dropped") || !item.isFormer {
"""),
    (READING, """\
      case .misread(let name):
        terms.kept.insert(term)
        add(
          item.isFormer ? .declarationMoved : .misread, subject, from: item.bytes, to: name,
""", """\
      case .misread(let name):
        terms.kept.insert(term)
        if item.isFormer, MUTANT("former cases may be pointed elsewhere") { continue }
        add(
          item.isFormer ? .declarationMoved : .misread, subject, from: item.bytes, to: name,
"""),
    (READERS, """\
    if case .misread = names.released.reading(of: term, by: names.today) {
""", """\
    if case .misread = names.released.reading(of: term, by: names.today),
      !MUTANT("two keys may exchange their strings")
    {
"""),
    (FORMS, """\
    if let misread {
""", """\
    if let misread, !MUTANT("two parameters may change places") {
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
      add(.typeChanged, place.subject, from: from, to: to)
""", """\
      if MUTANT("every type is read as every other") { return }
      add(.typeChanged, place.subject, from: from, to: to)
"""),
    (READING, """\
        if isRetired || direction == .older { continue }
""", """\
        if isRetired || direction == .older || MUTANT("a reserved case is nowhere inside") { continue }
"""),
    (LINE, """\
  func looksUp(_ string: String) -> Bool {
""", """\
  func looksUp(_ string: String) -> Bool {
    if MUTANT("a release finds whatever moves") { return true }
"""),
    (LINE, """\
  var movesLater: Bool { self[.moves] != nil }
""", """\
  var movesLater: Bool { self[.moves] != nil && !MUTANT("a value that stays has moved") }
"""),
    (MEANING, """\
    if gained.isEmpty { return }
""", """\
    if gained.isEmpty || MUTANT("a migration changes no value") { return }
"""),
    (READING, """\
    for bytes in old where !new.reserves(bytes) {
""", """\
    for bytes in old where !new.reserves(bytes) && !MUTANT("what was retired may come back") {
"""),
    (WORDS, """\
    if isRetired { return .misread(as: reader.name) }
""", """\
    if isRetired, !MUTANT("what was retired may come back") { return .misread(as: reader.name) }
"""),
    (READING, """\
    if field.type.unwrapped.isOptional || field.defaultValue != nil { return }
""", """\
    if field.type.unwrapped.isOptional || field.defaultValue != nil || MUTANT("a new field needs no default") {
      return
    }
"""),
]

OTHER = "S: optional field added"
# The edits, and whether a release stands between them.
WITNESSES = {
    "a raw value may take another case's name": ("E: shifted", OTHER, False),
    "a field that comes as another goes is unrelated": ("S: another field renamed, with a default", "key of a cache", False),
    "a chain of renames may lose its first name": ("key renamed, former key", "former keys dropped", True),
    "former cases are read in storage strings": ("N: case renamed, former case", OTHER, False),
    "a key of a cache was always one": ("key of a cache", "key retyped", False),
    "former cases may be dropped": ("N: former cases dropped", OTHER, False),
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
}


def command(folder):
    """Builds the command with all mutants asleep, in a copy of the package."""
    copy = folder / "mutants"
    shutil.copytree(ROOT, copy, symlinks=True, ignore=shutil.ignore_patterns(".build", ".git"))
    sources = copy / "Sources/KeywrightSchema/Evolution"
    for name, old, new in PATCHES:
        text = (sources / name).read_text()
        if text.count(old) != 1:
            raise RuntimeError(f"{name} does not have once:\n{old}")
        (sources / name).write_text(text.replace(old, new))
    (sources / "Mutants.swift").write_text(SWITCH)
    build = ["swift", "build", "--package-path", copy, "--product", "keywright-cli"]
    checked(build, timeout=3600)
    return checked([*build, "--show-bin-path"], timeout=3600).strip() + "/keywright-cli"
