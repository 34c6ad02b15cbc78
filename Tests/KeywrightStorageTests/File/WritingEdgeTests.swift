import Foundation
import KeywrightTestSupport
import Testing

@testable import KeywrightStorage

#if canImport(Glibc)
  import Glibc
#endif

@Suite("A writer that meets the unusual")
struct WritingEdgeTests {
  let folder: TemporaryFolder
  let path: String
  let file: DurableFile
  var mirror = Mirror()

  init() throws {
    folder = TemporaryFolder()
    path = folder.file("store.plist")
    file = DurableFile(path: path)
    try mirror.commit([("a", .integer(0))], to: file)
    try mirror.commit([("b", .integer(0))], to: file)
    try file.flush(compacting: true)
  }

  @Test("goes on where a killed writer left half a record")
  mutating func tornUnderLock() throws {
    let journal = folder.file("store.plist.journal")
    let end = file.state.withLock { $0.journal?.end.position ?? 0 }
    let handle = try FileHandle(forUpdating: URL(fileURLWithPath: journal))
    try handle.seek(toOffset: UInt64(end))
    try handle.write(contentsOf: [200, 0, 0, 0, 1, 2, 3])
    try handle.close()
    #expect(try file.refresh()?.members == nil)
    try mirror.commit([("c", .integer(0))], to: file)
    #expect(try DurableFile.read(path) == mirror.values)
    #expect(folder.names == ["store.plist", "store.plist.journal", "store.plist.lock"])
  }

  @Test("refuses two members of one name, and a write that was not begun")
  func misuse() throws {
    var error = #expect(throws: StorageError.self) {
      try file.write([]) { [] }
    }
    #expect(error?.code == .closed)
    let fresh = DurableFile(path: folder.file("fresh.plist"))
    _ = try fresh.beginWriting(timeout: .zero)
    fresh.state.withLock { $0.values = PropertyListLimits.values }
    error = #expect(throws: StorageError.self) {
      try fresh.write([.init(name: "a", value: .integer(1))]) {
        [.init(key: "a", value: .integer(1)), .init(key: "a", value: .integer(2))]
      }
    }
    #expect(error?.code == .unencodable)
    #expect(!folder.names.contains("fresh.plist"))
  }

  @Test("may ask for the changes of others alone")
  func updating() throws {
    let other = DurableFile(path: path)
    _ = try other.open()
    try file.set(["c": .integer(1)])
    guard case .commits(let commits) = try other.beginUpdating(timeout: .zero) else {
      Issue.record("no changes")
      return
    }
    other.endWriting()
    #expect(commits.flatMap(\.changes) == [.init(name: "c", value: .integer(1))])
  }

  @Test("that cannot write the journal says that the file is read-only")
  func readOnlyJournal() throws {
    let readOnly = ReadOnlyJournals()
    let file = DurableFile(path: path, fileSystem: readOnly)
    #expect(try file.open().members.count == 2)
    let error = #expect(throws: StorageError.self) { try file.set(["a": .integer(9)]) }
    #expect(error?.code == .readOnly)
    #expect(try DurableFile.read(path)["a"] == .integer(0))
  }

  @Test("of a file whose folder was removed has nothing, and makes it again")
  mutating func noFolder() throws {
    let path = folder.file("sub/store.plist")
    let file = DurableFile(path: path)
    try file.set(["a": .integer(1)])
    try FileManager.default.removeItem(atPath: folder.file("sub"))
    #expect(try file.refresh()?.members.isEmpty == true)
    try file.set(["b": .integer(1)])
    #expect(try DurableFile.read(path).members.map(\.key) == ["b"])
  }

  @Test("waits for a compaction only so long")
  func busyFlush() throws {
    let other = DurableFile(path: path)
    _ = try other.beginWriting(timeout: .zero)
    let waiting = DurableFile(path: path, fileSystem: FaultyFileSystem())
    _ = try waiting.open()
    let error = #expect(throws: StorageError.self) { try waiting.flush(compacting: true) }
    #expect(error?.code == .busy)
    other.endWriting()
    #expect(throws: Never.self) { try waiting.flush(compacting: true) }
  }

  @Test("keeps owner and group of the file", .enabled(if: geteuid() == 0, "NOT RUN: needs root"))
  mutating func owner() throws {
    #expect(chown(path, 1_234, 2_345) == 0)
    #expect(chmod(path, 0o660) == 0)
    try mirror.commit([("a", .integer(1))], to: file)
    try file.flush(compacting: true)
    let status = try SystemFileSystem().status(of: path, in: AT_FDCWD)
    #expect(status.owner == 1_234)
    #expect(status.group == 2_345)
    #expect(status.permissions == 0o660)
  }

  @Test("lets the file's owner lock it", .enabled(if: geteuid() == 0, "NOT RUN: needs root"))
  func lockOwner() throws {
    #expect(chown(path, 1_234, 2_345) == 0)
    #expect(chmod(path, 0o640) == 0)
    try DurableFile(path: path).set(["a": .integer(1)])
    let status = try SystemFileSystem().status(of: path + ".lock", in: AT_FDCWD)
    #expect(status.owner == 1_234)
    #expect(status.group == 2_345)
    #expect(status.permissions == 0o640)
  }

  @Test(
    "never lets another group in where the group cannot be kept",
    .enabled(if: geteuid() == 0, "NOT RUN: needs root"), arguments: [1, 2])
  func group(refusals: Int) throws {
    #expect(chown(path, 1_234, 2_345) == 0)
    #expect(chmod(path, 0o660) == 0)
    #expect(chown(path + ".lock", 1_234, 2_345) == 0)
    #expect(chmod(path + ".lock", 0o660) == 0)
    let refused = Protected(0)
    let faulty = FaultyFileSystem { _, operation in
      guard operation == .fchown else { return nil }
      let count = refused.withLock { count in
        count += 1
        return count
      }
      return (count - 1) % 2 < refusals ? EPERM : nil
    }
    try DurableFile(path: path, fileSystem: faulty).set(["a": .integer(1)])
    let file = DurableFile(path: path, fileSystem: faulty)
    _ = try file.open()
    try file.flush(compacting: true)
    let status = try SystemFileSystem().status(of: path, in: AT_FDCWD)
    #expect(status.owner == 0)
    #expect(status.permissions == (refusals == 2 ? 0o600 : 0o660))
    #expect(status.group == (refusals == 2 ? getegid() : 2_345))
  }
}

/// Journals can be read only.
private final class ReadOnlyJournals: FileSystemWrapper, @unchecked Sendable {
  // `@unchecked`: needs no lock, it has no state.
  override func open(_ name: String, in folder: Int32, _ mode: OpenMode) throws(SystemError)
    -> Int32
  {
    if mode == .readAndWrite { throw SystemError(.open, code: EACCES) }
    return try real.open(name, in: folder, mode)
  }
}
