import Foundation
import Testing

@testable import KeywrightStorage

@Suite("Bringing commits to the disk")
struct DurabilityTests {
  let folder: TemporaryFolder
  let faulty = FaultyFileSystem()
  let file: DurableFile
  var mirror = Mirror()

  init() throws {
    folder = try TemporaryFolder()
    file = DurableFile(path: folder.file("store.plist"), fileSystem: faulty)
    try mirror.commit([("a", .integer(0))], to: file)
    faulty.replacePlan { _, _ in nil }
  }

  private var stored: PropertyListDictionary {
    get throws { try DurableFile.read(folder.file("store.plist")) }
  }

  @Test("takes no synchronization at the level of the process, one at that of the disk")
  mutating func levels() throws {
    try mirror.commit([("a", .integer(1))], to: file, durability: .process)
    #expect(!faulty.operations.contains { $0 == .fsync || $0 == .fdatasync })
    try mirror.commit([("a", .integer(2))], to: file, durability: .durable)
    #expect(faulty.operations.filter { $0 == .fdatasync }.count == 1)
    #expect(!faulty.operations.contains(.fsync))
  }

  @Test("is done by a flush, once")
  mutating func flush() throws {
    try mirror.commit([("a", .integer(1))], to: file)
    try file.flush()
    try file.flush()
    #expect(faulty.operations.filter { $0 == .fdatasync }.count == 1)
  }

  @Test("after a failed synchronization means a new base, and never a second synchronization")
  mutating func recovery() throws {
    faulty.replacePlan { _, operation in operation == .fdatasync ? EIO : nil }
    try mirror.commit([("a", .integer(1))], to: file, durability: .durable)
    #expect(faulty.operations.filter { $0 == .fdatasync }.count == 1)
    #expect(folder.names.contains("store.plist.journal.2"))
    #expect(try stored == mirror.values)
    faulty.replacePlan { _, _ in nil }
    try mirror.commit([("a", .integer(2))], to: file, durability: .durable)
    #expect(try stored == mirror.values)
  }

