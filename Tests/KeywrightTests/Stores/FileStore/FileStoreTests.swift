import Foundation
import Keywright
import KeywrightStorage
import KeywrightTestSupport
import Testing

@Suite struct FileStoreTests {
  let folder = TemporaryFolder()
  let lion = Animals.Cats.lion
  private var values: URL { folder.url.appending(path: "values") }
  private var file: URL { values.appending(path: "animals+cats+lion.plist") }

  private func names() throws -> Set<String> {
    Set(try FileManager.default.contentsOfDirectory(atPath: values.path))
  }

  private func code(_ body: () throws -> Void) -> StoreError.Code? {
    do {
      try body()
      return nil
    } catch {
      return (error as? StoreError)?.code
    }
  }

  @Test func readingMakesNoFolder() throws {
    let store = FileStore(folder: values)
    #expect(store.get(lion) == 0)
    #expect(try store.storedKeys() == [])
    #expect(!FileManager.default.fileExists(atPath: values.path))
  }

  @Test func aValueIsOneFileThatFoundationReads() throws {
    let store = FileStore(folder: values)
    try store.set(lion, to: 3)
    #expect(try names() == ["animals+cats+lion.plist", "values.lock"])
    let tree = try PropertyListSerialization.propertyList(from: Data(contentsOf: file), format: nil)
    let members = try #require(tree as? [String: Any])
    #expect(members["key"] as? String == "animals:cats:lion")
    #expect(members["value"] as? Int == 3)
  }

