import Foundation
import KeywrightTestSupport
import Testing

@testable import KeywrightStorage

@Suite("A file of which the case is ignored")
struct SpellingTests {
  private let folder = TemporaryFolder()

  @Test(
    "is one store under all spellings of its name", .enabled(if: !isCaseless, caseless),
    arguments: [
      ("Player.plist", "player.PLIST"), ("B\u{e4}r.plist", "Ba\u{308}r.plist"),
      ("Ba\u{308}r.plist", "B\u{e4}r.plist"), ("B\u{e4}r.plist", "BA\u{308}R.PLIST"),
    ], [true, false])
  func oneStore(names: (String, String), hasNumbersOfSpellings: Bool) throws {
    let (name, spelling) = names
    let disk = CaselessDisk(hasNumbersOfSpellings: hasNumbersOfSpellings)
    let first = DurableFile(path: folder.file(name), fileSystem: disk)
    var mirror = Mirror()
    try mirror.commit([("a", .integer(1))], to: first)
    try mirror.commit([("a", .integer(2))], to: first)
    let second = DurableFile(path: folder.file(spelling), fileSystem: disk)
    var other = Mirror()
    try other.commit([("b", .integer(3))], to: second)
    #expect(other.values == .init(["a": .integer(2), "b": .integer(3)]))
    #expect(try first.refresh()?.members == other.values.members)
    try first.flush(compacting: true)
    let expected = ["", ".journal", ".lock"].map { Array((name + $0).utf8) }
    #expect(folder.names.map { Array($0.utf8) } == expected)
  }

  @Test(
    "is refused under the other of two names by which it was opened before it was there",
    .enabled(if: !isCaseless, caseless))
  func madeMeanwhile() throws {
    let disk = CaselessDisk()
    let second = DurableFile(path: folder.file("player.plist"), fileSystem: disk)
    try DurableFile(path: folder.file("Player.plist"), fileSystem: disk).set(["a": .integer(1)])
    let error = #expect(throws: StorageError.self) { try second.set(["b": .integer(2)]) }
    #expect(error?.found == "a store of the same file, opened as Player.plist")
    try DurableFile(path: folder.file("player.plist"), fileSystem: disk).set(["b": .integer(2)])
    let found = DurableFile(path: folder.file("Player.plist"), fileSystem: disk)
    #expect(try found.open().members.map(\.key) == ["a", "b"])
  }

  @Test(
    "has the name that its lock has, or else its journal: a user renames the list alone",
    arguments: [
      (["player.plist", "Player.plist.lock"], "Player.plist"),
      (["player.plist", "PLAYER.plist.journal", "Player.plist.lock"], "Player.plist"),
      (["player.plist", "Player.plist.journal"], "Player.plist"),
      (["Player.plist"], "Player.plist"), ([], "player.PLIST"),
    ])
  func companions(files: [String], name: String) throws {
    for file in files { _ = try folder.write("x", to: file) }
    let path = Folder.spelled(folder.file("player.PLIST"), CaselessDisk())
    #expect(path == folder.file(name))
  }

