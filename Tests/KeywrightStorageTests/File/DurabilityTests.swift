import Foundation
import KeywrightTestSupport
import Testing

@testable import KeywrightStorage

@Suite("Bringing commits to the disk")
final class DurabilityTests: FaultyStoreTests {
  @Test("takes no synchronization at the level of the process, one at that of the disk")
  func levels() throws {
    try mirror.commit([("a", .integer(1))], to: file, durability: .process)
    #expect(!faulty.operations.contains { $0 == .fsync || $0 == .fdatasync })
    try mirror.commit([("a", .integer(2))], to: file, durability: .durable)
    let first = faulty.operations.filter { $0 == .fdatasync || $0 == .fsync }
    #expect(first.prefix(2) == [.fdatasync, .fsync], "the journal, and its name")
    try mirror.commit([("a", .integer(3))], to: file, durability: .durable)
    #expect(faulty.operations.filter { $0 == .fdatasync || $0 == .fsync } == first + [.fdatasync])
  }

  @Test("is done by a flush, once")
  func flush() throws {
    try mirror.commit([("a", .integer(1))], to: file)
    try file.flush()
    try file.flush()
    #expect(faulty.operations.filter { $0 == .fdatasync }.count == 1)
  }

  @Test(
    "by waiting works after the lock was given back, and mends a failure", arguments: [false, true])
  func waiting(failing: Bool) throws {
    try file.flush()
    faulty.replacePlan { _, operation in failing && operation == .fdatasync ? EIO : nil }
    mirror.adopt(try file.beginWriting(timeout: .zero))
    try file.write([.init(name: "a", value: .integer(5))]) {
      [.init(key: "a", value: .integer(5))]
    }
    let commit = try #require(file.endWriting())
    try file.waitUntilDurable(commit)
    #expect(faulty.operations.filter { $0 == .fdatasync }.count == 1)
    #expect(faulty.operations.contains(.fsync) == failing)
    #expect(try stored["a"] == .integer(5))
    try file.waitUntilDurable(commit)
  }

