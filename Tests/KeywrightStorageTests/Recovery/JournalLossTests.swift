import Foundation
import KeywrightTestSupport
import Testing

@testable import KeywrightStorage

@Suite("A journal that is removed or replaced alone, while the store is open")
struct JournalLossTests {
  let folder: TemporaryFolder
  let path: String
  let journal: String
  let clock = StandingClock()
  let file: DurableFile
  var mirror = Mirror()

  /// A list with a=0, and a journal that sets a=2 and b=1, by a store that has just looked along its path.
  init() throws {
    folder = TemporaryFolder()
    path = folder.file("store.plist")
    journal = path + ".journal.1"
    file = DurableFile(path: path, fileSystem: clock)
    try mirror.commit([("a", .integer(0))], to: file)
    try clock.stand(after: folder.path)
    try mirror.commit([("a", .integer(2))], to: file)
    try mirror.commit([("b", .integer(1))], to: file)
  }

  enum Way: CaseIterable {
    case removed, aside, replacedByBytes, replacedByACopy, asideAndReplaced
    case asideForAFolder
  }

  /// - Returns: The bytes of the file that has the journal's name after that.
  @discardableResult
  private func make(_ way: Way) throws -> [UInt8]? {
    let copy = try #require(FileManager.default.contents(atPath: journal))
    let other = folder.file("other")
    // A commit in the same moment would not notice it, and be made again by the next look.
    clock.pass()
    switch way {
    case .removed: #expect(unlink(journal) == 0)
    case .aside: #expect(rename(journal, other) == 0)
    case .asideForAFolder:
      #expect(mkdir(other, 0o700) == 0 && rename(journal, other + "/j") == 0)
    case .replacedByBytes: try Data([1, 2, 3]).write(to: URL(filePath: journal), options: .atomic)
    case .replacedByACopy: try copy.write(to: URL(filePath: journal), options: .atomic)
    case .asideAndReplaced:
      #expect(rename(journal, other) == 0)
      try copy.write(to: URL(filePath: journal))
    }
    return FileManager.default.contents(atPath: journal).map(Array.init)
  }

  enum Call: CaseIterable {
    case set, durableSet, flush, compact, refresh, refreshUpdate
  }

  private mutating func perform(_ call: Call) throws {
    switch call {
    case .set: try mirror.commit([("c", .integer(3))], to: file)
    case .durableSet: try mirror.commit([("c", .integer(3))], to: file, durability: .durable)
    case .flush: try file.flush()
    case .compact: try file.flush(compacting: true)
    case .refresh: mirror.adopt(try file.refresh())
    case .refreshUpdate: _ = try file.refreshUpdate()
    }
  }

