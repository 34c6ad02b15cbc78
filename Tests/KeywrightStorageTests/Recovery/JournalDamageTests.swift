import Foundation
import KeywrightTestSupport
import Testing

@testable import KeywrightStorage

@Suite("A damaged journal")
struct JournalDamageTests {
  /// A store with a checkpoint and five commits in its journal, and what it holds after each.
  struct Fixture {
    let folder: TemporaryFolder
    let checkpoint: [UInt8]
    let journal: [UInt8]
    let states: [PropertyListDictionary]

    static let journalName = "store.plist.journal.1"

    init() throws {
      folder = TemporaryFolder()
      let file = DurableFile(path: folder.file("store.plist"))
      var mirror = Mirror()
      try mirror.commit([("a", .integer(0)), ("z", .string("checkpoint"))], to: file)
      var states = [mirror.values]
      for changes in [
        [("a", .integer(1))], [("b", .string("é"))], [("a", nil), ("c", .array([.real(1)]))],
        [("z", nil)], [("d", .data([1, 2, 3]))],
      ] as [[(String, PropertyList?)]] {
        try mirror.commit(changes, to: file)
        states.append(mirror.values)
      }
      self.states = states
      checkpoint = try #require(folder.read("store.plist"))
      let bytes = try #require(folder.read(Self.journalName))
      // The zeros that are written ahead are cut, so that every byte counts.
      let end = try #require(bytes.lastIndex { $0 != 0 })
      journal = Array(bytes[...end])
    }

    /// Opens the file in a folder with these files.
    static func read(checkpoint: [UInt8], journal: [UInt8]) throws -> (
      PropertyListDictionary, [StorageError.Code], [String]
    ) {
      let folder = TemporaryFolder()
      try folder.write(checkpoint, to: "store.plist")
      try folder.write(journal, to: journalName)
      let faulty = FaultyFileSystem()
      let file = DurableFile(path: folder.file("store.plist"), fileSystem: faulty)
      let contents = try file.open()
      let members = PropertyListDictionary(sortedMembers: contents.members)
      #expect(try DurableFile.read(folder.file("store.plist")) == members)
      return (members, contents.issues.map(\.code), folder.names)
    }
  }

  @Test("may be an empty one under the name of another generation: it is not written to")
  func renamed() throws {
    let folder = TemporaryFolder()
    let path = folder.file("store.plist")
    var mirror = Mirror()
    try mirror.commit([("a", .integer(0))], to: DurableFile(path: path))
    try #require(rename(path + ".journal.1", path + ".journal.7") == 0)
    let file = DurableFile(path: path)
    let contents = try file.open()
    #expect(contents.issues.map(\.code) == [.corrupt])
    mirror.adopt(contents)
    try mirror.commit([("a", .integer(1))], to: file)
    #expect(try DurableFile.read(path) == mirror.values)
    #expect(folder.names.contains("store.plist.journal.7.damaged-1"))
  }

  @Test("control: the undamaged one holds everything")
  func control() throws {
    let fixture = try Fixture()
    let (members, issues, _) = try Fixture.read(
      checkpoint: fixture.checkpoint, journal: fixture.journal)
    #expect(members == fixture.states.last)
    #expect(issues.isEmpty)
  }

  @Test("gives a prefix of the commits for every truncation")
  func truncations() throws {
    let fixture = try Fixture()
    for length in 0..<fixture.journal.count {
      let (members, _, _) = try Fixture.read(
        checkpoint: fixture.checkpoint, journal: Array(fixture.journal[..<length]))
      #expect(fixture.states.contains(members), "\(length) bytes")
    }
  }

  @Test("gives a prefix of the commits, and says so, for every flipped bit")
  func bitFlips() throws {
    let fixture = try Fixture()
    for index in fixture.journal.indices {
      var damaged = fixture.journal
      damaged[index] ^= 1 << (index % 8)
      let (members, issues, names) = try Fixture.read(
        checkpoint: fixture.checkpoint, journal: damaged)
      #expect(fixture.states.contains(members), "byte \(index)")
      #expect(members != fixture.states.last)
      #expect(issues == [.corrupt])
      #expect(names.contains("store.plist.journal.1.damaged-1"))
    }
  }

  @Test("never brings back a commit behind the damage")
  func resurrection() throws {
    let fixture = try Fixture()
    let folder = TemporaryFolder()
    let path = folder.file("store.plist")
    var damaged = fixture.journal
    damaged[JournalFormat.headerLength + 9] ^= 1
    try folder.write(fixture.checkpoint, to: "store.plist")
    try folder.write(damaged, to: Fixture.journalName)
    var mirror = Mirror()
    let file = DurableFile(path: path)
    mirror.adopt(try file.open())
    #expect(mirror.values == fixture.states[0])
    try mirror.commit([("a", .integer(1))], to: file)
    #expect(try DurableFile.read(path) == mirror.values)
  }

  @Test("does not come from a record that a reader saw half written and that was cut off again")
  func cutOffAgain() throws {
    let folder = TemporaryFolder()
    let file = DurableFile(path: folder.file("store.plist"))
    var mirror = Mirror()
    try mirror.commit([("a", .integer(0))], to: file)
    try mirror.commit([("a", .integer(1))], to: file)
    let handle = try #require(FileHandle(forUpdatingAtPath: folder.file(Fixture.journalName)))
    let bytes = try #require(try handle.readToEnd())
    let end = UInt64(try #require(bytes.lastIndex { $0 != 0 }) + 1)
    try handle.seek(toOffset: end)
    try handle.write(contentsOf: Data(repeating: 7, count: 12))
    #expect(try file.refresh() == nil)
    try handle.truncate(atOffset: end)
    let names = folder.names
    try mirror.commit([("a", .integer(2))], to: file)
    #expect(folder.names == names)
    #expect(try DurableFile.read(folder.file("store.plist")) == mirror.values)
  }

  @Test("of a newer version is not touched, and nothing is written")
  func newer() throws {
    let fixture = try Fixture()
    let folder = TemporaryFolder()
    var journal = fixture.journal
    journal[8] = UInt8(JournalFormat.version) + 1
    let crc = journal[..<32].withUnsafeBytes { CRC32C.checksum(of: $0) }
    withUnsafeBytes(of: crc.littleEndian) { journal.replaceSubrange(32..<36, with: $0) }
    try folder.write(fixture.checkpoint, to: "store.plist")
    try folder.write(journal, to: Fixture.journalName)
    let file = DurableFile(path: folder.file("store.plist"))
    let error = #expect(throws: StorageError.self) { try file.open() }
    #expect(error?.code == .unavailable)
    #expect(error?.found?.contains("version \(JournalFormat.version + 1)") == true)
    #expect(error?.advice == "Use the newer program that wrote it.")
    #expect(throws: StorageError.self) { try file.set(["a": .integer(9)]) }
    #expect(folder.read(Fixture.journalName) == journal)
    #expect(folder.read("store.plist") == fixture.checkpoint)
  }
}