  @Test("by a flush of the whole list takes others' commits along, which are still reported")
  func flushOthers() throws {
    try mirror.commit([("a", .integer(1))], to: file)
    for number in 2...3 {
      try DurableFile(path: folder.file("store.plist")).set(["b": .integer(Int64(number))])
      try file.flush(compacting: true)
      #expect(
        try folder.members("store.plist")
          == .init(["a": .integer(1), "b": .integer(Int64(number))]))
    }
    #expect(try file.refresh()?.members.map(\.key) == ["a", "b"])
  }

  @Test("does not depend on how many values were written before", .timeLimit(.minutes(20)))
  func manyValues() throws {
    let values = PropertyList.array(.init(repeating: .boolean(true), count: 9_999))
    var most = 0
    for number in 0..<110 {
      try mirror.commit([("a", values), ("n", .integer(Int64(number)))], to: file)
      most = max(most, file.state.withLock { $0.values })
    }
    // Each takes a byte at least, in a journal that is brought into the list when it is long.
    #expect(most < DurableFile.MaintenanceState.shortestLongJournal + 20_000)
  }

  @Test("of commits that come while one is under way takes one synchronization for all")
  func group() throws {
    let disk = GatedDisk(gate: 8)
    let descriptor = try disk.open(
      folder.file("file"), in: disk.workingFolder, .create(permissions: 0o600))
    let sync = GroupCommit(OpenFile(descriptor, disk), in: nil)
    let failures = Protected(0)
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
  func maintenance() throws {
    try mirror.commit([("a", .integer(1))], to: file)
    #expect(file.performMaintenance())
    // The commit, and the note of the first list.
    #expect(faulty.operations.filter { $0 == .fdatasync }.count == 2)
    var rounds = 1
    while file.performMaintenance() { rounds += 1 }
    #expect(rounds <= 2 * Maintenance.idleRounds)
    #expect(try folder.members("store.plist") == .init(["a": .integer(1)]))
    #expect(try file.refresh()?.members == nil)
  }

  @Test("happens by itself also when nobody holds the file any more")
  func upkeepAlone() throws {
    let maintenance = Maintenance { _ in true }
    do {
      let file = DurableFile(
        path: folder.file("store.plist"), fileSystem: faulty, maintenance: maintenance)
      mirror.adopt(try file.open())
      for number in 1...2 { try mirror.commit([("a", .integer(Int64(number)))], to: file) }
    }
    let before = faulty.operations.filter { $0 == .fdatasync }.count
    while maintenance.round() {}
    // The commits; the note of the list; that it has its name, before what had it goes.
    #expect(faulty.operations.filter { $0 == .fdatasync }.count == before + 3)
    #expect(try folder.members("store.plist") == mirror.values)
  }

  @Test("is left to flush where no thread is to be had, which is reported once")
  func noThread() throws {
    let maintenance = Maintenance { _ in false }
    let file = DurableFile(
      path: folder.file("store.plist"), fileSystem: faulty, maintenance: maintenance)
    mirror.adopt(try file.open())
    for number in 1...3 { try mirror.commit([("a", .integer(Int64(number)))], to: file) }
    #expect(file.takeIssues().map(\.code) == [.unavailable])
    #expect(!maintenance.round())
    let before = faulty.operations.filter { $0 == .fdatasync }.count
    try file.flush()
    #expect(faulty.operations.filter { $0 == .fdatasync }.count == before + 1)
    #expect(try stored["a"] == .integer(3))
  }

  @Test("ends for a file that was closed")
  func upkeepClosed() throws {
    let maintenance = Maintenance { _ in true }
    let file = DurableFile(
      path: folder.file("store.plist"), fileSystem: faulty, maintenance: maintenance)
    mirror.adopt(try file.open())
    for number in 1...2 { try mirror.commit([("a", .integer(Int64(number)))], to: file) }
    file.close()
    #expect(!maintenance.round())
  }

  @Test("waits while commits come in")
  func busyMaintenance() throws {
    for number in 0..<10 {
      try mirror.commit([("a", .integer(Int64(number)))], to: file)
      #expect(file.performMaintenance())
    }
    // The first list alone does not wait.
    #expect(try folder.members("store.plist") == .init(["a": .integer(0)]))
  }

  @Test("is what the end of a process waits for, however long the list is")
  func exit() throws {
    let long = PropertyList.data(.init(repeating: 1, count: 2 << 20))
    try mirror.commit([("long", long)], to: file)
    try file.flush(compacting: true)
    let list = try folder.members("store.plist")
    try mirror.commit([("a", .integer(1))], to: file)
    faulty.replacePlan { _, _ in nil }
    file.flushAtExit(within: .seconds(10))
    #expect(faulty.operations.contains(.fdatasync))
    file.compactAtExit(within: .seconds(10))
    #expect(try folder.members("store.plist") == list)
  }

  @Test("brings a long journal into a long list at the end of a process")
  func exitWithLongJournal() throws {
    let long = PropertyList.data(.init(repeating: 1, count: 2 << 20))
    let quiet = DurableFile(path: folder.file("store.plist"), compactsByItself: false)
    try mirror.commit([("long", long)], to: quiet)
    try quiet.flush(compacting: true)
    let last = DurableFile(path: folder.file("store.plist"), fileSystem: faulty)
    _ = try last.open()
    let short = PropertyList.data(.init(repeating: 2, count: 100 << 10))
    for number in 1...60 { try mirror.commit([("b\(number % 2)", short)], to: quiet) }
    _ = try last.refreshUpdate()
    last.compactAtExit(within: .seconds(10))
    #expect(try folder.members("store.plist") == mirror.values)
  }

  @Test("of an app group's file brings the list up to date in nothing but close and flush")
  func onRequest() throws {
    try mirror.commit([("a", .integer(1))], to: file)
    let quiet = DurableFile(
      path: folder.file("store.plist"), fileSystem: faulty, compactsByItself: false)
    mirror.adopt(try quiet.open())
    try mirror.commit([("b", .integer(1))], to: quiet)
    quiet.compactAtExit(within: .seconds(10))
    #expect(!folder.names.contains("store.plist"))
    let long = PropertyList.data(
      .init(repeating: 1, count: DurableFile.MaintenanceState.shortestLongJournal))
    for _ in 0..<3 { try mirror.commit([("b", long)], to: quiet) }
    while quiet.performMaintenance() {}
    quiet.compactAtExit(within: .seconds(10))
    #expect(!folder.names.contains("store.plist"))
    try quiet.flush(compacting: true)
    #expect(try folder.members("store.plist") == mirror.values)
    try mirror.commit([("b", nil)], to: quiet)
    quiet.close()
    #expect(try folder.members("store.plist") == mirror.values)
  }

  @Test("is done for what an ended program left, when the file is opened next")
  func oldJournal() throws {
    try mirror.commit([("a", .integer(1))], to: file)
    let maintenance = Maintenance { _ in true }
    let next = DurableFile(path: folder.file("store.plist"), maintenance: maintenance)
    #expect(try next.open().members == mirror.values.members)
    #expect(!folder.names.contains("store.plist"))
    #expect(maintenance.round())
    #expect(try folder.members("store.plist") == mirror.values)
  }
}

