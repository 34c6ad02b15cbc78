import Foundation
import Keywright
import KeywrightStorage
import KeywrightTestSupport
import Testing

/// Files of values that another program saves beside commits.
@Suite struct FileStoreEditTests {
  private let folder = TemporaryFolder()
  private let lion = Animals.Cats.lion
  private static let name = "animals+cats+lion.plist"

  private static func saved(_ value: Int) throws -> Data {
    let members: [String: Any] = ["key": "animals:cats:lion", "value": value]
    return try PropertyListSerialization.data(fromPropertyList: members, format: .xml, options: 0)
  }

  @Test("An update that meets a saved file begins again with what was saved", arguments: 1...6)
  func update(number: Int) throws {
    try FileStore(folder: folder.url).set(lion, to: 1)
    let file = folder.url.appending(path: Self.name)
    // Names change twice in a commit.
    let renames = Protected(0)
    let disk = FaultyFileSystem { _, operation in
      guard operation == .rename else { return nil }
      let isTime = renames.withLock { renames in
        renames += 1
        return renames <= number
      }
      if isTime { try? Self.saved(10).write(to: file, options: .atomic) }
      return nil
    }
    let store = FileStore(folder: folder.url, lockTimeout: .seconds(3_600), fileSystem: disk)
    try store.update(lion) { $0 += 1 }
    #expect(store.get(lion) == 11)
    #expect(folder.names == [Self.name, "values.lock"])
    #expect(store.problems.isEmpty)
  }

  @Test("A file that is saved all the time makes a commit busy")
  func always() throws {
    try FileStore(folder: folder.url).set(lion, to: 1)
    let file = folder.url.appending(path: Self.name)
    let disk = FaultyFileSystem { _, operation in
      if operation == .rename { try? Self.saved(10).write(to: file, options: .atomic) }
      return nil
    }
    let store = FileStore(folder: folder.url, lockTimeout: .milliseconds(1), fileSystem: disk)
    let error = #expect(throws: StoreError.self) { try store.set(lion, to: 2) }
    #expect(error?.code == .busy)
    #expect(error?.description.contains("again and again") == true)
    #expect(store.get(lion) == 10)
  }

  @Test("A commit waits for a file that is saved in place, in pieces", arguments: [true, false])
  func pieces(isUpdate: Bool) throws {
    try FileStore(folder: folder.url).set(lion, to: 1)
    let whole = try Self.saved(10)
    let handle = try FileHandle(forWritingTo: folder.url.appending(path: Self.name))
    try handle.truncate(atOffset: 0)
    try handle.write(contentsOf: whole.prefix(40))
    let locks = Protected(0)
    let disk = FaultyFileSystem { _, operation in
      guard operation == .flock else { return nil }
      let isTime = locks.withLock { locks in
        locks += 1
        return locks == 3
      }
      if isTime { try? handle.write(contentsOf: whole.dropFirst(40)) }
      return nil
    }
    // The piece counts as unfinished for one second.
    disk.stoppedDate = try SystemFileSystem().status(
      of: folder.file(Self.name), in: SystemFileSystem.workingFolder
    ).modified
    let store = FileStore(folder: folder.url, lockTimeout: .seconds(3_600), fileSystem: disk)
    if isUpdate { try store.update(lion) { $0 += 1 } } else { try store.set(lion, to: 11) }
    #expect(store.get(lion) == 11)
    #expect(folder.names == [Self.name, "values.lock"])
  }

  @Test("Folders that cannot be synchronized are reported once")
  func folderSync() throws {
    let disk = FaultyFileSystem { _, operation in nil }
    let store = FileStore(folder: folder.url, fileSystem: disk)
    store.onIssue { _ in }
    try store.set(lion, to: 1)
    // The last synchronization of a commit is that of the folder.
    disk.replacePlan { [count = Protected(0)] _, operation in
      guard operation == .fsync else { return nil }
      return count.withLock { count in
        count += 1
        return count.isMultiple(of: 2) ? EINVAL : nil
      }
    }
    for number in 2...4 { try store.set(lion, to: number) }
    #expect(store.get(lion) == 4)
    #expect(store.issues.map(\.code) == [.unsupported])
  }
}
