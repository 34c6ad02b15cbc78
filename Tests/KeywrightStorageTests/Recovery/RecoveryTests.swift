import Foundation
import KeywrightTestSupport
import Testing

@testable import KeywrightStorage

/// Every combination of what can be found in a folder, each with its result.
///
/// The first checkpoint holds a=0 z=0; its journal sets a=1 b=1; the second checkpoint is the two
/// together, and its journal sets a=2 and removes z. The edited checkpoint, which another program
/// wrote, holds a=7 y=7. The other journal 1, of a copy of the file that went its own way, sets
/// b=9.
@Suite("What is found in the folder")
struct RecoveryTests {
  static let table = """
    checkpoint    | journals      | contents        | issues
    missing | none          |                 |
    missing | blank         |                 |
    missing | 1 empty       |                 |
    missing | 1             | a=1 b=1         | corrupt
    missing | 1 torn        | a=1 b=1         | corrupt corrupt
    missing | 1 damaged     |                 | corrupt
    missing | 2 empty       |                 | corrupt
    missing | 2             | a=2             | corrupt
    missing | 1, 2 empty    | a=1 b=1         | corrupt
    missing | 1, 2          | a=2 b=1         | corrupt
    missing | 1, 2 damaged  | a=1 b=1         | corrupt corrupt
    missing | 1 torn, 2     | a=2 b=1         | corrupt corrupt
    missing | 1 damaged, 2  | a=2             | corrupt corrupt
    missing | other 1, 2    | a=2 b=9         | corrupt
    first   | none          | a=0 z=0         |
    first   | blank         | a=0 z=0         |
    first   | 1 empty       | a=0 z=0         |
    first   | 1             | a=1 b=1 z=0     |
    first   | 1 torn        | a=1 b=1 z=0     | corrupt
    first   | 1 damaged     | a=0 z=0         | corrupt
    first   | 2 empty       | a=0 z=0         |
    first   | 2             | a=0 z=0         | overridden overridden
    first   | 1, 2 empty    | a=1 b=1 z=0     |
    first   | 1, 2          | a=2 b=1         |
    first   | 1, 2 damaged  | a=1 b=1 z=0     | corrupt
    first   | 1 torn, 2     | a=2 b=1         | corrupt
    first   | 1 damaged, 2  | a=0 z=0         | corrupt overridden overridden
    first   | other 1, 2    | a=0 b=9 z=0     | corrupt
    second  | none          | a=1 b=1 z=0     |
    second  | blank         | a=1 b=1 z=0     |
    second  | 1 empty       | a=1 b=1 z=0     |
    second  | 1             | a=1 b=1 z=0     |
    second  | 1 torn        | a=1 b=1 z=0     | corrupt
    second  | 1 damaged     | a=1 b=1 z=0     | corrupt
    second  | 2 empty       | a=1 b=1 z=0     |
    second  | 2             | a=2 b=1         |
    second  | 1, 2 empty    | a=1 b=1 z=0     |
    second  | 1, 2          | a=2 b=1         |
    second  | 1, 2 damaged  | a=1 b=1 z=0     | corrupt
    second  | 1 torn, 2     | a=2 b=1         | corrupt
    second  | 1 damaged, 2  | a=2 b=1         | corrupt
    second  | other 1, 2    | a=2 b=1         |
    edited  | none          | a=7 y=7         |
    edited  | blank         | a=7 y=7         |
    edited  | 1 empty       | a=7 y=7         |
    edited  | 1             | a=7 b=1 y=7     | overridden
    edited  | 1 torn        | a=7 b=1 y=7     | corrupt overridden
    edited  | 1 damaged     | a=7 y=7         | corrupt
    edited  | 2 empty       | a=7 y=7         |
    edited  | 2             | a=7 y=7         | overridden
    edited  | 1, 2 empty    | a=7 b=1 y=7     | overridden
    edited  | 1, 2          | a=7 y=7         | overridden
    edited  | 1, 2 damaged  | a=7 b=1 y=7     | corrupt overridden
    edited  | 1 torn, 2     | a=7 y=7         | corrupt overridden
    edited  | 1 damaged, 2  | a=7 y=7         | corrupt overridden
    edited  | other 1, 2    | a=7 y=7         | overridden
    damaged | none          |                 | corrupt
    damaged | blank         |                 | corrupt
    damaged | 1 empty       |                 | corrupt
    damaged | 1             | a=1 b=1         | corrupt
    damaged | 1 torn        | a=1 b=1         | corrupt corrupt
    damaged | 1 damaged     |                 | corrupt corrupt
    damaged | 2 empty       |                 | corrupt
    damaged | 2             | a=2             | corrupt
    damaged | 1, 2 empty    | a=1 b=1         | corrupt
    damaged | 1, 2          | a=2 b=1         | corrupt
    damaged | 1, 2 damaged  | a=1 b=1         | corrupt corrupt
    damaged | 1 torn, 2     | a=2 b=1         | corrupt corrupt
    damaged | 1 damaged, 2  | a=2             | corrupt corrupt
    damaged | other 1, 2    | a=2 b=9         | corrupt
    """

