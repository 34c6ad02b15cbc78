import KeywrightTestSupport
import Testing

@testable import KeywrightStorage

/// A journal that another one continues, over the checkpoint that neither is in.
@Suite("A journal's successor")
struct SuccessorTests {
  private let disk = MemoryFileSystem()
  private let path = MemoryFileSystem.folderPath + "/s"
  private let folder: Folder
  private var first: Journal
  private var second: Journal

  /// A checkpoint with a=0; journal 1, which sets a=1 b=1; and its successor, not yet in use.
  init() throws {
    var mirror = Mirror()
    let file = DurableFile(path: path, fileSystem: disk)
    try mirror.commit([("a", .integer(0))], to: file)
    try mirror.commit([("a", .integer(1)), ("b", .integer(1))], to: file)
    folder = try #require(try Folder(existingAt: MemoryFileSystem.folderPath, disk))
    first = try #require(file.state.withLock { $0.journal })
    let header = JournalHeader(
      generation: 2, checkpoint: first.header.checkpoint, predecessor: first.generation)
    second = try Journal.create(header, for: "s", in: folder, like: nil)
  }

  private func append(
    _ name: String, _ value: Int64, to journal: inout Journal
  ) throws {
    var record = JournalEncoder()
    try JournalRecord.write([.init(name: name, value: .integer(value))], to: &record, at: 9)
    try journal.append(&record, at: 9, isRemoval: false)
  }

  private func contents() throws -> [String: PropertyList] {
    let found = try DurableFile(path: path, fileSystem: disk).open()
    #expect(found.issues.isEmpty)
    return Dictionary(uniqueKeysWithValues: found.members.map { ($0.key, $0.value) })
  }

  @Test("counts behind a predecessor that leads to it, and takes further commits")
  mutating func continued() throws {
    try first.end(continuingIn: 2)
    try append("b", 2, to: &second)
    #expect(try contents() == ["a": .integer(1), "b": .integer(2)])
    try DurableFile(path: path, fileSystem: disk).set(["c": .integer(3)])
    #expect(disk.files.keys.contains("s.journal.1"))
    #expect(try contents() == ["a": .integer(1), "b": .integer(2), "c": .integer(3)])
  }

  @Test("is brought into one checkpoint with its predecessor")
  mutating func compacted() throws {
    try first.end(continuingIn: 2)
    try append("b", 2, to: &second)
    let file = DurableFile(path: path, fileSystem: disk)
    _ = try file.open()
    try file.flush(compacting: true)
    #expect(disk.files.keys.sorted() == ["s", "s.journal.3", "s.lock"])
    #expect(try contents() == ["a": .integer(1), "b": .integer(2)])
  }

  @Test("that is not in use changes nothing, and its predecessor takes further commits")
  func unused() throws {
    #expect(try contents() == ["a": .integer(1), "b": .integer(1)])
    try DurableFile(path: path, fileSystem: disk).set(["c": .integer(3)])
    #expect(try contents() == ["a": .integer(1), "b": .integer(1), "c": .integer(3)])
  }

  @Test("is dropped where a power cut took the end of its predecessor")
  mutating func unsealed() throws {
    try append("b", 2, to: &second)
    let file = DurableFile(path: path, fileSystem: disk)
    #expect(try file.open().members.last?.value == .integer(1))
    #expect(file.hasDroppedInterruptedCommit)
    try file.set(["c": .integer(3)])
    #expect(try contents() == ["a": .integer(1), "b": .integer(1), "c": .integer(3)])
  }

  @Test("extends the checkpoint that its record names, without its predecessor")
  mutating func checkpointed() throws {
    try first.end(continuingIn: 2)
    let members = PropertyListDictionary(["a": .integer(1), "b": .integer(1)])
    let bytes = try BinaryPropertyList.encode(.dictionary(members.numbered(7)))
    try second.append(CheckpointName(identity: .init(of: bytes), number: 7))
    try append("b", 2, to: &second)
    #expect(try contents() == ["a": .integer(1), "b": .integer(2)])
    _ = try folder.replace("s", with: bytes, like: nil)
    folder.discard("s.journal.1")
    #expect(try contents() == ["a": .integer(1), "b": .integer(2)])
  }

