import Foundation
import KeywrightTestSupport
import Testing

@testable import KeywrightStorage

@Suite struct ValueFolderTests {
  private let temporary: TemporaryFolder
  private let old: [UInt8] = Array("old".utf8)
  private let new: [UInt8] = Array("new content".utf8)

  init() throws { temporary = TemporaryFolder() }

  private func write(_ bytes: [UInt8]?, to folder: ValueFolder) throws {
    try folder.beginWriting(timeout: .seconds(1))
    defer { folder.endWriting() }
    if let bytes {
      try folder.replace("a.plist", with: bytes)
    } else {
      try folder.remove("a.plist")
    }
  }

  /// Lets each call of a write fail once, until a run needs no further call.
  private func expectOldOrNew(_ change: [UInt8]?, code: Int32, _ path: String) throws {
    for number in 1... {
      try write(old, to: ValueFolder(path: path))
      let faulty = FaultyFileSystem { call, _ in call == number ? code : nil }
      let folder = ValueFolder(path: path, fileSystem: faulty)
      var failure: StorageError?
      do { try write(change, to: folder) } catch { failure = error as? StorageError }
      let found = try ValueFolder(path: path).read("a.plist")
      if failure == nil {
        #expect(found == change, "call \(number)")
      } else if failure?.code == .uncertain {
        #expect(found == change, "call \(number): \(failure?.operation ?? "")")
      } else {
        #expect(found == old, "call \(number): \(failure?.operation ?? "")")
      }
      if faulty.failures == 0 { break }
    }
    #expect(try ValueFolder(path: path).names() == (change == nil ? [] : ["a.plist"]))
  }

  @Test("a call that fails leaves the old file or the new one", arguments: [EIO, ENOSPC, EACCES])
  func failingReplacement(_ code: Int32) throws {
    try expectOldOrNew(new, code: code, temporary.path + "/values")
  }

  @Test("a call that fails leaves the file or removes it", arguments: [EIO, EROFS])
  func failingRemoval(_ code: Int32) throws {
    try expectOldOrNew(nil, code: code, temporary.path + "/values")
  }

  @Test func shortWritesAreCompleted() throws {
    let path = temporary.path + "/values"
    let folder = ValueFolder(path: path, fileSystem: FaultyFileSystem(longestWrite: 1))
    try write(new, to: folder)
    #expect(try folder.read("a.plist") == new)
  }

  @Test func writingNeedsTheLock() throws {
    let folder = ValueFolder(path: temporary.path)
    #expect(throws: StorageError.self) { try folder.replace("a.plist", with: old) }
    #expect(throws: StorageError.self) { try folder.remove("a.plist") }
    #expect(throws: StorageError.self) { try folder.quarantine("a.plist") }
  }

  @Test(
    "only a temporary file for a value is a leftover",
    arguments: [
      ("a.plist.temporary-1x9", true), ("a.plist.temporary-", false), ("a.temporary-1", false),
      ("a.plist.temporary-1.plist", false), ("a.plist.temporary-1X", false), ("a.plist", false),
      ("a.plist.temporary-swap-1x9", true), ("a.plist.temporary-swap-", false),
      ("a.plist.temporary-other-1x9", false),
    ])
  func leftovers(_ name: String, _ isLeftover: Bool) {
    let leftover = ValueFolder.Leftover(name)
    #expect((leftover != nil) == isLeftover)
    #expect(leftover.map(\.value) == (isLeftover ? "a.plist" : nil))
    #expect((leftover?.isSwap == true) == name.contains("swap-1"))
  }
}

/// Another program that puts a file into a value's place.
@Suite("A file that another program saves beside a writer")
struct ValueFolderEditTests {
  private let folder = TemporaryFolder()
  private let ours = try? BinaryPropertyList.encode(.dictionary(.init(["a": .integer(1)])))

  /// Does something before the names are swapped, and may let the program die just after that.
  private final class Disk: FileSystemWrapper, @unchecked Sendable {
    // `@unchecked`: the variables have locks of their own.
    private let edit: @Sendable () -> Void
    private let isMortal: Bool
    private let isDead = Protected(false)

