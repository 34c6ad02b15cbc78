import KeywrightTestSupport
import Testing

@testable import KeywrightStorage

@Suite("A journal with the highest number")
struct LastGenerationTests {
  let folder: TemporaryFolder
  let path: String
  let name: String
  var mirror = Mirror()

  init() throws {
    folder = TemporaryFolder()
    path = folder.file("s")
    name = JournalFormat.fileName(for: "s", generation: JournalFormat.highestGeneration)
    try mirror.commit([("a", .integer(1))], to: DurableFile(path: path))
  }

  /// A commit of b=2 over the present checkpoint, with valid checksums.
  private func forge() throws {
    let checkpoint = CheckpointIdentity(of: try #require(folder.read("s")))
    let header = JournalHeader(generation: JournalFormat.highestGeneration, checkpoint: checkpoint)
    var record = JournalEncoder()
    try JournalRecord.write([.init(name: "b", value: .integer(2))], to: &record)
    record.endRecord(generation: header.generation, offset: JournalFormat.headerLength)
    try folder.write(header.bytes + record.bytes, to: name)
  }

  @Test("takes commits, and none goes to a journal that no reader takes")
  mutating func forged() throws {
    try forge()
    let file = DurableFile(path: path)
    mirror.adopt(try file.open())
    #expect(mirror.values["b"] == .integer(2))
    for number in 3..<6 as Range<Int64> {
      try mirror.commit([("c", .integer(number))], to: file)
      #expect(try DurableFile.read(path) == mirror.values)
      let error = #expect(throws: StorageError.self) { try file.flush(compacting: true) }
      #expect(error?.code == .unavailable)
      #expect(error?.found == "the last possible journal, \(name)")
      #expect(error?.advice?.contains("keywright doctor") == true)
    }
    file.close()
    #expect(try DurableFile.read(path) == mirror.values)
    #expect(folder.names.filter { $0.contains(".journal.") }.sorted() == ["s.journal.1", name])
  }

  @Test(
    "is in nobody's way where it holds nothing",
    arguments: [[], [UInt8](repeating: 0, count: 64), Array("no header of a journal".utf8)])
  mutating func empty(bytes: [UInt8]) throws {
    try folder.write(bytes, to: name)
    for number in 3..<6 as Range<Int64> {
      let file = DurableFile(path: path)
      _ = try file.open()
      try mirror.commit([("c", .integer(number))], to: file)
      try file.flush(compacting: true)
      #expect(try DurableFile.read(path) == mirror.values)
    }
    #expect(!folder.names.contains(name))
  }
}
