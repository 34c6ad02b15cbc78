import Foundation
import KeywrightStorage
import KeywrightTestSupport
import Testing

@testable import Keywright

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("When any one call of the system fails") struct FileFailureTests {
  let folder = TemporaryFolder()
  let files = FaultyFileSystem()
  static let rooms = Key<Root, Int>("rooms", default: 1)
  static let owner = Key<Root, String?>("owner")

  private func open(_ path: String) -> DefaultsStore {
    DefaultsStore(file: DefaultsFile(location: .success(path), fileSystem: files))
  }

  /// The value that a program reads which starts now; nil if the file cannot be read.
  private func content(_ path: String) throws -> [Int?] {
    let file = DefaultsFile(location: .success(path))
    let store = DefaultsStore(file: file)
    return [try store.read(Self.rooms), try store.read(Self.owner)?.count]
  }

  @Test(
    "a commit is kept or refused as a whole, in memory as in the file",
    arguments: [EIO, ENOSPC, EACCES, EMFILE], [false, true])
  func commit(_ code: Int32, isLasting: Bool) throws {
    var number = 1
    var failed = 0
    while true {
      let path = folder.url.appending(path: "\(code)-\(isLasting)-\(number)/defaults.plist").path
      let store = open(path)
      store.onIssue { _ in }
      try store.set(Self.rooms, to: 5)
      files.fail(number, isLasting: isLasting, code: code)
      var thrown: StoreError?
      do {
        try store.transaction {
          try $0.set(Self.rooms, to: 6)
          try $0.set(Self.owner, to: "Ada")
        }
      } catch { thrown = error as? StoreError }
      let didFail = files.failures > 0
      files.fail(nil)
      let (old, new): ([Int?], [Int?]) = ([5, nil], [6, 3])
      switch thrown?.code {
      case nil: #expect(try content(path) == new)
      case .uncertain: #expect([old, new].contains(try content(path)))
      default:
        #expect(try content(path) == old)
        #expect(store.get(Self.rooms) == 5)
        failed += 1
      }
      try store.update(Self.rooms) { $0 += 10 }
      #expect([[15, nil], [16, 3]].contains(try content(path)))
      #expect(store.get(Self.rooms) == (try content(path))[0])
      guard didFail else { break }
      number += 1
    }
    #expect(failed > 3)
  }

  @Test("opening gives a store that reads what is there, or says that it is unavailable")
  func opening() throws {
    let path = folder.url.appending(path: "defaults.plist").path
    try open(path).set(Self.rooms, to: 5)
    var number = 1
    while true {
      files.fail(number, isLasting: true)
      let store = open(path)
      store.onIssue { _ in }
      let didFail = files.failures > 0
      if case .unavailable = store.status {
        #expect(store.get(Self.rooms) == 1)
        #expect(throws: StoreError.self) { try store.set(Self.rooms, to: 6) }
        #expect(throws: StoreError.self) { try store.storedKeys() }
      } else {
        #expect(store.get(Self.rooms) == 5)
      }
      files.fail(nil)
      #expect(try content(path) == [5, nil])
      try store.refresh()
      #expect(store.get(Self.rooms) == 5)
      guard didFail else { break }
      number += 1
    }
    #expect(number > 3)
  }

  /// A store that holds five rooms, opened on a disk that can only be read.
  private func openReadOnly(_ path: String) throws -> (DefaultsStore, FaultyFileSystem) {
    try open(path).set(Self.rooms, to: 5)
    let changes: [FileOperation] = [.create, .access, .pwrite, .rename, .unlink, .mkdir]
    let disk = FaultyFileSystem { _, operation in changes.contains(operation) ? EROFS : nil }
    return (DefaultsStore(file: DefaultsFile(location: .success(path), fileSystem: disk)), disk)
  }

  @Test("a file system that can only be read gives values, and throws readOnly")
  func readOnly() throws {
    let path = folder.url.appending(path: "defaults.plist").path
    let (store, _) = try openReadOnly(path)
    guard case .readOnly = store.status else {
      Issue.record("\(store.status)")
      return
    }
    #expect(store.get(Self.rooms) == 5)
    let error = #expect(throws: StoreError.self) { try store.set(Self.rooms, to: 6) }
    #expect(error?.code == .readOnly)
    #expect(try content(path) == [5, nil])
  }

  @Test("a write without `try` is reported with its key")
  func keyOfTheWrite() throws {
    let store = open(folder.url.appending(path: "defaults.plist").path)
    try store.set(Self.rooms, to: 5)
    files.replacePlan { _, operation in operation == .pwrite ? ENOSPC : nil }
    store[Self.rooms] = 6
    store[Self.rooms] += 1
    store[Self.owner] = "Ada"
    #expect(store.problems.map(\.code) == [.full, .full, .full])
    #expect(store.problems.map(\.storageString) == ["rooms", "rooms", "owner"])
  }

  @Test("one that can be written again makes a store that is ready with its next commit")
  func writableAgain() throws {
    let path = folder.url.appending(path: "defaults.plist").path
    let (store, disk) = try openReadOnly(path)
    disk.replacePlan { _, _ in nil }
    try store.set(Self.rooms, to: 6)
    guard case .ready = store.status else {
      Issue.record("\(store.status)")
      return
    }
    #expect(try content(path) == [6, nil])
  }
}

extension FaultyFileSystem {
  /// Lets the call with a number, counted from now, fail, or that and all later ones.
  fileprivate func fail(_ number: Int?, isLasting: Bool = false, code: Int32 = EIO) {
    replacePlan { call, _ in
      guard let number, call == number || isLasting && call > number else { return nil }
      return code
    }
  }
}
