import KeywrightTestSupport
import Testing

@testable import KeywrightStorage

/// A folder that ignores case, as on APFS, SMB, or ext4 with casefold: names lead to the file that has
/// another spelling of them, composed or decomposed, as Swift compares strings.
private final class CaselessDisk: FileSystemWrapper, @unchecked Sendable {
  // `@unchecked`: no state of its own.
  private func spelling(_ name: String, in folder: Int32) -> String {
    let (path, last) = Folder.split(name)
    if name.contains("/") {
      guard let descriptor = try? real.open(path, in: folder, .folder) else { return name }
      defer { real.close(descriptor) }
      return path + "/" + spelling(last, in: descriptor)
    }
    let names = (try? real.names(in: folder)) ?? []
    return names.first { $0.lowercased() == name.lowercased() } ?? name
  }
  override func open(_ name: String, in folder: Int32, _ mode: OpenMode) throws(SystemError)
    -> Int32
  { try real.open(mode == .folder ? name : spelling(name, in: folder), in: folder, mode) }
  override func status(of name: String, in folder: Int32) throws(SystemError) -> FileStatus {
    try real.status(of: spelling(name, in: folder), in: folder)
  }
  override func rename(_ name: String, to newName: String, in folder: Int32) throws(SystemError) {
    try real.rename(spelling(name, in: folder), to: spelling(newName, in: folder), in: folder)
  }
  override func exchange(_ name: String, with other: String, in folder: Int32)
    throws(SystemError)
  { try real.exchange(spelling(name, in: folder), with: spelling(other, in: folder), in: folder) }
  override func remove(_ name: String, in folder: Int32) throws(SystemError) {
    try real.remove(spelling(name, in: folder), in: folder)
  }
}

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
