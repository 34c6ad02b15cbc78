import Foundation
import KeywrightTestSupport
import Testing

@testable import KeywrightStorage

/// A compaction, stage by stage, and what others do meanwhile.
@Suite("A compaction beside which commits go on")
struct CompactionTests {
  private let folder = TemporaryFolder()
  private let file: DurableFile
  private var mirror = Mirror()
  private var path: String { folder.file("s") }
  private let temporary = Folder.compactionName(for: "s")

  /// A checkpoint with a=0, and a journal that sets a=1.
  init() throws {
    file = DurableFile(path: folder.file("s"))
    for number in 0...1 { try mirror.commit([("a", .integer(Int64(number)))], to: file) }
  }

  private var compaction: Compaction {
    get throws { try #require(try Compaction(of: file, timeout: .seconds(10))) }
  }

  private func value(_ name: String) throws -> PropertyList? { try DurableFile.read(path)[name] }

  @Test("takes a commit of its own object and of another after each stage, and loses none")
  mutating func stages() throws {
    var compaction = try compaction
    let other = DurableFile(path: path)
    var theirs = Mirror()
    var number: Int64 = 1
    while !compaction.isOver {
      try compaction.advance()
      number += 1
      try mirror.commit([("a", .integer(number)), ("b\(number)", .integer(1))], to: file)
      try theirs.commit([("a", .integer(-number))], to: other)
      #expect(try value("a") == .integer(-number))
      #expect(try DurableFile(path: path).open().issues.isEmpty)
    }
    mirror.adopt(try file.refresh())
    #expect(try DurableFile.read(path) == mirror.values)
    #expect(mirror.values.count == Int(number))
    #expect(folder.names == ["s", "s.journal.2", "s.lock"])
  }

  @Test("leaves the list to others who lock it")
  func unlocked() throws {
    var compaction = try compaction
    #expect(try compaction.run())
    let system = SystemFileSystem()
    let list = try system.open(path, in: system.workingFolder, .read)
    defer { system.close(list) }
    #expect(try system.lock(list))
  }

  @Test("is the only one, and nobody sweeps its file")
  func alone() throws {
    var compaction = try compaction
    try compaction.advance()
    let other = DurableFile(path: path)
    _ = try other.open()
    #expect(try Compaction(of: other, timeout: .zero) == nil)
    try DurableFile(path: path).set(["b": .integer(1)])
    #expect(folder.names.contains(temporary))
    #expect(try compaction.run())
    #expect(folder.names == ["s", "s.journal.2", "s.lock"])
  }

  @Test("is taken up by the next where a crash ended it", arguments: 1...7)
  mutating func takenUp(stage: Int) throws {
    do {
      var compaction = try compaction
      for _ in 0..<stage { try compaction.advance() }
    }
    try mirror.commit([("b", .integer(2))], to: file)
    #expect(try DurableFile.read(path) == mirror.values)
    try file.flush(compacting: true)
    #expect(try DurableFile.read(path) == mirror.values)
    #expect(folder.names.filter { $0.contains("journal") }.count == 1)
    #expect(!folder.names.contains(temporary))
    // The list has the commits since the crash too.
    #expect(try DurableFile(path: path).inspect().files.allSatisfy(\.commits.isEmpty))
  }

  @Test("ends without a trace where another writer writes everything", arguments: 1...6)
  mutating func overtaken(stage: Int) throws {
    var compaction = try compaction
    for _ in 0..<stage { try compaction.advance() }
    let other = DurableFile(path: path)
    _ = try other.beginWriting(timeout: .seconds(1))
    other.state.withLock { $0.needsCheckpoint = true }
    let members = PropertyListDictionary(["a": .integer(1), "c": .integer(3)])
    try other.write([.init(name: "c", value: .integer(3))]) { members.members }
    other.endWriting()
    #expect(try !compaction.run())
    #expect(try DurableFile.read(path) == members)
    #expect(folder.names.filter { $0.contains("journal") }.count == 1)
    #expect(!folder.names.contains(temporary))
    try mirror.commit([("d", .integer(4))], to: file)
    #expect(try DurableFile.read(path)["c"] == .integer(3))
  }

  @Test("ends where its successor was removed")
  mutating func removedSuccessor() throws {
    var compaction = try compaction
    for _ in 0..<2 { try compaction.advance() }
    try FileManager.default.removeItem(atPath: folder.file("s.journal.2"))
    #expect(try !compaction.run())
    try mirror.commit([("b", .integer(2))], to: file)
    #expect(try DurableFile.read(path) == mirror.values)
    #expect(folder.names == ["s", "s.journal.1", "s.lock"])
  }

  @Test("puts no checkpoint in place once its successor, with commits, was removed")
  mutating func removedUsedSuccessor() throws {
    var compaction = try compaction
    for _ in 0..<6 { try compaction.advance() }
    try mirror.commit([("b", .integer(2))], to: file)
    try FileManager.default.removeItem(atPath: folder.file("s.journal.2"))
    #expect(try !compaction.run())
    try mirror.commit([("c", .integer(3))], to: file)
    #expect(try DurableFile.read(path) == mirror.values)
  }

  @Test("ends where another program edits the list, and the edit counts", arguments: 1...6)
  mutating func edited(stage: Int) throws {
    var compaction = try compaction
    for _ in 0..<stage { try compaction.advance() }
    let edit = Data("<plist><dict><key>e</key><integer>5</integer></dict></plist>".utf8)
    try edit.write(to: URL(filePath: path), options: .atomic)
    #expect(try !compaction.run())
    try mirror.commit([("b", .integer(2))], to: file)
    #expect(mirror.values["e"] == .integer(5))
    #expect(try DurableFile.read(path) == mirror.values)
  }

  /// Lets this object and one that opens the file now commit; the commits must be in one journal.
  private mutating func expectOneJournal() throws {
    try DurableFile(path: path).set(["theirs": .integer(1)])
    try mirror.commit([("ours", .integer(1))], to: file)
    #expect(mirror.values["theirs"] == .integer(1))
    #expect(try DurableFile.read(path) == mirror.values)
    #expect(folder.names.filter { $0.contains("journal") }.count == 1)
  }

  @Test("takes its place beside no journal that a killed writer made for the same members")
  mutating func journalOfKilledWriter() throws {
    var compaction = try compaction
    for _ in 0..<3 { try compaction.advance() }
    try DurableFile.writeUntilKilled(path)
    #expect(folder.names.contains("s.journal.3"))
    #expect(try compaction.run())
    try expectOneJournal()
  }

  @Test("takes no place beside a later journal with commits")
  func laterJournal() throws {
    var compaction = try compaction
    for _ in 0..<3 { try compaction.advance() }
    try DurableFile.writeUntilKilled(path)
    let later = try #require(folder.read("s.journal.3"))
    var record = JournalEncoder()
    try JournalRecord.write(to: &record, at: 1) { record throws(PropertyListError) in
      try record.append([MemberChange(name: "c", value: .integer(3))])
    }
    record.endRecord(generation: 3, offset: JournalFormat.headerLength)
    let used = later[..<JournalFormat.headerLength] + record.bytes
    try Data(used).write(to: URL(filePath: folder.file("s.journal.3")))
    let list = folder.read("s")
    #expect(try !compaction.run())
    #expect(folder.read("s") == list)
  }

  @Test("is followed by a writer that leaves no journal of killed ones beside its own")
  mutating func journalsOfKilledWriters() throws {
    for _ in 0..<2 { try DurableFile.writeUntilKilled(path) }
    #expect(folder.names.contains("s.journal.3"))
    _ = try file.beginWriting(timeout: .seconds(1))
    file.state.withLock { $0.needsCheckpoint = true }
    let members = mirror.values.members
    try file.write([]) { members }
    file.endWriting()
    try expectOneJournal()
  }

  @Test("in its place is brought to its end by a flush, and not built again")
  mutating func inItsPlace() throws {
    var compaction = try compaction
    for _ in 0..<7 { try compaction.advance() }
    #expect(folder.names.contains("s.journal.1") && folder.names.contains("s.journal.2"))
    let list = folder.read("s")
    try file.flush(compacting: true)
    #expect(folder.read("s") == list)
    try expectOneJournal()
  }

  @Test("in its place is brought to its end by a flush, which brings in later commits")
  mutating func flushBeforeFinish() throws {
    var compaction = try compaction
    for _ in 0..<7 { try compaction.advance() }
    try mirror.commit([("b", .integer(2))], to: file)
    try file.flush(compacting: true)
    #expect(try folder.members("s") == mirror.values)
    #expect(try compaction.run())
    try expectOneJournal()
  }

  @Test("puts no file in the checkpoint's place but its own")
  mutating func replacedTemporary() throws {
    var compaction = try compaction
    for _ in 0..<6 { try compaction.advance() }
    #expect(unlink(folder.file(temporary)) == 0)
    try Data("<plist".utf8).write(to: URL(filePath: folder.file(temporary)))
    #expect(try !compaction.run())
    let contents = try DurableFile(path: path).open()
    #expect(contents.issues.isEmpty)
    #expect(contents.members == mirror.values.members)
  }

  @Test("loses no commit of another that is read together with a broken edit")
  func brokenEdit() throws {
    try DurableFile(path: path).set(["b": .integer(2)])
    try Data("<broken".utf8).write(to: URL(filePath: path))
    let update = try file.beginUpdating(timeout: .seconds(1))
    file.endWriting()
    guard case .changes(let changes)? = update else {
      Issue.record("\(String(describing: update))")
      return
    }
    #expect(changes.map(\.name) == ["b"])
  }

  @Test("is not what makes a copy of the list, which is read")
  func copy() throws {
    try file.flush(compacting: true)
    var bytes = try #require(folder.read("s"))
    bytes[9] ^= 1
    #expect(rename(try folder.write(bytes, to: "copy"), path) == 0)
    let contents = try #require(try file.refresh())
    #expect(contents.issues.map(\.code) == [.corrupt])
    #expect(contents.members == mirror.values.members)
  }

  @Test("may have begun while another program has moved the list away")
  mutating func gone() throws {
    // A member that no journal has.
    try file.flush(compacting: true)
    try mirror.commit([("b", .integer(2))], to: file)
    let other = DurableFile(path: path)
    _ = try other.open()
    var compaction = try compaction
    for _ in 0..<3 { try compaction.advance() }
    #expect(rename(path, folder.file("aside")) == 0)
    other.state.withLock { $0.isStale = true }
    #expect(try other.refresh()?.members == mirror.values.members)
  }

  @Test("whose checkpoint is lost with that of the one before is read along all journals")
  mutating func chain() throws {
    let list = try #require(folder.read("s"))
    var first = try compaction
    for _ in 0..<3 { try first.advance() }
    let journal = try #require(folder.read("s.journal.1"))
    #expect(try first.run())
    try mirror.commit([("b", .integer(1))], to: file)
    var second = try compaction
    for _ in 0..<3 { try second.advance() }
    try mirror.commit([("c", .integer(1))], to: file)
    try Data(list).write(to: URL(filePath: path), options: .atomic)
    try Data(journal).write(to: URL(filePath: folder.file("s.journal.1")))
    let contents = try DurableFile(path: path).open()
    #expect(contents.issues.isEmpty)
    #expect(contents.members == mirror.values.members)
    #expect(folder.names.filter { $0.contains("journal") }.count == 1)
  }

  @Test("loses no commit of many objects, all of which compact", arguments: 1...4)
  func threads(round: Int) throws {
    let (path, count) = (path, 300)
    let failures = Protected<[String]>([])
    let threads = (0..<4).map { number in
      Thread {
        let file = DurableFile(path: path)
        var mirror = Mirror()
        do {
          for value in 1...count {
            try mirror.commit([("n\(number)", .integer(Int64(value)))], to: file)
            if value % 20 == 0 { try file.flush(compacting: true) }
          }
        } catch {
          failures.withLock { $0.append("\(error)") }
        }
      }
    }
    for thread in threads { thread.start() }
    while threads.contains(where: { !$0.isFinished }) { usleep(1_000) }
    #expect(failures.withLock { $0 } == [])
    let found = try DurableFile.read(path)
    for number in 0..<4 { #expect(found["n\(number)"] == .integer(Int64(count))) }
    #expect(try DurableFile(path: path).open().issues.isEmpty)
  }
}
