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

  @Test("is the only one, and nobody sweeps its file")
  func alone() throws {
    var compaction = try compaction
    try compaction.advance()
    #expect(try Compaction(of: DurableFile(path: path), timeout: .zero) == nil)
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

  @Test("loses no commit of many threads and objects")
  func threads() throws {
    let (path, count) = (path, 300)
    let failures = Protected<[String]>([])
    let threads = (0..<4).map { number in
      Thread {
        let file = DurableFile(path: path)
        var mirror = Mirror()
        do {
          for value in 1...count {
            try mirror.commit([("n\(number)", .integer(Int64(value)))], to: file)
          }
        } catch {
          failures.withLock { $0.append("\(error)") }
        }
      }
    }
    for thread in threads { thread.start() }
    while threads.contains(where: { !$0.isFinished }) { try file.flush(compacting: true) }
    #expect(failures.withLock { $0 } == [])
    let found = try DurableFile.read(path)
    for number in 0..<4 { #expect(found["n\(number)"] == .integer(Int64(count))) }
    #expect(try DurableFile(path: path).open().issues.isEmpty)
  }
}