  /// Random programs that open one file by its spellings, commit, compact and end, while a user renames
  /// the list to another spelling.
  /// - Returns: Whether each found all that was committed before, and nothing else.
  private func isOneStore(seed: UInt64, on disk: any FileSystem) throws -> Bool {
    let folder = TemporaryFolder()
    var random = SeededGenerator(seed: seed)
    let spellings = ["player.plist", "Player.plist", "PLAYER.plist", "player.PLIST"]
    var committed = PropertyListDictionary()
    var running: [DurableFile] = []
    for number in 1...60 {
      let spelling = spellings.randomElement(using: &random) ?? ""
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<2:
        running.append(DurableFile(path: folder.file(spelling), fileSystem: disk))
      case 2..<6:
        let name = ["a", "b", "c"].randomElement(using: &random) ?? ""
        let file =
          running.randomElement(using: &random)
          ?? DurableFile(path: folder.file(spelling), fileSystem: disk)
        do {
          try file.set([name: .integer(Int64(number))])
        } catch {
          // Opened before the store was there.
          guard error.found?.hasPrefix("a store of the same file") == true else { throw error }
          running.removeAll()
          continue
        }
        committed[name] = .integer(Int64(number))
      case 6:
        try? running.randomElement(using: &random)?.flush(compacting: true)
      case 7:
        let file = running.popLast()
        if Bool.random(using: &random) { file?.close() }
      case 8 where running.isEmpty:
        // Nobody needs it now. Where a list is as well, that is renamed or not.
        if let lock = folder.names.first(where: { $0.hasSuffix(".lock") }) {
          try FileManager.default.removeItem(atPath: folder.file(lock))
        }
      default:
        if let list = folder.names.first(where: { $0.lowercased() == "player.plist" }) {
          rename(folder.file(list), folder.file(spelling))
        }
      }
      let reader = DurableFile(path: folder.file(spelling), fileSystem: disk)
      guard try reader.open().members == committed.members else { return false }
    }
    let inspection = try DurableFile(path: folder.file("PLAYER.plist"), fileSystem: disk).inspect()
    return committed.isEmpty || inspection.files.contains { $0.role == .list }
  }

  @Test(
    "is one store whatever its list is renamed to", .enabled(if: !isCaseless, caseless),
    arguments: Search.seeds(6, of: 60))
  func renamedList(seed: UInt64) throws {
    let disk = CaselessDisk(hasNumbersOfSpellings: seed.isMultiple(of: 2))
    #expect(try isOneStore(seed: seed, on: disk))
  }

  @Test(
    "control: where case counts, a renamed list is another store",
    .enabled(if: !isCaseless, caseless))
  func renamedElsewhere() throws {
    #expect(try (1...4).allSatisfy { try !isOneStore(seed: $0, on: SystemFileSystem()) })
  }

  /// Why a test that needs to tell case is skipped.
  static let caseless: Comment = "NOT RUN: the temporary folder's file system ignores case"

  /// Whether the temporary folder ignores case; `TMPDIR` can lead to one that does, such as one of exFAT.
  static let isCaseless: Bool = {
    let folder = TemporaryFolder()
    _ = try? folder.write([], to: "a")
    return folder.read("A") != nil
  }()

  @Test(
    "is one store on a real disk",
    .enabled(if: isCaseless, "NOT RUN: the temporary folder's file system heeds case"))
  func realDisk() throws {
    let early = DurableFile(path: folder.file("player.PLIST"))
    try DurableFile(path: folder.file("Player.plist")).set(["a": .integer(1)])
    #expect(throws: StorageError.self) { try early.set(["b": .integer(2)]) }
    let first = DurableFile(path: folder.file("Player.plist"))
    let second = DurableFile(path: folder.file("PLAYER.plist"))
    for number in 1...3 {
      try first.set(["a": .integer(Int64(number))])
      try second.set(["b": .integer(Int64(number))])
      if number == 2 { try second.flush(compacting: true) }
    }
    #expect(
      try DurableFile.read(folder.file("player.plist"))
        == .init(["a": .integer(3), "b": .integer(3)]))
    #expect(folder.names.filter { $0.lowercased().hasSuffix(".plist") }.count == 1)
    #expect(folder.names.filter { $0.contains(".journal.") }.count == 1)
    let values = ValueFolder(path: folder.path)
    try folder.write([1], to: "B.Plist")
    #expect(try values.names().sorted().suffix(1) == ["player.plist"])
    #expect(try values.names().contains("b.plist"))
    #expect(try values.read("b.plist") == [1])
  }

  @Test(
    "control: where case counts, two spellings are two stores",
    .enabled(if: !isCaseless, caseless))
  func twoStores() throws {
    try DurableFile(path: folder.file("Player.plist")).set(["a": .integer(1)])
    try DurableFile(path: folder.file("player.plist")).set(["b": .integer(2)])
    #expect(try DurableFile.read(folder.file("Player.plist")).members.map(\.key) == ["a"])
    #expect(try DurableFile.read(folder.file("player.plist")).members.map(\.key) == ["b"])
  }
}
