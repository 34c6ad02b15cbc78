import Foundation
import KeywrightTestSupport
import Testing

@testable import KeywrightStorage

@Suite("A synchronization")
final class FailedSynchronizationTests: FaultyStoreTests {
  @Test("that failed means a new journal, and is never repeated")
  func recovery() throws {
    fail(.fdatasync)
    try mirror.commit([("a", .integer(1))], to: file, durability: .durable)
    #expect(faulty.operations.filter { $0 == .fdatasync }.count == 1)
    #expect(faulty.operations.contains(.rename))
    #expect(try stored == mirror.values)
    succeed()
    try mirror.commit([("a", .integer(2))], to: file, durability: .durable)
    #expect(try stored == mirror.values)
  }

  @Test("that fails in every way is uncertain, and nothing more is written until a new start")
  func uncertain() throws {
    fail(.fdatasync, .fsync)
    var error = #expect(throws: StorageError.self) {
      try mirror.commit([("a", .integer(1))], to: file, durability: .durable)
    }
    #expect(error?.code == .uncertain)
    succeed()
    error = #expect(throws: StorageError.self) {
      try mirror.commit([("a", .integer(2))], to: file)
    }
    #expect(error?.code == .readOnly)
    #expect(file.isRefusing)
    mirror.adopt(try file.open())
    #expect(!file.isRefusing)
    try mirror.commit([("a", .integer(3))], to: file, durability: .durable)
    #expect(try stored == mirror.values)
  }

  @Test("is tried again by opening, and refused still while the disk confirms nothing")
  func tryingAgain() throws {
    fail(.fdatasync, .fsync)
    #expect(throws: StorageError.self) {
      try mirror.commit([("a", .integer(1))], to: file, durability: .durable)
    }
    let contents = try file.open()
    #expect(contents.isReadOnly && file.isRefusing)
    #expect(PropertyListDictionary(sortedMembers: contents.members) == mirror.values)
    #expect(try file.refusal()?.code == .readOnly)
    succeed()
    #expect(try !file.open().isReadOnly)
    #expect(try file.refusal() == nil)
    // Not by a second synchronization of what may have been dropped, but by a new journal.
    #expect(faulty.operations.filter { $0 == .fsync }.count >= 3)
    #expect(folder.names.filter { $0.contains("damaged") }.isEmpty)
  }

  @Test("that failed is no damage for others")
  func others() throws {
    fail(.fdatasync, .fsync)
    #expect(throws: StorageError.self) {
      try mirror.commit([("a", .integer(1))], to: file, durability: .durable)
    }
    let other = DurableFile(path: folder.file("store.plist"))
    let contents = try other.open()
    #expect(contents.issues.isEmpty)
    var others = Mirror()
    others.adopt(contents)
    try others.commit([("b", .integer(2))], to: other, durability: .durable)
    #expect(others.values == PropertyListDictionary(["a": .integer(1), "b": .integer(2)]))
    #expect(folder.names.filter { $0.contains("damaged") }.isEmpty)
    #expect(try stored == others.values)
  }

  @Test(
    "that failed for another is not made good by a flush that writes nothing",
    arguments: [0, 1])
  func flushSealed(commits: Int) throws {
    // The first commit is the checkpoint: its name, and so all of it, is in doubt.
    let path = folder.file("other.plist")
    let first = DurableFile(path: path, fileSystem: faulty)
    fail(.fsync, number: commits == 0 ? 3 : 100)
    try first.set(["a": .integer(1)], publishing: false)
    if commits > 0 {
      fail(.fdatasync, .fsync)
      try first.set(["a": .integer(2)], publishing: false)
      #expect(throws: StorageError.self) { try first.flush() }
    }
    let second = DurableFile(path: path, fileSystem: faulty)
    fail(.fsync)
    _ = try second.open()
    let error = #expect(throws: StorageError.self) { try second.flush() }
    #expect(error?.code == .uncertain)
    succeed()
    if second.isRefusing { _ = try second.open() }
    try second.flush()
    #expect(faulty.operations.contains(.fsync))
  }

  @Test("that fails in the background is reported")
  func background() throws {
    try mirror.commit([("a", .integer(1))], to: file)
    fail(.fdatasync, .fsync)
    while file.performMaintenance() {}
    #expect(file.takeIssues().map(\.code) == [.uncertain])
    #expect(file.isRefusing)
  }

  @Test("that fails for one who waits is uncertain when it cannot be mended")
  func waitingUncertain() throws {
    fail(.fdatasync, .fsync)
    mirror.adopt(try file.beginWriting(timeout: .zero))
    try file.write([.init(name: "a", value: .integer(5))]) { [] }
    let commit = try #require(file.endWriting())
    for _ in 0..<2 {
      let error = #expect(throws: StorageError.self) { try file.waitUntilDurable(commit) }
      #expect(error?.code == .uncertain)
    }
  }

  @Test("of a new checkpoint that nobody confirmed is uncertain, and so is every flush after it")
  func unconfirmedCheckpoint() throws {
    let isRenamed = Protected(false)
    faulty.replacePlan { _, operation in
      if operation == .rename { isRenamed.withLock { $0 = true } }
      return operation == .fsync && isRenamed.withLock { $0 } ? EIO : nil
    }
    for durability in [Durability.durable, .process] {
      isRenamed.withLock { $0 = false }
      let path = folder.file("\(durability).plist")
      let fresh = DurableFile(path: path, fileSystem: faulty)
      var mirror = Mirror()
      let error = #expect(throws: StorageError.self) {
        try mirror.commit([("a", .integer(1))], to: fresh, durability: durability)
        try fresh.flush()
      }
      #expect(error?.code == .uncertain)
      #expect(mirror.values == PropertyListDictionary(["a": .integer(1)]))
      for compacting in [false, true] {
        #expect(throws: StorageError.self) { try fresh.flush(compacting: compacting) }
      }
    }
  }
}