  @Test("that is gone is reported, and the commits before it count")
  mutating func gone() throws {
    try first.end(continuingIn: 2)
    folder.discard("s.journal.2")
    let found = try DurableFile(path: path, fileSystem: disk).open()
    #expect(found.issues.map(\.code) == [.corrupt])
    #expect(found.members.map(\.value) == [.integer(1), .integer(1)])
  }
}

@Suite("A journal of version 1")
struct FirstVersionTests {
  private let folder = TemporaryFolder()
  private let checkpoint = PropertyListDictionary(["a": .integer(0)])

  /// A checkpoint with a=0, and a journal as the first version wrote it, which sets b=1.
  private func place() throws -> [UInt8] {
    let bytes = try BinaryPropertyList.encode(.dictionary(checkpoint))
    let header = JournalHeader(version: 1, generation: 1, checkpoint: .init(of: bytes))
    var payload = JournalEncoder()
    payload.append(1 as UInt32)
    payload.append(1 as UInt8)
    payload.append("b")
    try payload.append(.integer(1), depth: 2)
    var record = JournalEncoder()
    record.append(UInt32(payload.count))
    record.append(
      payload.reading {
        JournalRecord.checksum(
          generation: 1, offset: 40, length: UInt32($0.count), payload: $0)
      })
    try folder.write(bytes, to: "s")
    let journal = header.bytes + record.bytes + payload.bytes + .init(repeating: 0, count: 64)
    try folder.write(journal, to: "s.journal.1")
    return journal
  }

  @Test("is read, and the next commit brings it over")
  func read() throws {
    let journal = try place()
    let file = DurableFile(path: folder.file("s"))
    let found = try file.open()
    #expect(found.issues.isEmpty)
    #expect(found.members.map(\.key) == ["a", "b"])
    #expect(folder.read("s.journal.1") == journal)
    try DurableFile(path: folder.file("s")).set(["c": .integer(2)])
    #expect(folder.names.sorted() == ["s", "s.journal.2", "s.lock"])
    #expect(try DurableFile.read(folder.file("s")).members.map(\.key) == ["a", "b", "c"])
  }

  @Test("says nothing of values before: it wins over an edit of the file, which is kept")
  func edited() throws {
    _ = try place()
    let edited = try BinaryPropertyList.encode(.dictionary(.init(["b": .integer(7)])))
    let mark = edited.count - BinaryPropertyList.trailerLength
    let foreign = edited[..<mark] + [0, 0, 0, 0, 0] + edited[(mark + 5)...]
    try folder.write(Array(foreign), to: "s")
    let found = try DurableFile(path: folder.file("s")).open()
    #expect(found.members.map(\.value) == [.integer(1)])
    #expect(found.issues.map(\.code) == [.overridden])
    // Opening brings nothing to today's version.
    #expect(folder.read("s") == Array(foreign))
    try DurableFile(path: folder.file("s")).set(["c": .integer(2)])
    #expect(folder.read("s.edited-1") == Array(foreign))
  }

  @Test("has readers that see a later version in a header of today")
  func newer() {
    let bytes = JournalHeader(generation: 3, checkpoint: .none).bytes
    // All that the first version checks before it looks at the version.
    let crc = bytes[..<32].withUnsafeBytes { CRC32C.checksum(of: $0) }
    #expect(Array(bytes[32..<36]) == withUnsafeBytes(of: crc.littleEndian, Array.init))
    #expect(Array(bytes[36..<40]) == [0, 0, 0, 0])
    #expect(bytes[8] == 3)
  }
}
