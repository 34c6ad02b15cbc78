import KeywrightTestSupport
import Testing

@testable import KeywrightStorage

@Suite("A file of which the case is ignored")
struct SpellingTests {
  private let folder = TemporaryFolder()

  @Test(
    "is one store under all spellings of its name",
    arguments: [
      ("Player.plist", "player.PLIST"), ("B\u{e4}r.plist", "Ba\u{308}r.plist"),
      ("Ba\u{308}r.plist", "B\u{e4}r.plist"), ("B\u{e4}r.plist", "BA\u{308}R.PLIST"),
    ])
  func oneStore(name: String, spelling: String) throws {
    let disk = CaselessDisk()
    let first = DurableFile(path: folder.file(name), fileSystem: disk)
    var mirror = Mirror()
    try mirror.commit([("a", .integer(1))], to: first)
    try mirror.commit([("a", .integer(2))], to: first)
    let second = DurableFile(path: folder.file(spelling), fileSystem: disk)
    var other = Mirror()
    try other.commit([("b", .integer(3))], to: second)
    #expect(other.values == .init(["a": .integer(2), "b": .integer(3)]))
    #expect(try first.refresh()?.members == other.values.members)
    let expected = ["", ".journal.1", ".lock"].map { Array((name + $0).utf8) }
    #expect(folder.names.map { Array($0.utf8) } == expected)
  }

  @Test("is refused under the other of two names by which it was opened before it was there")
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

  @Test("control: where case counts, two spellings are two stores")
  func twoStores() throws {
    try DurableFile(path: folder.file("Player.plist")).set(["a": .integer(1)])
    try DurableFile(path: folder.file("player.plist")).set(["b": .integer(2)])
    #expect(try DurableFile.read(folder.file("Player.plist")).members.map(\.key) == ["a"])
    #expect(try DurableFile.read(folder.file("player.plist")).members.map(\.key) == ["b"])
  }
}
