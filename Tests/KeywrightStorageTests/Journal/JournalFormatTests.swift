import KeywrightTestSupport
import Testing

@testable import KeywrightStorage

@Suite("A journal's format")
struct JournalFormatTests {
  @Test("has the magic, the version and the places that its description names")
  func header() {
    let header = JournalHeader(
      generation: 3, checkpoint: .init(checksum: 0x0102_0304, length: 5), predecessor: 2, number: 7)
    let bytes = header.bytes
    #expect(bytes.count == JournalFormat.headerLength)
    #expect(Array(bytes[..<8]) == Array("KEYWRJNL".utf8))
    #expect(
      Array(bytes[8..<32]) == [3, 0, 0, 0, 4, 3, 2, 1, 3, 0, 0, 0, 0, 0, 0, 0, 5]
        + .init(repeating: 0, count: 7))
    #expect(
      Array(bytes[40..<56]) == [2] + .init(repeating: 0, count: 7) + [7]
        + .init(repeating: 0, count: 7))
    #expect(bytes.withUnsafeBytes { JournalHeader.read($0) } == .valid(header))
  }

  @Test("finds every flipped bit and every truncation of the header")
  func headerDamage() {
    let bytes = JournalHeader(generation: 3, checkpoint: .init(checksum: 9, length: 5)).bytes
    for index in bytes.indices {
      for bit in 0..<8 {
        var damaged = bytes
        damaged[index] ^= 1 << bit
        #expect(damaged.withUnsafeBytes { JournalHeader.read($0) } == .damaged)
      }
      if index > 0 {
        #expect(bytes[..<index].withUnsafeBytes { JournalHeader.read($0) } == .damaged)
      }
    }
    #expect([UInt8](repeating: 0, count: 99).withUnsafeBytes { JournalHeader.read($0) } == .blank)
  }

  @Test("keeps the changes of 500 random commits", arguments: [SeededGenerator.seed])
  func records(seed: UInt64) throws {
    var random = RandomTree(seed: seed)
    var file: [UInt8] = []
    var all: [MemberChange] = []
    for index in 0..<500 {
      let changes = (0...index % 3).map { _ in
        MemberChange(
          name: random.string(), value: index % 5 == 0 ? nil : random.value(depth: 3))
      }
      var output = JournalEncoder()
      try JournalRecord.write(changes, to: &output)
      output.endRecord(generation: 7, offset: 40 + file.count)
      file += output.bytes
      all += changes
    }
    let replay = (file + [0, 0, 0]).withUnsafeBytes { JournalReplay($0, from: 40, generation: 7) }
    #expect(replay.changes == all)
    #expect(replay.end == 40 + file.count)
    #expect(replay.tail == .clean)
  }

  @Test("binds a record to its generation and its place")
  func places() throws {
    var output = JournalEncoder()
    try JournalRecord.write([.init(name: "a", value: .integer(1))], to: &output)
    output.endRecord(generation: 7, offset: 40)
    for (generation, offset) in [(7, 41), (8, 40)] as [(UInt64, Int)] {
      let replay = output.bytes.withUnsafeBytes {
        JournalReplay($0, from: offset, generation: generation)
      }
      #expect(replay.changes.isEmpty)
      #expect(replay.tail != .clean)
    }
  }

  @Test("has at most a million values, removals among them, however short they are")
  func values() {
    var file: [UInt8] = []
    for _ in 0..<3 {
      var output = JournalEncoder()
      output.beginRecord()
      // A removal of the shortest name: five bytes, of which six million make 1.3 GB of changes.
      for _ in 0..<400_000 {
        try? output.appendChange(of: .init(start: nil, count: 0), to: nil, replacing: .unknown)
      }
      output.endChanges()
      output.endRecord(generation: 7, offset: 40 + file.count)
      file += output.bytes
    }
    let replay = file.withUnsafeBytes { JournalReplay($0, from: 40, generation: 7) }
    #expect(replay.changes.count == 800_000)
    #expect(replay.values == 800_000)
    #expect(replay.end == 40 + file.count / 3 * 2)
    #expect(replay.tail != .clean)
  }

  @Test("is made a new one before it has more values, whoever has written them")
  func valuesOfWriters() throws {
    let disk = MemoryFileSystem()
    let path = MemoryFileSystem.folderPath + "/s"
    let lists = [true, false, true].map {
      PropertyList.array(.init(repeating: .boolean($0), count: 400_000))
    }
    try DurableFile(path: path, fileSystem: disk).set(["a": .boolean(true)])
    for list in lists {
      // Each opens the file, and so knows the members alone.
      let file = DurableFile(path: path, fileSystem: disk, compactsByItself: false)
      try file.set(["a": list])
    }
    #expect(disk.files.keys.sorted() == ["s", "s.journal.2", "s.lock"])
    let contents = try DurableFile(path: path, fileSystem: disk).open()
    #expect(contents.members.first?.value == lists.last)
    #expect(contents.issues.isEmpty)
  }

  @Test("has no record with bytes behind its changes, whatever its checksum", arguments: 0...1)
  func superfluous(bytes: Int) throws {
    var output = JournalEncoder()
    try JournalRecord.write([.init(name: "a", value: .integer(1))], to: &output)
    for _ in 0..<bytes { output.append(0 as UInt8) }
    output.endRecord(generation: 7, offset: 40)
    let replay = output.bytes.withUnsafeBytes { JournalReplay($0, from: 40, generation: 7) }
    #expect(replay.changes.count == 1 - bytes)
    #expect((replay.tail == .clean) == (bytes == 0))
  }

  @Test("holds no value that a property list cannot")
  func unencodable() {
    var deep = PropertyList.integer(1)
    for _ in 1..<PropertyListLimits.depth { deep = .array([deep]) }
    for value in [.date(.nan), deep, .data(.init(repeating: 0, count: PropertyListLimits.bytes))]
      as [PropertyList]
    {
      var output = JournalEncoder()
      #expect(throws: PropertyListError.self) {
        try JournalRecord.write([.init(name: "a", value: value)], to: &output)
      }
    }
  }

  @Test(
    "is read without harm whatever a record with a right checksum holds",
    arguments: [SeededGenerator.seed])
  func nonsense(seed: UInt64) throws {
    var random = RandomTree(seed: seed)
    var whole = 0
    for _ in 0..<3_000 {
      var output = JournalEncoder()
      try JournalRecord.write([.init(name: random.string(), value: random.value())], to: &output)
      var payload = Array(output.bytes[JournalFormat.recordHeaderLength...])
      for _ in 0..<Int.random(in: 0...3, using: &random.generator) {
        let index = payload.indices.randomElement(using: &random.generator) ?? 0
        payload[index] = UInt8.random(in: 0...255, using: &random.generator)
      }
      let crc = payload.withUnsafeBytes {
        JournalRecord.checksum(
          generation: 1, offset: 40, length: UInt32(payload.count), payload: $0)
      }
      var file: [UInt8] = []
      withUnsafeBytes(of: UInt32(payload.count).littleEndian) { file += $0 }
      withUnsafeBytes(of: crc.littleEndian) { file += $0 }
      file += payload
      let replay = file.withUnsafeBytes { JournalReplay($0, from: 40, generation: 1) }
      if replay.tail == .clean { whole += 1 }
      #expect((replay.tail == .clean) == (replay.end == 40 + file.count))
    }
    #expect(1..<3_000 ~= whole)
  }

  @Test(
    "refuses values that the property list refuses",
    arguments: [
      [6, 0, 0, 0, 0, 0, 0, 0xF8, 0x7F], [3, 1, 0, 0, 0, 0, 0, 0, 0], [5, 1, 0, 0, 0, 0xFF],
      [8, 0xFF, 0xFF, 0xFF, 0xFF], [9, 2, 0, 0, 0, 1, 0, 0, 0, 97, 0, 1, 0, 0, 0, 97, 0], [11],
      [7, 9, 0, 0, 0, 1], [2, 1], [],
    ] as [[UInt8]])
  func strictness(value: [UInt8]) {
    let payload: [UInt8] =
      [1] + .init(repeating: 0, count: 8) + [1, 0, 0, 0, 1, 1, 0, 0, 0, 97] + value
    let earlier = MemberChange(name: "earlier", value: nil)
    var changes = [earlier]
    var values = 0
    let isWhole = payload.withUnsafeBytes {
      JournalRecord.append($0, to: &changes, values: &values) != nil
    }
    #expect(!isWhole)
    #expect(changes == [earlier])
  }

  @Test("has names with a plain decimal generation only")
  func names() {
    #expect(JournalFormat.generation(in: "a.plist.journal.12", for: "a.plist") == 12)
    for name in [
      "a.plist.journal.012", "a.plist.journal.", "a.plist.journal.+1", "a.plist", "b.journal.1",
      "a.plist.journal.1.damaged-1", "a.plist.journal.99999999999999999999",
      "a.plist.journal.18446744073709551615", "a.plist.journal.9223372036854775808",
    ] {
      #expect(JournalFormat.generation(in: name, for: "a.plist") == nil)
    }
  }
}