  @Test("that fails in every way is uncertain, and nothing more is written until a new start")
  mutating func uncertain() throws {
    faulty.replacePlan { _, operation in
      operation == .fdatasync || operation == .fsync ? EIO : nil
    }
    var error = #expect(throws: StorageError.self) {
      try mirror.commit([("a", .integer(1))], to: file, durability: .durable)
    }
    #expect(error?.code == .uncertain)
    faulty.replacePlan { _, _ in nil }
    error = #expect(throws: StorageError.self) {
      try mirror.commit([("a", .integer(2))], to: file)
    }
    #expect(error?.code == .readOnly)
    mirror.adopt(try file.open())
    try mirror.commit([("a", .integer(3))], to: file, durability: .durable)
    #expect(try stored == mirror.values)
  }

  @Test(
    "by waiting works after the lock was given back, and mends a failure", arguments: [false, true])
  mutating func waiting(failing: Bool) throws {
    faulty.replacePlan { _, operation in failing && operation == .fdatasync ? EIO : nil }
    mirror.adopt(try file.beginWriting(timeout: .zero))
    try file.write([.init(name: "a", value: .integer(5))]) {
      [.init(key: "a", value: .integer(5))]
    }
    let commit = try #require(file.endWriting())
    try file.waitUntilDurable(commit)
    #expect(faulty.operations.filter { $0 == .fdatasync }.count == 1)
    #expect(folder.names.contains("store.plist.journal.2") == failing)
    #expect(try stored["a"] == .integer(5))
    try file.waitUntilDurable(commit)
  }

  @Test("that fails for one who waits is uncertain when it cannot be mended")
  mutating func waitingUncertain() throws {
    faulty.replacePlan { _, operation in
      operation == .fdatasync || operation == .fsync ? EIO : nil
    }
    mirror.adopt(try file.beginWriting(timeout: .zero))
    try file.write([.init(name: "a", value: .integer(5))]) { [] }
    let commit = try #require(file.endWriting())
    for _ in 0..<2 {
      let error = #expect(throws: StorageError.self) { try file.waitUntilDurable(commit) }
      #expect(error?.code == .uncertain)
    }
  }

  @Test("of a new base that nobody confirmed is uncertain, and so is every flush after it")
  mutating func unconfirmedBase() throws {
    let isRenamed = Guarded(false)
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

  @Test("by a flush of the whole list takes others' commits along, which are still reported")
  mutating func flushOthers() throws {
    try mirror.commit([("a", .integer(1))], to: file)
    try DurableFile(path: folder.file("store.plist")).set(["b": .integer(2)])
    try file.flush(compacting: true)
    let plist = try PropertyListSerialization.propertyList(
      from: Data(try #require(folder.read("store.plist"))), format: nil)
    #expect(plist as? [String: Int] == ["a": 1, "b": 2])
    #expect(try file.refresh()?.members.map(\.key) == ["a", "b"])
  }

  @Test("does not depend on how many values were written before", .timeLimit(.minutes(1)))
  mutating func manyValues() throws {
    let values = PropertyList.array(.init(repeating: .boolean(true), count: 9_999))
    for number in 0..<110 {
      try mirror.commit([("a", values), ("n", .integer(Int64(number)))], to: file)
    }
    #expect(file.state.withLock { $0.values } < 200_000)
  }

  @Test("of commits that come while one is under way takes one synchronization for all")
  func group() throws {
    let disk = GatedDisk(gate: 8)
    let descriptor = try disk.open(
      folder.file("file"), in: disk.workingFolder, .create(permissions: 0o600))
    let sync = GroupSync(OpenFile(descriptor, disk), synced: 0)
    let failures = Guarded(0)
    let threads = (1...8).map { end in
      Thread {
        // All others come while the first one's synchronization is under way.
        if end > 1 { disk.waitForFirst() }
        sync.didWrite(upTo: end)
        disk.arrive()
        if (try? sync.wait(upTo: end)) == nil { failures.withLock { $0 += 1 } }
        disk.leave()
      }
    }
    for thread in threads { thread.start() }
    disk.waitForAll()
    #expect(disk.synchronizations == 2)
    #expect(failures.withLock { $0 } == 0)
    #expect(!sync.isPending)
  }

  @Test("happens by itself, and so does the property list of an idle file")
  mutating func upkeep() throws {
    try mirror.commit([("a", .integer(1))], to: file)
    #expect(file.performUpkeep())
    #expect(faulty.operations.filter { $0 == .fdatasync }.count == 1)
    #expect(folder.names.contains("store.plist.journal.1"))
    var rounds = 1
    while file.performUpkeep() { rounds += 1 }
    #expect(rounds < 2 * Upkeep.idleRounds)
    #expect(folder.names.contains("store.plist.journal.2"))
    let plist = try PropertyListSerialization.propertyList(
      from: Data(try #require(folder.read("store.plist"))), format: nil)
    #expect(plist as? [String: Int] == ["a": 1])
    #expect(try file.refresh()?.members == nil)
  }

  @Test("waits while commits come in, and leaves the base alone where that is asked for")
  mutating func busyUpkeep() throws {
    for number in 0..<10 {
      try mirror.commit([("a", .integer(Int64(number)))], to: file)
      #expect(file.performUpkeep())
    }
    #expect(folder.names.contains("store.plist.journal.1"))
    let path = folder.file("quiet.plist")
    let quiet = DurableFile(path: path, fileSystem: faulty, compactsWhenIdle: false)
    var mirror = Mirror()
    try mirror.commit([("a", .integer(1))], to: quiet)
    try mirror.commit([("a", .integer(2))], to: quiet)
    while quiet.performUpkeep() {}
    #expect(folder.names.contains("quiet.plist.journal.1"))
    quiet.close()
    #expect(folder.names.contains("quiet.plist.journal.2"))
  }

  @Test("is done for a journal that an ended program left, when the file is opened next")
  mutating func oldJournal() throws {
    try mirror.commit([("a", .integer(1))], to: file)
    try touch(Date(timeIntervalSinceNow: -10))
    #expect(try DurableFile.read(folder.file("store.plist")) == mirror.values)
    #expect(!folder.names.contains("store.plist.journal.1"))
    #expect(folder.names.contains("store.plist.journal.2"))
  }
}

extension DurabilityTests {
  @Test("does not mind times that no clock shows", arguments: [-20_000_000_000, 10_413_792_000])
  func oddTimes(seconds: Double) throws {
    var mirror = mirror
    try mirror.commit([("a", .integer(1))], to: file)
    try touch(Date(timeIntervalSince1970: seconds))
    #expect(try DurableFile.read(folder.file("store.plist")) == mirror.values)
  }

  private func touch(_ date: Date) throws {
    let journal = folder.file("store.plist.journal.1")
    var times = [timespec(), timespec()]
    for index in times.indices { times[index].tv_sec = Int(date.timeIntervalSince1970) }
    try #require(utimensat(AT_FDCWD, journal, times, 0) == 0)
  }
}

/// A disk whose first synchronization takes until a number of threads have arrived.
private final class GatedDisk: FileSystemWrapper, @unchecked Sendable {
  private let gate: Int
  private let counts = Guarded((synchronizations: 0, arrived: 0, left: 0))
  var synchronizations: Int { counts.withLock { $0.synchronizations } }

  init(gate: Int) { self.gate = gate }

  func arrive() { counts.withLock { $0.arrived += 1 } }
  func leave() { counts.withLock { $0.left += 1 } }
  func waitForFirst() { while synchronizations == 0 { real.pause(.microseconds(100)) } }
  func waitForAll() { while counts.withLock({ $0.left }) < gate { real.pause(.microseconds(100)) } }

  override func synchronizeData(_ file: Int32) throws(SystemError) {
    counts.withLock { $0.synchronizations += 1 }
    while counts.withLock({ $0.arrived }) < gate { real.pause(.microseconds(100)) }
  }
}
