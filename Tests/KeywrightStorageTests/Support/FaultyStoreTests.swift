import Foundation
import KeywrightTestSupport

@testable import KeywrightStorage

/// The base of tests of failing calls: a file that holds a=0, and a system that obeys.
class FaultyStoreTests {
  let folder: TemporaryFolder
  let faulty = FaultyFileSystem()
  let file: DurableFile
  var mirror = Mirror()

  init() throws {
    folder = TemporaryFolder()
    file = DurableFile(path: folder.file("store.plist"), fileSystem: faulty)
    try mirror.commit([("a", .integer(0))], to: file)
    faulty.replacePlan { _, _ in nil }
  }

  /// Reads the file as a program that starts now.
  var stored: PropertyListDictionary {
    get throws { try DurableFile.read(folder.file("store.plist")) }
  }

  /// Lets every call of some operations fail, from now on.
  func fail(_ operations: FileOperation...) {
    faulty.replacePlan { _, operation in operations.contains(operation) ? EIO : nil }
  }

  /// Lets one call of an operation fail, counted from now.
  func fail(_ operation: FileOperation, number: Int) {
    let count = Protected(0)
    faulty.replacePlan { _, called in
      guard called == operation else { return nil }
      return count.withLock { count in
        count += 1
        return count == number ? EIO : nil
      }
    }
  }

  /// Lets no call fail any more.
  func succeed() { faulty.replacePlan { _, _ in nil } }
}
