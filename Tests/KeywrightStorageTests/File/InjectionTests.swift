import Foundation
import KeywrightTestSupport
import Testing

@testable import KeywrightStorage

@Suite("When one call of the system fails")
struct InjectionTests {
  static let codes = [EIO, ENOSPC, EACCES, EROFS, EMFILE, EINTR]
  static let failures = codes.flatMap { [($0, true), ($0, false)] }

  @Test(
    "the old contents are whole and the next write works",
    arguments: Search.part(of: failures, each: 3))
  func everyCall(code: Int32, persistent: Bool) throws {
    var number = 1
    while true {
      let folder = TemporaryFolder()
      let path = folder.file("store.plist")
      try DurableFile(path: path).set(["a": .integer(1), "b": .integer(1)])
      let failing = number
      let faulty = FaultyFileSystem { call, _ in
        call == failing || persistent && call > failing ? code : nil
      }
      let file = DurableFile(path: path, fileSystem: faulty)
      var mirror = Mirror()
      var failure: StorageError?
      do throws(StorageError) {
        mirror.adopt(try file.open())
        try mirror.commit([("a", .integer(2)), ("b", nil)], to: file)
      } catch {
        failure = error
      }
      let injected = faulty.failures
      let stored = try DurableFile.read(path)
      let old = PropertyListDictionary(["a": .integer(1), "b": .integer(1)])
      let new = PropertyListDictionary(["a": .integer(2)])
      if failure == nil {
        #expect(stored == new)
      } else if failure?.code == .uncertain {
        #expect(stored == new || stored == old)
      } else {
        #expect(stored == old, "call \(number), \(String(describing: failure))")
      }
      faulty.replacePlan { _, _ in nil }
      mirror.adopt(try file.open())
      try mirror.commit([("c", .integer(3))], to: file)
      #expect(try DurableFile.read(path)["c"] == .integer(3))
      #expect(try DurableFile.read(path)["a"] == stored["a"])
      if injected == 0 { break }
      number += 1
    }
    #expect(number > 10)
  }

  @Test("a full disk is named so", arguments: [ENOSPC, EDQUOT, EFBIG])
  func full(code: Int32) throws {
    let folder = TemporaryFolder()
    let faulty = FaultyFileSystem { _, operation in operation == .pwrite ? code : nil }
    let file = DurableFile(path: folder.file("store.plist"), fileSystem: faulty)
    let error = #expect(throws: StorageError.self) { try file.set(["a": .integer(1)]) }
    #expect(error?.code == .full)
    #expect(folder.names == ["store.plist.lock"])
  }

  @Test("short writes are completed", arguments: [1, 7])
  func shortWrites(length: Int) throws {
    let folder = TemporaryFolder()
    let path = folder.file("store.plist")
    let faulty = FaultyFileSystem(longestWrite: length)
    try DurableFile(path: path, fileSystem: faulty).set(["a": .string("long enough to be cut")])
    #expect(try DurableFile.read(path)["a"] == .string("long enough to be cut"))
  }
}
