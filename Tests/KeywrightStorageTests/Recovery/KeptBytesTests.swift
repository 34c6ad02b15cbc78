import KeywrightTestSupport
import Testing

@testable import KeywrightStorage

/// Every state of the folder, and every way in which a new list takes the place of what is there.
@Suite("What is kept aside")
struct KeptBytesTests {
  enum Repair: CaseIterable {
    case commit, mend, compact
  }

  /// The files that were kept aside, by name.
  private static func kept(in folder: TemporaryFolder) -> [String: [UInt8]] {
    folder.contents.filter { $0.key.contains(".damaged-") || $0.key.contains(".unfinished-") }
  }

  private static func repair(_ repair: Repair, in folder: TemporaryFolder) throws {
    // Later, when nobody is changing files any more.
    let late = ShiftedClock(by: .seconds(2))
    let file = DurableFile(path: folder.file("s"), fileSystem: late)
    if repair == .mend { return try file.mend(timeout: .zero) }
    var mirror = Mirror()
    mirror.adopt(try file.open())
    try mirror.commit([("n", .integer(1))], to: file)
    if repair == .compact { try file.flush(compacting: true) }
  }

  private static let repairs = RecoveryTests.cells.flatMap { cell in
    Repair.allCases.map { (cell, $0) }
  }

  @Test("has the bytes that were found", arguments: Search.part(of: repairs, each: 4))
  func found(cell: RecoveryTests.Cell, repair: Repair) throws {
    let files = try RecoveryTests.Files.made.get()
    let folder = TemporaryFolder()
    try files.place(cell.checkpoint, cell.journals, in: folder)
    let before = folder.contents.values
    try Self.repair(repair, in: folder)
    for (name, bytes) in Self.kept(in: folder) {
      #expect(before.contains(bytes), "\(name)")
    }
  }

  @Test(
    "has the bytes that were found, where the journal is of an older version and its list is gone",
    arguments: [1, 7] as [UInt64], Repair.allCases)
  func older(predecessor: UInt64, repair: Repair) throws {
    let folder = TemporaryFolder()
    let header = JournalHeader(
      version: 2, generation: 1, checkpoint: .none, predecessor: predecessor)
    let bytes = header.bytes + .init(repeating: 0, count: 64)
    try folder.write(bytes, to: "s.journal.1")
    try Self.repair(repair, in: folder)
    #expect(Self.kept(in: folder) == ["s.journal.1.damaged-1": bytes])
  }

  @Test("control: a search that reads no kept file finds nothing")
  func control() throws {
    let files = try RecoveryTests.Files.made.get()
    let cells = Search.part(of: RecoveryTests.cells, each: 4)
    let kept = try cells.count { cell in
      let folder = TemporaryFolder()
      try files.place(cell.checkpoint, cell.journals, in: folder)
      try Self.repair(.mend, in: folder)
      return !Self.kept(in: folder).isEmpty
    }
    #expect(kept > cells.count * 2 / 5)
  }
}
