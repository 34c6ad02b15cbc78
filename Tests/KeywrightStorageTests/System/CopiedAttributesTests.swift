import Foundation
import KeywrightTestSupport
import Synchronization
import Testing

@testable import KeywrightStorage

/// A file system with access control lists, which that of a temporary folder may not have.
private final class ListingFileSystem: FileSystemWrapper, @unchecked Sendable {
  /// The lists by the names of their files, and those that files got.
  let lists: Mutex<(of: [String: AccessList], set: [AccessList?])>
  /// The files that are gone when their lists are asked for.
  let gone: Set<String>
  /// Whether no file is given a list.
  let isRefusing: Bool

  init(_ lists: [String: AccessList] = [:], gone: Set<String> = [], isRefusing: Bool = false) {
    self.lists = Mutex((lists, []))
    self.gone = gone
    self.isRefusing = isRefusing
  }

  override func accessList(of name: String, in folder: Int32) throws(SystemError) -> AccessList? {
    if gone.contains(name) { throw SystemError(.fgetxattr, code: 2) }
    return lists.withLock { $0.of[name] }
  }

  override func setAccessList(_ list: AccessList?, of file: Int32) throws(SystemError) {
    if isRefusing, list != nil { throw SystemError(.fsetxattr, code: EPERM) }
    lists.withLock { $0.set.append(list) }
  }
}

@Suite("The attributes of a file that is replaced")
struct CopiedAttributesTests {
  let folder = TemporaryFolder()

  private func copy(_ system: ListingFileSystem) throws {
    _ = try folder.write("old", to: "a")
    let place = try #require(try Folder(existingAt: folder.path, system))
    let model = FileAttributes(name: "a", status: try #require(try place.status(of: "a")))
    let file = try place.create("b", with: [1], like: nil)
    try place.copyAttributes(of: model, for: file)
  }

  @Test("bring its access control list along")
  func list() throws {
    let list = try #require(AccessList([2, 0, 0, 0] + [1, 0, 6, 0, 255, 255, 255, 255]))
    let system = ListingFileSystem(["a": list])
    try copy(system)
    #expect(system.lists.withLock(\.set) == [list])
  }

  @Test("leave the group what it has in a list that cannot be given, and not the list's mask")
  func mask() throws {
    let nobody: [UInt8] = [255, 255, 255, 255]
    let list = try #require(
      AccessList(
        [2, 0, 0, 0] + [1, 0, 6, 0] + nobody + [4, 0, 4, 0] + nobody + [16, 0, 6, 0] + nobody
          + [32, 0, 0, 0] + nobody))
    try Data("old".utf8).write(to: folder.url.appending(path: "a"))
    #expect(chmod(folder.file("a"), 0o660) == 0)
    try copy(ListingFileSystem(["a": list], isRefusing: true))
    var status = stat()
    #expect(stat(folder.file("b"), &status) == 0 && status.st_mode & 0o777 == 0o640)
  }

  @Test("that a store's new list cannot be given are reported once")
  func lost() throws {
    let list = try #require(AccessList([2, 0, 0, 0] + [1, 0, 6, 0, 255, 255, 255, 255]))
    try DurableFile(path: folder.file("a")).set(["k": .integer(0)])
    let file = DurableFile(
      path: folder.file("a"), fileSystem: ListingFileSystem(["a": list], isRefusing: true),
      maintenance: .resting)
    _ = try file.open()
    var reports: [StorageError] = []
    for number in 1...2 {
      try file.set(["k": .integer(Int64(number))])
      reports += file.takeIssues()
    }
    #expect(reports.map(\.operation) == ["fsetxattr"])
    #expect(reports.first?.code == .exposed)
  }

  @Test("bring none where it has none, whatever its folder gives to new files")
  func noList() throws {
    let system = ListingFileSystem()
    try copy(system)
    #expect(system.lists.withLock(\.set) == [nil])
  }

  @Test("are not those of a file that was moved away meanwhile, which is no failure of the disk")
  func gone() throws {
    let error = try #require(throws: SystemError.self) {
      try copy(ListingFileSystem(gone: ["a"]))
    }
    #expect(error == .replaced)
  }
}

/// A file system that does not wait, and tells for how long it was to wait.
private final class WaitlessFileSystem: FileSystemWrapper, @unchecked Sendable {
  let pauses = Mutex<[Duration]>([])

  override func pause(_ duration: Duration) { pauses.withLock { $0.append(duration) } }
}

@Suite("The file of a lock")
struct LockFileTests {
  let folder = TemporaryFolder()

  private func lock(_ system: WaitlessFileSystem = WaitlessFileSystem()) throws -> WriterLock {
    let place = try #require(try Folder(existingAt: folder.path, system))
    return try WriterLock(for: "a", in: place) { $0 == "a.journal" }
  }

  @Test("that was removed excludes nobody, and its lock is defunct")
  func removed() throws {
    let lock = try lock()
    #expect(try lock.tryToTake() == .taken)
    lock.release()
    try FileManager.default.removeItem(atPath: folder.file("a.lock"))
    #expect(try lock.tryToTake() == .defunct)
    // It is not held, either: who made a new one has the old descriptor for nothing.
    #expect(try lock.tryToTake() == .defunct)
  }

  @Test(
    "is made again beside a store only when each of its writers has to look for it",
    arguments: [([], false), (["a"], true), (["a.journal"], true), (["b"], false)])
  func madeAgain(files: [String], waits: Bool) throws {
    for name in files { _ = try folder.write("x", to: name) }
    let system = WaitlessFileSystem()
    _ = try lock(system)
    #expect(system.pauses.withLock(\.self) == (waits ? [.nanoseconds(5 * WriterLock.trust)] : []))
    _ = try lock(system)
    #expect(system.pauses.withLock(\.count) == (waits ? 1 : 0))
  }
}

/// A file system that reads a few bytes at a call, as a disk on a network may.
private final class MeagreFileSystem: FileSystemWrapper, @unchecked Sendable {
  override func read(
    _ file: Int32, at offset: Int, into buffer: UnsafeMutableRawBufferPointer
  ) throws(SystemError) -> Int {
    try super.read(
      file, at: offset, into: UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(3)))
  }
}

@Suite("A file of which each call reads a part")
struct PartialReadTests {
  @Test("is read to its end, or to that of a buffer")
  func whole() throws {
    let folder = TemporaryFolder()
    let bytes = (0..<100).map { UInt8($0) }
    _ = try folder.write(bytes, to: "a")
    let place = try #require(try Folder(existingAt: folder.path, MeagreFileSystem()))
    let file = try #require(try place.open("a"))
    #expect(try file.read(limit: 1_000, expected: 100) == bytes)
    for size in [0, 1, 3, 10, 99, 100, 200] {
      var buffer = [UInt8](repeating: 0xFF, count: size)
      let count = try buffer.withUnsafeMutableBytes { buffer throws(SystemError) in
        try file.read(at: 0, filling: buffer)
      }
      #expect(count == min(size, 100) && buffer.prefix(count).elementsEqual(bytes.prefix(count)))
    }
  }
}
