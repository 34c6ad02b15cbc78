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
    ])
  func leftovers(_ name: String, _ isLeftover: Bool) {
    #expect(ValueFolder.isLeftover(name) == isLeftover)
  }
}