  struct Cell: CustomTestStringConvertible, Sendable {
    let checkpoint: String
    let journals: String
    let contents: String
    let issues: String
    var testDescription: String { "checkpoint \(checkpoint), journals \(journals)" }
  }

  static let cells: [Cell] = table.split(separator: "\n").dropFirst().map { line in
    let fields = line.split(separator: "|", omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespaces) }
    return Cell(checkpoint: fields[0], journals: fields[1], contents: fields[2], issues: fields[3])
  }

  static let checkpoints = ["missing", "first", "second", "edited", "damaged"]
  static let journals = [
    "none", "blank", "1 empty", "1", "1 torn", "1 damaged", "2 empty", "2", "1, 2 empty", "1, 2",
    "1, 2 damaged", "1 torn, 2", "1 damaged, 2", "other 1, 2",
  ]

  /// The files of one store at two times.
  struct Files {
    var checkpoints: [String: [UInt8]] = [:]
    var journals: [String: [String: [UInt8]]] = [:]

    /// Made once: they are only read.
    static let made = Result { try Files() }

    private init() throws {
      let folder = TemporaryFolder()
      let file = DurableFile(path: folder.file("s"), fileSystem: ShiftedClock(by: .seconds(-60)))
      var mirror = Mirror()
      try mirror.commit([("a", .integer(0)), ("z", .integer(0))], to: file)
      let first = try #require(folder.read("s"))
      let empty1 = try #require(folder.read("s.journal.1"))
      try mirror.commit([("a", .integer(1)), ("b", .integer(1))], to: file)
      let journal1 = try #require(folder.read("s.journal.1"))
      let other1 = try Self.other(first, empty1)
      try file.flush(compacting: true)
      let second = try #require(folder.read("s"))
      let empty2 = try #require(folder.read("s.journal.2"))
      try mirror.commit([("a", .integer(2)), ("z", nil)], to: file)
      let journal2 = try #require(folder.read("s.journal.2"))
      let edited = try PropertyListSerialization.data(
        fromPropertyList: ["a": 7, "y": 7], format: .binary, options: 0)
      checkpoints = [
        "first": first, "second": second, "edited": Array(edited),
        "damaged": Array(first.dropLast()),
      ]
      var torn1 = journal1
      torn1[300] = 1
      var damaged1 = journal1
      damaged1[9] ^= 1
      var damaged2 = journal2
      damaged2[9] ^= 1
      journals = [
        "none": [:], "blank": ["1": .init(repeating: 0, count: 64)], "1 empty": ["1": empty1],
        "1": ["1": journal1], "1 torn": ["1": torn1], "1 damaged": ["1": damaged1],
        "2 empty": ["2": empty2], "2": ["2": journal2], "1, 2 empty": ["1": journal1, "2": empty2],
        "1, 2": ["1": journal1, "2": journal2],
        "1, 2 damaged": ["1": journal1, "2": damaged2], "1 torn, 2": ["1": torn1, "2": journal2],
        "1 damaged, 2": ["1": damaged1, "2": journal2], "other 1, 2": ["1": other1, "2": journal2],
      ]
    }

    /// Journal 1 of another life: it sets b=9 over the first checkpoint.
    private static func other(_ checkpoint: [UInt8], _ journal: [UInt8]) throws -> [UInt8] {
      let folder = TemporaryFolder()
      try folder.write(checkpoint, to: "s")
      try folder.write(journal, to: "s.journal.1")
      try DurableFile(path: folder.file("s"), fileSystem: ShiftedClock(by: .seconds(-60)))
        .set(["b": .integer(9)])
      return try #require(folder.read("s.journal.1"))
    }

    /// The journals of which something is not understood.
    func damaged(in cell: Cell) -> [[UInt8]] {
      let found = journals[cell.journals] ?? [:]
      switch cell.journals {
      case "1 torn", "1 damaged", "1 torn, 2", "1 damaged, 2": return [found["1"] ?? []]
      case "1, 2 damaged": return [found["2"] ?? []]
      default: return []
      }
    }

    func place(_ checkpoint: String, _ journals: String, in folder: TemporaryFolder) throws {
      if let checkpoint = checkpoints[checkpoint] { try folder.write(checkpoint, to: "s") }
      for (generation, bytes) in self.journals[journals] ?? [:] {
        try folder.write(bytes, to: "s.journal." + generation)
      }
    }
  }

  static func text(_ members: PropertyListDictionary) -> String {
    members.members.map { member in
      guard case .integer(let number) = member.value else { return "?" }
      return "\(member.key)=\(number)"
    }.joined(separator: " ")
  }

  static func open(_ file: DurableFile) throws -> (contents: String, issues: String) {
    let contents = try file.open()
    return (
      text(PropertyListDictionary(sortedMembers: contents.members)),
      contents.issues.map(\.code.rawValue).joined(separator: " ")
    )
  }

  @Test("has one meaning", arguments: cells)
  func recovery(cell: Cell) throws {
    let files = try Files.made.get()
    let folder = TemporaryFolder()
    try files.place(cell.checkpoint, cell.journals, in: folder)

    // Later, when nobody is changing files any more.
    let late = ShiftedClock(by: .seconds(2))
    let file = DurableFile(path: folder.file("s"), fileSystem: late)
    let found = try Self.open(file)
    #expect(found.contents == cell.contents)
    #expect(found.issues == cell.issues)

    // Damaged and overridden bytes are still there, under some name.
    let after = folder.names.compactMap { folder.read($0) }
    if cell.issues.contains("overridden") {
      let generation = cell.journals.contains("2") && !cell.journals.hasPrefix("1, 2 ") ? "2" : "1"
      #expect(after.contains(files.journals[cell.journals]?[generation] ?? []))
    }
    if cell.checkpoint == "damaged", let checkpoint = files.checkpoints["damaged"] {
      #expect(after.contains(checkpoint))
    }
    for bytes in files.damaged(in: cell) { #expect(after.contains(bytes)) }

    // Opening again finds the same and nothing more to report than what is kept aside, or still missing;
    // writing works.
    let again = try Self.open(DurableFile(path: folder.file("s"), fileSystem: late))
    #expect(again.contents == cell.contents)
    let isKept = folder.names.contains { $0.contains(".damaged-") }
    let isListMissing =
      !folder.names.contains("s") && (!cell.contents.isEmpty || cell.journals == "2 empty")
    let issues = [isListMissing ? "corrupt" : nil, isKept ? "unacknowledged" : nil].compactMap(
      \.self)
    #expect(again.issues == issues.joined(separator: " "))
    var mirror = Mirror()
    mirror.adopt(try file.open())
    try mirror.commit([("n", .integer(1))], to: file)
    #expect(try DurableFile.read(folder.file("s")) == mirror.values)
    mirror.values["n"] = nil
    #expect(Self.text(mirror.values) == cell.contents)
  }

  @Test("control: what the table says of one checkpoint is not what is found with another")
  func control() throws {
    let files = try Files.made.get()
    let folder = TemporaryFolder()
    try files.place("first", "1", in: folder)
    let found = try Self.open(DurableFile(path: folder.file("s")))
    let others = Self.cells.filter { $0.journals == "1" && $0.checkpoint != "first" }
    #expect(others.contains { $0.contents != found.contents || $0.issues != found.issues })
  }

  @Test("is in the table, whatever it is")
  func complete() {
    print("cells: \(Self.cells.count)")
    #expect(Self.cells.count == Self.checkpoints.count * Self.journals.count)
    for checkpoint in Self.checkpoints {
      for journal in Self.journals {
        #expect(Self.cells.contains { $0.checkpoint == checkpoint && $0.journals == journal })
      }
    }
  }
}
