import Foundation
import KeywrightTestSupport
import Testing

@testable import KeywrightStorage

@Suite("Opening and closing many times")
struct ResourceTests {
  @Test("leaves no open descriptor and no file behind")
  func descriptors() throws {
    let folder = TemporaryFolder()
    let counter = CountingFileSystem()
    for number in 0..<200 {
      let file = DurableFile(path: folder.file("store.plist"), fileSystem: counter)
      var mirror = Mirror()
      mirror.adopt(try file.open())
      try mirror.commit([("n", .integer(Int64(number)))], to: file)
      if number % 3 == 0 { file.close() }
    }
    #expect(counter.opened > 500)
    #expect(counter.opened == counter.closed)
    #expect(folder.names == ["store.plist", "store.plist.journal", "store.plist.lock"])
  }
}

/// The real file system, with a count of what is open.
private final class CountingFileSystem: FileSystemWrapper, @unchecked Sendable {
  // `@unchecked`: `counts` has its own lock.
  private let counts = Protected((opened: 0, closed: 0))
  var opened: Int { counts.withLock { $0.opened } }
  var closed: Int { counts.withLock { $0.closed } }

  override func open(_ name: String, in folder: Int32, _ mode: OpenMode) throws(SystemError)
    -> Int32
  {
    let file = try real.open(name, in: folder, mode)
    counts.withLock { $0.opened += 1 }
    return file
  }
  override func close(_ file: Int32) {
    counts.withLock { $0.closed += 1 }
    real.close(file)
  }
}
