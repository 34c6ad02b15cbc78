import Foundation
import KeywrightTestSupport
import Testing

@testable import KeywrightStorage

#if canImport(Glibc)
  import Glibc
#endif

@Suite("What is in the file's place")
struct FileKindTests {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = TemporaryFolder()
    path = folder.file("store.plist")
  }

  /// Expects that neither reading nor writing works, and that nothing was changed.
  private func expectUnavailable(_ path: String) {
    let names = folder.names.filter { !$0.hasSuffix(".lock") }
    let error = #expect(throws: StorageError.self) { try DurableFile(path: path).open() }
    #expect(error?.code == .unavailable)
    let other = #expect(throws: StorageError.self) {
      try DurableFile(path: path).set(["a": .integer(1)])
    }
    #expect(other?.code == .unavailable)
    #expect(folder.names.filter { !$0.hasSuffix(".lock") } == names)
  }

  @Test("nothing is brought up to date that cannot be read", arguments: [true, false])
  func compacting(isOpen: Bool) throws {
    let file = DurableFile(path: path)
    if isOpen {
      try file.set(["a": .integer(1)])
      try FileManager.default.removeItem(atPath: path)
    }
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    _ = try? file.open()
    for _ in 0..<2 {
      let error = #expect(throws: StorageError.self) { try file.flush(compacting: true) }
      #expect(error?.code == .unavailable)
    }
  }

  @Test("a file that is too large is not read, and stays where it is")
  func tooLarge() throws {
    let size = 1 << 40
    #expect(FileManager.default.createFile(atPath: path, contents: nil))
    try #require(truncate(path, size) == 0)
    let faulty = FaultyFileSystem()
    let error = #expect(throws: StorageError.self) {
      try DurableFile(path: path, fileSystem: faulty).open()
    }
    #expect(error?.code == .unavailable)
    #expect(error?.found?.hasPrefix("a file of \(size) bytes") == true)
    #expect(!faulty.operations.contains(.pread))
    let status = try SystemFileSystem().status(of: path, in: SystemFileSystem.workingFolder)
    #expect(status.size == size)
  }

  @Test("a pipe is refused without waiting for a writer")
  func pipe() {
    #expect(mkfifo(path, 0o600) == 0)
    expectUnavailable(path)
  }

  @Test("a journal that cannot be reached is named by the error")
  func journalLink() throws {
    try DurableFile(path: path).set(["a": .integer(1)])
    let journal = path + ".journal"
    try FileManager.default.removeItem(atPath: journal)
    try FileManager.default.createSymbolicLink(atPath: journal, withDestinationPath: path)
    let error = #expect(throws: StorageError.self) { try DurableFile(path: path).open() }
    #expect(error?.code == .unavailable && error?.path == journal)
    let files = try DurableFile(path: path).inspect().files
    let conditions: [Inspection.Condition] = [
      .unread, .unreadable(String(cString: strerror(ELOOP))), .free,
    ]
    #expect(files.map(\.condition) == conditions)
  }

  @Test("a folder is refused")
  func folderInPlace() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    expectUnavailable(path)
  }

  @Test("a device is refused")
  func device() throws {
    let error = #expect(throws: StorageError.self) { try DurableFile(path: "/dev/zero").open() }
    #expect(error?.code == .unavailable)
  }

  @Test("a symbolic link is refused, and what it leads to is left alone", arguments: [true, false])
  func link(dangling: Bool) throws {
    let target = folder.file("target.plist")
    if !dangling { try DurableFile(path: target).set(["a": .integer(1)]) }
    let before = folder.read("target.plist")
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
    expectUnavailable(path)
    #expect(folder.read("target.plist") == before)
  }

  @Test(
    "another's journal, lock and unfinished file are refused, and left as they are",
    arguments: [".journal", ".lock", ".temporary-x"])
  func filesOfAnother(ending: String) throws {
    let owner = DurableFile(path: path)
    try owner.set(["a": .integer(1)])
    try folder.write([], to: "store.plist.temporary-x")
    let before = folder.contents
    let file = DurableFile(path: path + ending)
    let calls: [() throws -> Void] = [
      { _ = try file.open() }, { try file.set(["a": .integer(2)]) }, { _ = try file.inspect() },
      { try file.mend(timeout: .zero) },
    ]
    for call in calls {
      let error = #expect(throws: StorageError.self) { try call() }
      #expect(error?.code == .unavailable)
      #expect(error?.advice == "Use store.plist instead, or another name.")
    }
    file.close()
    #expect(folder.contents == before)
  }

  @Test("a link in place of the lock file is not followed")
  func lockLink() throws {
    try FileManager.default.createSymbolicLink(
      atPath: path + ".lock", withDestinationPath: folder.file("elsewhere"))
    let error = #expect(throws: StorageError.self) {
      try DurableFile(path: path).set(["a": .integer(1)])
    }
    #expect(error?.path == path + ".lock")
    #expect(!folder.names.contains("elsewhere"))
  }

  @Test("a hard link keeps the other name's content")
  func hardLink() throws {
    try DurableFile(path: path).set(["a": .integer(1)])
    let before = folder.read("store.plist")
    try FileManager.default.linkItem(atPath: path, toPath: folder.file("other"))
    let file = DurableFile(path: path)
    var mirror = Mirror()
    mirror.adopt(try file.open())
    try mirror.commit([("a", .integer(2))], to: file)
    #expect(folder.read("other") == before)
    #expect(try DurableFile.read(path)["a"] == .integer(2))
  }

  @Test("a list that has become a sparse file of a terabyte is kept aside unread")
  func sparse() throws {
    try DurableFile(path: path).set(["a": .integer(1)])
    try FileManager.default.removeItem(atPath: path + ".journal")
    #expect(truncate(path, 1 << 40) == 0)
    let late = ShiftedClock(by: .seconds(2))
    let contents = try DurableFile(path: path, fileSystem: late).open()
    #expect(contents.members.isEmpty)
    #expect(contents.issues.map(\.code) == [.corrupt])
    #expect(folder.names.contains("store.plist.damaged-1"))
  }

  @Test("a new file takes no other's place, nor that to which a dangling link leads")
  func inTheWay() throws {
    try folder.write(Array("mine".utf8), to: "here")
    try #require(symlink(folder.file("nowhere"), folder.file("link")) == 0)
    for name in ["here", "link"] {
      let error = #expect(throws: SystemError.self) {
        let file = try SystemFileSystem().open(
          folder.file(name), in: AT_FDCWD, .create(permissions: 0o600))
        SystemFileSystem().close(file)
      }
      #expect(error?.code == EEXIST)
    }
    #expect(folder.read("here") == Array("mine".utf8))
    #expect(folder.read("nowhere") == nil)
  }

  @Test(
    "no name leads out of the folder",
    arguments: ["", "/", "..", ".", "a\0b", "/dev/null/x", "a/../../"])
  func names(name: String) {
    let path = name.hasPrefix("/") || name.isEmpty ? name : folder.file(name)
    #expect(throws: StorageError.self) { try DurableFile(path: path).set(["a": .integer(1)]) }
    #expect(folder.names.isEmpty)
  }

  @Test("a file that others may read is used as it is, and reported once")
  func readableByOthers() throws {
    try DurableFile(path: path).set(["a": .integer(1)])
    #expect(chmod(path, 0o644) == 0)
    #expect(chmod(folder.path, 0o755) == 0)
    let file = DurableFile(path: path)
    let contents = try file.open()
    #expect(contents.members.map(\.key) == ["a"])
    #expect(contents.issues.map(\.code) == [.exposed])
    #expect(contents.issues.first?.found == "a file that others may read, of mode 644")
    // Read again, with no news.
    try DurableFile(path: path).set(["a": .integer(2)])
    #expect(try file.refresh() != nil)
    #expect(try file.open().issues.isEmpty)
    #expect(try SystemFileSystem().status(of: path, in: AT_FDCWD).permissions == 0o644)
  }

  @Test("a file that others may read in a folder that they may not enter is nothing to report")
  func readableBehindAClosedDoor() throws {
    try DurableFile(path: path).set(["a": .integer(1)])
    #expect(chmod(path, 0o644) == 0)
    #expect(try DurableFile(path: path).open().issues.isEmpty)
  }

  @Test("a file of another user is used as it is, and reported once")
  func ofAnotherUser() throws {
    final class OfAnother: FileSystemWrapper, @unchecked Sendable {
      // `@unchecked`: as its superclass, it has no state.
      override func user() -> UInt32 { super.user() &+ 1 }
    }
    let file = DurableFile(path: path, fileSystem: OfAnother())
    try file.set(["a": .integer(1)])
    let contents = try DurableFile(path: path, fileSystem: OfAnother()).open()
    #expect(contents.members.map(\.key) == ["a"])
    #expect(contents.issues.map(\.code) == [.exposed])
    #expect(contents.issues.first?.found == "a file of user \(SystemFileSystem().user())")
  }

  @Test("a file keeps its permissions, whatever the mask", arguments: [0o600, 0o640, 0o644, 0o666])
  func permissions(mode: Int) throws {
    try DurableFile(path: path).set(["a": .integer(1)])
    #expect(chmod(path, mode_t(mode)) == 0)
    let file = DurableFile(path: path)
    var mirror = Mirror()
    mirror.adopt(try file.open())
    try mirror.commit([("a", .integer(2))], to: file)
    file.close()
    #expect(try SystemFileSystem().status(of: path, in: AT_FDCWD).permissions == UInt32(mode))
  }
}
