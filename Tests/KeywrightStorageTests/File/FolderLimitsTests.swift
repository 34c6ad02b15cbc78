import Foundation
import KeywrightTestSupport
import Testing

@testable import KeywrightStorage

@Suite("A place that cannot do everything")
struct FolderLimitsTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.file("s") }

  /// A file system that cannot synchronize a folder, as some shared ones.
  private final class WithoutFolderSync: FileSystemWrapper, @unchecked Sendable {
    // `@unchecked`: the variable has a lock of its own.
    private let folders = Protected<Set<Int32>>([])
    private let answer: Int32
    init(_ answer: Int32) { self.answer = answer }
    override func open(_ name: String, in folder: Int32, _ mode: OpenMode) throws(SystemError)
      -> Int32
    {
      let descriptor = try real.open(name, in: folder, mode)
      folders.withLock { folders in
        if mode == .folder { folders.insert(descriptor) } else { folders.remove(descriptor) }
      }
      return descriptor
    }
    override func synchronize(_ file: Int32) throws(SystemError) {
      if folders.withLock({ $0.contains(file) }) { throw SystemError(.fsync, code: answer) }
    }
  }

  @Test(
    "such as one without a call to synchronize folders, is used, and that is said once",
    arguments: [EINVAL, ENOTSUP, EOPNOTSUPP, ENOSYS])
  func folderSync(answer: Int32) throws {
    let file = DurableFile(path: path, fileSystem: WithoutFolderSync(answer))
    var mirror = Mirror()
    for number in 0...3 {
      try mirror.commit([("a", .integer(Int64(number)))], to: file, durability: .durable)
      try file.flush(compacting: true)
    }
    #expect(file.takeIssues().map(\.code) == [.unsupported])
    #expect(try file.refusal() == nil)
    #expect(try DurableFile.read(path) == mirror.values)
  }

  @Test("such as one without that call, holds files for values too")
  func valueFolder() throws {
    let values = ValueFolder(path: folder.file("values"), fileSystem: WithoutFolderSync(EINVAL))
    try values.beginWriting(timeout: .seconds(1))
    defer { values.endWriting() }
    for number: UInt8 in 0...2 { try values.replace("a.plist", with: [number]) }
    #expect(try values.read("a.plist") == [2])
    try values.remove("a.plist")
    #expect(values.takeIssues().map(\.code) == [.unsupported])
    #expect(values.takeIssues().isEmpty)
  }

  /// A file system on which the list is a mount point.
  private final class MountedList: FileSystemWrapper, @unchecked Sendable {
    // `@unchecked`: no state.
    override func rename(_ name: String, to newName: String, in folder: Int32) throws(SystemError) {
      if newName == "s" { throw SystemError(.rename, code: EBUSY) }
      try real.rename(name, to: newName, in: folder)
    }
    override func exchange(_ name: String, with other: String, in folder: Int32)
      throws(SystemError)
    { throw SystemError(.rename, code: EBUSY) }
    override func remove(_ name: String, in folder: Int32) throws(SystemError) {
      if name == "s" { throw SystemError(.unlink, code: EBUSY) }
      try real.remove(name, in: folder)
    }
  }

  @Test("such as a list that is a mount point, can be read, and a commit says why not more")
  func mountPoint() throws {
    try DurableFile(path: path).set(["a": .integer(1)])
    for name in folder.names where name != "s" {
      try FileManager.default.removeItem(atPath: folder.file(name))
    }
    let file = DurableFile(path: path, fileSystem: MountedList())
    #expect(try file.open().members.count == 1)
    let error = #expect(throws: StorageError.self) { try file.set(["a": .integer(2)]) }
    #expect(error?.code == .readOnly)
    #expect(error?.advice?.contains("Mount its folder instead") == true)
    #expect(try file.refresh() == nil && DurableFile.read(path)["a"] == .integer(2))
  }

  @Test("such as a value's file that is a mount point, can be read, and writing says why not more")
  func mountedValue() throws {
    try folder.write([1], to: "s")
    let values = ValueFolder(path: folder.path, fileSystem: MountedList())
    try values.beginWriting(timeout: .seconds(1))
    defer { values.endWriting() }
    #expect(try values.read("s") == [1])
    for change in [{ try values.replace("s", with: [2]) }, { try values.remove("s") }] {
      let error = #expect(throws: StorageError.self) { try change() }
      #expect(error?.code == .readOnly)
      #expect(error?.advice?.contains("Mount its folder instead") == true)
    }
    #expect(folder.names == ["s", "values.lock"])
  }

  /// A file system that tells of the mount point.
  private final class KnownMount: FileSystemWrapper, @unchecked Sendable {
    // `@unchecked`: no state.
    override func isMountPoint(_ name: String, in folder: Int32) -> Bool { name == "s" }
  }

  @Test("such as a list that is known to be a mount point, makes a store that can only be read")
  func knownMountPoint() throws {
    try DurableFile(path: path).set(["a": .integer(1)])
    let file = DurableFile(path: path, fileSystem: KnownMount())
    let contents = try file.open()
    #expect(contents.isReadOnly && contents.members.count == 1)
    let refusal = try file.refusal()
    #expect(refusal?.code == .readOnly)
    #expect(refusal?.advice?.contains("Mount its folder instead") == true)
  }
}
