import Foundation
import KeywrightTestSupport
import Testing

@testable import KeywrightStorage

@Suite("A durable file")
struct DurableFileTests {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = TemporaryFolder()
    path = folder.file("store.plist")
  }

  @Test("that does not exist is empty, and reading makes nothing")
  func missing() throws {
    let contents = try DurableFile(path: path).open()
    #expect(contents.members.isEmpty)
    #expect(contents.issues.isEmpty)
    #expect(!contents.isReadOnly)
    #expect(folder.names.isEmpty)
  }

  @Test("gives back what was written, in another object")
  func roundTrip() throws {
    try DurableFile(path: path).set(["volume": .real(0.5), "name": .string("é")])
    #expect(try DurableFile.read(path) == .init(["volume": .real(0.5), "name": .string("é")]))
  }

  @Test("makes its missing folders for this user alone")
  func folders() throws {
    let deep = folder.file("a/b/store.plist")
    try DurableFile(path: deep).set(["a": .integer(1)])
    #expect(try DurableFile.read(deep)["a"] == .integer(1))
    let status = try SystemFileSystem().status(of: folder.file("a/b"), in: -100)
    #expect(status.permissions == 0o700)
    let file = try SystemFileSystem().status(of: deep + ".journal", in: -100)
    #expect(file.permissions == 0o600)
  }

  @Test("gives another object the changes, and none when nothing changed")
  func refresh() throws {
    let reader = DurableFile(path: path)
    _ = try reader.open()
    #expect(try reader.refresh()?.members == nil)
    try DurableFile(path: path).set(["a": .integer(1)])
    #expect(try reader.refresh()?.members.map(\.key) == ["a"])
    #expect(try reader.refresh()?.members == nil)
    #expect(try reader.beginWriting(timeout: .zero)?.members == nil)
    reader.endWriting()
  }

  @Test("does not give a writer its own writes")
  func ownWrites() throws {
    let file = DurableFile(path: path)
    var mirror = Mirror()
    try mirror.commit([("a", .integer(1))], to: file)
    #expect(try file.refresh()?.members == nil)
    try mirror.commit([("a", nil), ("b", .integer(2))], to: file)
    #expect(try DurableFile.read(path) == .init(["b": .integer(2)]))
  }

  @Test("keeps what other programs stored in it")
  func foreign() throws {
    let foreign = try PropertyListSerialization.data(
      fromPropertyList: ["theirs": [1, 2], "volume": 3], format: .xml, options: 0)
    try folder.write(Array(foreign), to: "store.plist")
    var mirror = Mirror()
    try mirror.commit([("ours", .boolean(true))], to: DurableFile(path: path))
    #expect(
      try DurableFile.read(path)
        == .init([
          "theirs": .array([.integer(1), .integer(2)]), "volume": .integer(3),
          "ours": .boolean(true),
        ]))
  }

  @Test("refuses what no file can hold before anything is written")
  func unencodable() throws {
    let file = DurableFile(path: path)
    try file.set(["a": .integer(1)])
    let before = folder.read("store.plist")
    let error = #expect(throws: StorageError.self) { try file.set(["a": .date(.nan)]) }
    #expect(error?.code == .unencodable)
    #expect(folder.read("store.plist") == before)
    try file.set(["a": .integer(2)])
    #expect(try DurableFile.read(path)["a"] == .integer(2))
  }

  @Test("says that it is busy when another writer keeps the lock")
  func busy() throws {
    let holder = DurableFile(path: path)
    _ = try holder.beginWriting(timeout: .zero)
    let error = #expect(throws: StorageError.self) {
      try DurableFile(path: path, fileSystem: FaultyFileSystem()).beginWriting(
        timeout: .seconds(5))
    }
    #expect(error?.code == .busy)
    let other = #expect(throws: StorageError.self) { try holder.beginWriting(timeout: .zero) }
    #expect(other?.code == .busy)
    holder.endWriting()
    #expect(throws: Never.self) { try DurableFile(path: path).beginWriting(timeout: .zero) }
  }

  @Test("that was closed says so")
  func closed() throws {
    let file = DurableFile(path: path)
    try file.set(["a": .integer(1)])
    file.close()
    #expect(throws: StorageError.self) { try file.open() }
    #expect(throws: Never.self) { try DurableFile(path: path).beginWriting(timeout: .zero) }
  }

  @Test("leaves nothing but itself and its lock, and sweeps what a crash left")
  func leftovers() throws {
    try folder.write([1], to: "store.plist.temporary-abc")
    try folder.write([1], to: "unrelated.temporary-abc")
    try DurableFile(path: path).set(["a": .integer(1)])
    #expect(folder.names.contains("store.plist.journal"))
    #expect(!folder.names.contains("store.plist.temporary-abc"))
    #expect(folder.names.contains("unrelated.temporary-abc"))
  }

  @Test("goes on when its folder is removed and made again")
  func removedFolder() throws {
    let deep = folder.file("sub/store.plist")
    let file = DurableFile(path: deep)
    var mirror = Mirror()
    try mirror.commit([("a", .integer(1))], to: file)
    try FileManager.default.removeItem(atPath: folder.file("sub"))
    try mirror.commit([("b", .integer(2))], to: file)
    #expect(try DurableFile.read(deep)["b"] == .integer(2))
  }

  @Test("is exact under eight threads with an object each")
  func threads() throws {
    let path = path
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      let file = DurableFile(path: path)
      var mirror = Mirror()
      for _ in 0..<50 {
        do {
          mirror.adopt(try file.beginWriting(timeout: .seconds(60)))
          defer { file.endWriting() }
          guard case .integer(let old) = mirror.values["n"] ?? .integer(0) else { return }
          mirror.values["n"] = .integer(old + 1)
          try file.write([.init(name: "n", value: .integer(old + 1))]) {
            mirror.values.members
          }
        } catch {
          Issue.record(error)
        }
      }
    }
    #expect(try DurableFile.read(path)["n"] == .integer(400))
  }
}