  @Test func folderAndFilesAreForThisUserAlone() throws {
    try FileStore(folder: values).set(lion, to: 3)
    for (path, mode) in [(values.path, 0o700), (file.path, 0o600)] {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.posixPermissions] as? Int == mode)
    }
  }

  @Test func removingLeavesNoFile() throws {
    let store = FileStore(folder: values)
    try store.set(lion, to: 3)
    try store.remove(lion)
    #expect(try names() == ["values.lock"])
  }

  @Test func severalKeysAreRefusedAndNothingIsWritten() throws {
    let store = FileStore(folder: values)
    try store.set(lion, to: 3)
    let refusal = code {
      try store.transaction { change in
        try change.set(lion, to: 4)
        try change.set(Animals.kingdom, to: "mammals")
      }
    }
    #expect(refusal == .unsupported)
    #expect(store.get(lion) == 3)
    #expect(try store.storedKeys() == ["animals:cats:lion"])
  }

  @Test func aDamagedFileStaysUntilItIsReplacedOnPurpose() throws {
    let store = FileStore(folder: values, lockTimeout: .seconds(3_600))
    try store.set(lion, to: 3)
    var bytes = try Data(contentsOf: file)
    bytes[12] ^= 1
    try bytes.write(to: file)
    // Nobody is writing it any more.
    try TemporaryFolder.backdate(file.path)
    store.onIssue { _ in }

    #expect(code { _ = try store.read(lion) } == .corrupt)
    #expect(store.get(lion) == 0)
    #expect(code { try store.update(lion) { $0 += 1 } } == .corrupt)
    #expect(try Data(contentsOf: file) == bytes)
    #expect(try store.contains(lion))
    #expect(try store.storedKeys() == ["animals:cats:lion"])

    try store.set(lion, to: 4)
    #expect(store.get(lion) == 4)
    let kept = values.appending(path: "animals+cats+lion.plist.damaged-1")
    #expect(try Data(contentsOf: kept) == bytes)
    #expect(store.issues.allSatisfy { $0.code == .corrupt })
  }

  @Test func removingMovesADamagedFileAside() throws {
    let store = FileStore(folder: values, lockTimeout: .seconds(3_600))
    try store.set(lion, to: 3)
    try Data("junk".utf8).write(to: file)
    try TemporaryFolder.backdate(file.path)
    store.onIssue { _ in }
    try store.remove(lion)
    #expect(try names() == ["animals+cats+lion.plist.damaged-1", "values.lock"])
    #expect(try !store.contains(lion))
  }

  @Test func everyBitOfAFileCounts() throws {
    let store = FileStore(folder: values)
    try store.set(lion, to: 3)
    let good = try Data(contentsOf: file)
    for bit in 0..<(good.count * 8) {
      var bad = good
      bad[bit / 8] ^= 1 << UInt8(bit % 8)
      try bad.write(to: file)
      #expect(code { _ = try store.read(lion) } == .corrupt, "bit \(bit)")
    }
    for count in 0..<good.count {
      try good.prefix(count).write(to: file)
      #expect(code { _ = try store.read(lion) } == .corrupt, "\(count) bytes")
    }
  }

  @Test func aFileUnderAnotherKeysNameIsNotItsValue() throws {
    let store = FileStore(folder: values)
    try store.set(lion, to: 3)
    try FileManager.default.copyItem(at: file, to: values.appending(path: "animals+kingdom.plist"))
    #expect(code { _ = try store.read(Animals.kingdom) } == .corrupt)
  }

  @Test func aDamagedFileWithALongNameIsReportedWhenListing() throws {
    let store = FileStore(folder: values)
    let name = String(repeating: "n", count: 300)
    try store.set(Key<Root, Int>(StorageString(name), default: 0), to: 1)
    #expect(try store.storedKeys() == [name])
    let file = try #require(try names().first { $0.contains("~") })
    try Data("junk".utf8).write(to: values.appending(path: file))
    store.onIssue { _ in }
    #expect(try store.storedKeys() == [])
    #expect(store.issues.map(\.code) == [.corrupt])
  }

  @Test func otherFilesAreLeftAlone() throws {
    let store = FileStore(folder: values)
    try store.set(lion, to: 3)
    let others = [
      "README", "Info.plist", "x.plist.temporary-", "a.temporary-1", "x.plist.damaged-1",
    ]
    for name in others { try Data(name.utf8).write(to: values.appending(path: name)) }
    try FileManager.default.createDirectory(
      at: values.appending(path: "sub.plist"), withIntermediateDirectories: true)
    let again = FileStore(folder: values, fileSystem: SystemFileSystem())
    try again.set(lion, to: 4)
    #expect(try again.storedKeys() == ["animals:cats:lion"])
    for name in others {
      #expect(try Data(contentsOf: values.appending(path: name)) == Data(name.utf8))
    }
  }

  @Test func filesThatACrashLeftAreSwept() throws {
    try FileStore(folder: values).set(lion, to: 3)
    let left = values.appending(path: "animals+cats+lion.plist.temporary-1x9z")
    try Data("half".utf8).write(to: left)
    try FileStore(folder: values, fileSystem: SystemFileSystem()).set(lion, to: 4)
    #expect(!FileManager.default.fileExists(atPath: left.path))
  }

  @Test func aFolderOrLinkInAFilesPlaceIsUnavailable() throws {
    let store = FileStore(folder: values)
    try store.set(lion, to: 3)
    try FileManager.default.removeItem(at: file)
    let target = folder.url.appending(path: "elsewhere")
    try Data("mine".utf8).write(to: target)
    try FileManager.default.createSymbolicLink(at: file, withDestinationURL: target)
    #expect(code { _ = try store.read(lion) } == .unavailable)
    #expect(code { try store.set(lion, to: 4) } == .unavailable)
    #expect(try Data(contentsOf: target) == Data("mine".utf8))
  }

  @Test func aURLThatIsNoFolderGivesAnUnavailableStore() throws {
    for url in [URL(string: "https://example.org/x"), URL(string: "file:///tmp/a%00b")] {
      let store = FileStore(folder: try #require(url))
      store.onIssue { _ in }
      #expect(store.get(lion) == 0)
      #expect(code { try store.set(lion, to: 1) } == .unavailable)
      #expect(code { _ = try store.storedKeys() } == .unavailable)
    }
  }

  @Test func handlesOnOneFolderShareTheirLock() throws {
    let link = folder.url.appending(path: "link")
    try FileManager.default.createDirectory(at: values, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: values)
    let stores = [values, URL(filePath: values.path + "/"), link].map { FileStore(folder: $0) }
    #expect(stores.allSatisfy { $0.core === stores[0].core })
  }

  @Test func writersOfOtherProcessesAreWaitedFor() async throws {
    // Handles that share nothing but the folder, as those of two processes do.
    let url = values
    let stores = (0..<2).map { _ in
      FileStore(folder: url, lockTimeout: .seconds(3_600), fileSystem: SystemFileSystem())
    }
    let lion = lion
    try await withThrowingTaskGroup(of: Void.self) { group in
      for store in stores {
        group.addTask { for _ in 0..<50 { try store.update(lion) { $0 += 1 } } }
      }
      try await group.waitForAll()
    }
    #expect(stores.map { $0.get(lion) } == [100, 100])
  }

  @Test func aHeldLockIsBusy() throws {
    let other = ValueFolder(path: values.path)
    try other.beginWriting(timeout: .seconds(1))
    let store = FileStore(folder: values, lockTimeout: .milliseconds(5))
    #expect(code { try store.set(lion, to: 1) } == .busy)
    other.endWriting()
    try store.set(lion, to: 1)
    #expect(store.get(lion) == 1)
  }

  @Test func aRemovedFolderIsMadeAgain() throws {
    let store = FileStore(folder: values)
    try store.set(lion, to: 1)
    try FileManager.default.removeItem(at: values)
    #expect(store.get(lion) == 0)
    try store.set(lion, to: 2)
    #expect(store.get(lion) == 2)
  }

  /// 64 MB is what a property list may be; the file's own members count.
  @Test(
    "a value too large for a file is refused, and the old one stays",
    arguments: [64 << 20, (64 << 20) - 60])
  func tooLargeAValue(_ count: Int) throws {
    let store = FileStore(folder: values)
    let key = Key<Root, StoredValue?>(StorageString("large"))
    try store.set(key, to: 1)
    let large = StoredValue.data([UInt8](repeating: 0, count: count))
    #expect(code { try store.set(key, to: large) } == .unencodable)
    #expect(store.get(key) == 1)
  }
}
