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

  @Test("a first file that cannot get its name leaves nothing", arguments: [EIO, ENOSPC])
  func failingFirstName(_ code: Int32) throws {
    let faulty = FaultyFileSystem { _, operation in operation == .rename ? code : nil }
    #expect(throws: StorageError.self) {
      try write(new, to: ValueFolder(path: temporary.path, fileSystem: faulty))
    }
    #expect(temporary.names == ["values.lock"])
  }

  @Test("a file that is replaced gives its mode to the new one", arguments: [0o600, 0o640, 0o604])
  func mode(_ permissions: Int) throws {
    let folder = ValueFolder(path: temporary.path)
    let path = temporary.file("a.plist")
    try write(old, to: folder)
    try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: path)
    try write(new, to: folder)
    #expect(try folder.read("a.plist") == new)
    let found = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(found == permissions)
  }

  /// Replaces a file, and cuts the power after each change of the disk.
  /// - Returns: What the file may then have, while it is replaced and after that; empty for none.
  private func contents(
    _ faults: MemoryFileSystem.Faults = []
  ) throws -> (meanwhile: Set<[UInt8]>, after: Set<[UInt8]>) {
    @Sendable func contents(_ disk: MemoryFileSystem) -> Set<[UInt8]> {
      var crash = CrashStates(disk.disk, seed: SeededGenerator.seed, keepingOrder: true)
      return Set(crash.states(limit: 243).map { $0["a.plist"] ?? [] })
    }
    let meanwhile = Protected<Set<[UInt8]>>([])
    let disk = MemoryFileSystem(
      files: ["a.plist": old], faults: faults,
      observer: { disk in meanwhile.withLock { $0.formUnion(contents(disk)) } })
    let folder = ValueFolder(path: MemoryFileSystem.folderPath, fileSystem: disk)
    try folder.beginWriting(timeout: .seconds(1))
    try folder.replace("a.plist", with: new)
    let after = contents(disk)
    folder.endWriting()
    return (meanwhile.withLock(\.self), after)
  }

  @Test("a power cut leaves the old file or the new one, and the new one when it was said")
  func powerCut() throws {
    let found = try contents()
    #expect(found.meanwhile == [old, new])
    #expect(found.after == [new])
  }

  @Test("a disk that does not synchronize is caught, control")
  func powerCutControl() throws {
    #expect(try contents(.fileSync).meanwhile == [old, new, []])
    #expect(try contents(.folderSync).after == [old, new])
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

  @Test(
    "keeps its place if it comes before the names are swapped, or the last look where they cannot be",
    arguments: [true, false])
  func beforeSwap(swapsNames: Bool) throws {
    func disk(_ edit: @escaping @Sendable () -> Void) -> any FileSystem {
      swapsNames ? Disk(edit) : PlainDisk(edit)
    }
    try write()
    let test = self
    let error = #expect(throws: StorageError.self) {
      try write(by: disk { try? test.save("edit") })
    }
    #expect(error?.code == .edited)
    #expect(folder.read("a.plist") == Array("edit".utf8))
    #expect(folder.names == ["a.plist", "values.lock"])
    try write(by: disk {})
    #expect(folder.read("a.plist") == ours)
  }

  @Test("that removes the file before the names are swapped counts as well")
  func removedBeforeSwap() throws {
    try write()
    let path = folder.file("a.plist")
    let error = #expect(throws: StorageError.self) {
      try write(by: Disk { try? FileManager.default.removeItem(atPath: path) })
    }
    #expect(error?.code == .edited)
    #expect(folder.names == ["values.lock"])
  }

  /// Does something while a file is written, and cannot swap names.
  private final class PlainDisk: FileSystemWrapper, @unchecked Sendable {
    // `@unchecked`: constant.
    private let edit: @Sendable () -> Void

    init(_ edit: @escaping @Sendable () -> Void) { self.edit = edit }
    override func synchronize(_ file: Int32) throws(SystemError) { edit() }
    override func exchange(_ name: String, with other: String, in folder: Int32)
      throws(SystemError)
    {
      throw SystemError(.rename, code: ENOSYS)
    }
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