extension DurabilityTests {
  @Test("waits for no disk at opening and at the first commit, beside an old journal")
  func opening() throws {
    try mirror.commit([("a", .integer(1))], to: file)
    succeed()
    let maintenance = Maintenance { _ in true }
    let next = DurableFile(
      path: folder.file("store.plist"), fileSystem: faulty, maintenance: maintenance)
    mirror.adopt(try next.open())
    try mirror.commit([("a", .integer(2))], to: next)
    #expect(!faulty.operations.contains { $0 == .fsync || $0 == .fdatasync })
    #expect(maintenance.round())
    #expect(folder.names == ["store.plist", "store.plist.journal", "store.plist.lock"])
    #expect(try folder.members("store.plist") == mirror.values)
  }

  @Test("waits for no disk in a commit that makes the journal too long, which the thread shortens")
  func longJournal() throws {
    let maintenance = Maintenance { _ in true }
    let writer = DurableFile(
      path: folder.file("store.plist"), fileSystem: faulty, maintenance: maintenance)
    mirror.adopt(try writer.open())
    let long = PropertyList.data(
      .init(repeating: 1, count: DurableFile.MaintenanceState.shortestLongJournal))
    for _ in 0..<3 { try mirror.commit([("b", long)], to: writer) }
    #expect(!faulty.operations.contains { $0 == .fsync || $0 == .fdatasync })
    #expect(maintenance.round())
    #expect(folder.names == ["store.plist", "store.plist.journal", "store.plist.lock"])
    #expect(try folder.members("store.plist") == mirror.values)
  }

  @Test("does not mind times that no clock shows", arguments: [-20_000_000_000, 10_413_792_000])
  func oddTimes(seconds: Double) throws {
    try mirror.commit([("a", .integer(1))], to: file)
    try touch(Date(timeIntervalSince1970: seconds))
    #expect(try DurableFile.read(folder.file("store.plist")) == mirror.values)
  }

  private func touch(_ date: Date) throws {
    let journal = folder.file("store.plist.journal")
    var times = [timespec(), timespec()]
    for index in times.indices { times[index].tv_sec = Int(date.timeIntervalSince1970) }
    try #require(utimensat(AT_FDCWD, journal, times, 0) == 0)
  }
}

/// A disk whose first synchronization takes until a number of threads have arrived.
private final class GatedDisk: FileSystemWrapper, @unchecked Sendable {
  // `@unchecked`: `counts` has its own lock, `gate` never changes.
  private let gate: Int
  private let counts = Protected((synchronizations: 0, arrived: 0, left: 0))
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