  @Test(
    "is noticed by the next call: what was committed is there after a kill",
    arguments: Way.allCases, Call.allCases)
  mutating func noticed(way: Way, call: Call) throws {
    let foreign = try make(way)
    let expected = mirror.values
    try perform(call)
    if call == .set || call == .durableSet { #expect(mirror.values.members.count == 3) }
    // Another process finds it, whatever becomes of this one.
    let found = try DurableFile(path: path).open()
    #expect(found.members == mirror.values.members)
    #expect(expected.members.allSatisfy { found.members.contains($0) })
    // What was put into the journal's place is kept aside, of which each opening tells.
    let isKept = folder.names.contains { $0.contains(".damaged-") }
    #expect(found.issues.map(\.code) == (isKept ? [.unacknowledged] : []))
    #expect(file.takeIssues().map(\.code) == [.corrupt])
    if let foreign {
      #expect(folder.read("store.plist.journal.1.damaged-1") == foreign)
    } else {
      #expect(!folder.names.contains { $0.contains("damaged") })
    }
    // It goes on as ever.
    try mirror.commit([("d", .integer(4))], to: file)
    #expect(try DurableFile.read(path) == mirror.values)
    #expect(file.takeIssues().isEmpty)
  }

  @Test("loses nothing of what another process appended to it meanwhile")
  mutating func othersCommits() throws {
    let other = DurableFile(path: path)
    _ = try other.open()
    try make(.removed)
    // As if the other one had looked at the names a moment before.
    let descriptor = try #require(other.state.withLock { $0.journal?.file.descriptor })
    var record = JournalEncoder()
    try JournalRecord.write([.init(name: "theirs", value: .integer(9))], to: &record)
    let end = try #require(other.state.withLock { $0.journal?.end })
    record.endRecord(generation: 1, offset: end)
    #expect(
      record.bytes.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, off_t(end)) } > 0)
    mirror.adopt(try file.refresh())
    #expect(mirror.values["theirs"] == .integer(9))
    #expect(try DurableFile.read(path) == mirror.values)
  }

  @Test("and is moved back, is no loss")
  mutating func movedBack() throws {
    let other = folder.file("other")
    #expect(rename(journal, other) == 0 && rename(other, journal) == 0)
    let names = folder.names
    try mirror.commit([("c", .integer(3))], to: file)
    try file.flush()
    #expect(folder.names == names)
    #expect(file.takeIssues().isEmpty)
  }

  @Test("when another process's compaction did that is no loss")
  mutating func compaction() throws {
    let other = DurableFile(path: path)
    for number in 0..<5 {
      try other.flush(compacting: true)
      mirror.adopt(try other.refresh())
      if number % 2 == 0 { try file.flush() }
      try mirror.commit([("c", .integer(Int64(number)))], to: file)
      #expect(file.takeIssues().isEmpty)
    }
    #expect(try DurableFile.read(path) == mirror.values)
  }

  @Test("throws where the commits that it held cannot be written again", arguments: Call.allCases)
  mutating func refused(call: Call) throws {
    let faulty = FaultyFileSystem(clock)
    let file = DurableFile(path: path, fileSystem: faulty)
    mirror.adopt(try file.open())
    try mirror.commit([("c", .integer(1))], to: file)
    try make(.removed)
    faulty.pause(.nanoseconds(WriterLock.trust))
    faulty.replacePlan { _, operation in operation == .create ? ENOSPC : nil }
    let error = #expect(throws: StorageError.self) {
      switch call {
      case .set: try file.set(["d": .integer(1)])
      case .durableSet: try mirror.commit([("d", .integer(1))], to: file, durability: .durable)
      case .flush: try file.flush()
      case .compact: try file.flush(compacting: true)
      case .refresh: _ = try file.refresh()
      case .refreshUpdate: _ = try file.refreshUpdate()
      }
    }
    #expect(error?.code == .full)
    faulty.replacePlan { _, _ in nil }
    try file.flush()
    #expect(try DurableFile.read(path) == mirror.values)
  }
}

@Suite("A property list that is hard-linked elsewhere")
struct HardLinkTests {
  let folder = TemporaryFolder()

  @Test("is reported once: each name is a store with a journal of its own")
  func opened() throws {
    let path = folder.file("store.plist")
    try DurableFile(path: path).set(["a": .integer(0)])
    #expect(link(path, folder.file("other.plist")) == 0)
    let file = DurableFile(path: path)
    var mirror = Mirror()
    mirror.adopt(try file.open())
    let issues = file.takeIssues()
    #expect(issues.map(\.code) == [.unsupported])
    #expect(issues.first?.found == "a file of 2 names (hard links)")
    mirror.adopt(try file.refresh())
    try mirror.commit([("a", .integer(1))], to: file)
    try file.flush()
    #expect(file.takeIssues().isEmpty)
    #expect(try DurableFile.read(path) == mirror.values)
  }

  @Test("while the store is open is reported by the next commit")
  func whileOpen() throws {
    let path = folder.file("store.plist")
    let file = DurableFile(path: path)
    try file.set(["a": .integer(0)])
    #expect(file.takeIssues().isEmpty)
    #expect(link(path, folder.file("other.plist")) == 0)
    try file.set(["a": .integer(1)])
    #expect(file.takeIssues().map(\.code) == [.unsupported])
  }

  @Test("is reported by an inspection")
  func inspected() throws {
    let path = folder.file("store.plist")
    try DurableFile(path: path).set(["a": .integer(0)])
    #expect(link(path, folder.file("other.plist")) == 0)
    let contents = try DurableFile(path: path).inspect().opening.get()
    #expect(contents.issues.map(\.code) == [.unsupported])
  }
}