    init(isMortal: Bool = false, _ edit: @escaping @Sendable () -> Void) {
      self.isMortal = isMortal
      self.edit = edit
    }
    private func requireLife() throws(SystemError) {
      if isDead.withLock({ $0 }) { throw SystemError(.rename, code: EIO) }
    }
    override func exchange(_ name: String, with other: String, in folder: Int32)
      throws(SystemError)
    {
      try requireLife()
      edit()
      try real.exchange(name, with: other, in: folder)
      isDead.withLock { $0 = isMortal }
    }
    override func rename(_ name: String, to newName: String, in folder: Int32) throws(SystemError) {
      try requireLife()
      try real.rename(name, to: newName, in: folder)
    }
    override func remove(_ name: String, in folder: Int32) throws(SystemError) {
      try requireLife()
      try real.remove(name, in: folder)
    }
    override func status(of name: String, in folder: Int32) throws(SystemError) -> FileStatus {
      try requireLife()
      return try real.status(of: name, in: folder)
    }
  }

  private func save(_ text: String) throws {
    try Data(text.utf8).write(to: URL(filePath: folder.file("a.plist")), options: .atomic)
  }

  private func write(by disk: any FileSystem = SystemFileSystem()) throws {
    let values = ValueFolder(path: folder.path, fileSystem: disk)
    try values.beginWriting(timeout: .seconds(1))
    defer { values.endWriting() }
    _ = try values.read("a.plist")
    try values.replace("a.plist", with: #require(ours))
  }

  @Test("keeps its place if it comes before the names are swapped, and the writer is told")
  func beforeSwap() throws {
    try write()
    let test = self
    let error = #expect(throws: StorageError.self) {
      try write(by: Disk { try? test.save("edit") })
    }
    #expect(error?.code == .edited)
    #expect(folder.read("a.plist") == Array("edit".utf8))
    #expect(folder.names == ["a.plist", "values.lock"])
    try write()
    #expect(folder.read("a.plist") == ours)
  }

  @Test("keeps its place if it comes after the file was read, whatever the writer does")
  func afterReading() throws {
    let values = ValueFolder(path: folder.path)
    for change in [
      { try values.replace("a.plist", with: [1]) }, { try values.remove("a.plist") },
      { _ = try values.quarantine("a.plist") },
    ] {
      try write()
      try values.beginWriting(timeout: .seconds(1))
      defer { values.endWriting() }
      _ = try values.read("a.plist")
      try save("edit")
      // Another thread that reads does not make the writer know the edit.
      _ = try values.read("a.plist")
      #expect(#expect(throws: StorageError.self) { try change() }?.code == .edited)
      #expect(folder.read("a.plist") == Array("edit".utf8))
    }
  }

  @Test("is kept aside if the program is killed in the instant of the swap")
  func killed() throws {
    try write()
    let test = self
    #expect(throws: StorageError.self) {
      try write(by: Disk(isMortal: true) { try? test.save("edit") })
    }
    let values = ValueFolder(path: folder.path)
    try values.beginWriting(timeout: .seconds(1))
    values.endWriting()
    #expect(values.takeIssues().map(\.code) == [.overridden])
    try write()
    #expect(folder.read("a.plist.edited-1") == Array("edit".utf8))
    #expect(folder.names == ["a.plist", "a.plist.edited-1", "values.lock"])
  }

  @Test("is none, and nothing is kept, if a program is killed then")
  func killedWithoutEdit() throws {
    try write()
    #expect(throws: StorageError.self) { try write(by: Disk(isMortal: true) {}) }
    #expect(folder.names.contains { $0.contains(".temporary-swap-") })
    try write()
    #expect(folder.names == ["a.plist", "values.lock"])
  }

  @Test("with capital letters is listed by the writer's name where case is ignored, and only there")
  func capitals() throws {
    try folder.write([1], to: "B.PLIST")
    for hasNumbersOfSpellings in [true, false] {
      let disk = CaselessDisk(hasNumbersOfSpellings: hasNumbersOfSpellings)
      #expect(try ValueFolder(path: folder.path, fileSystem: disk).names() == ["b.plist"])
    }
    #expect(try ValueFolder(path: folder.path).names() == [])
    try folder.write([1], to: "b.plist")
    #expect(try ValueFolder(path: folder.path).names() == ["b.plist"])
  }
}
