import KeywrightTestSupport
import Testing

@testable import KeywrightStorage

/// The bytes at the end of a journal, as power cuts and damage leave them.
@Suite("The end of a store's journal") struct JournalReaderTests {
  private static let journal: UInt64 = 7
  private static let sector = 512

  /// The records of some commits, one behind another, each with its end.
  private struct Records {
    var bytes: [UInt8] = []
    var ends: [Int] = []
    var chain: UInt32 = 0

    mutating func append(_ size: Int, _ filler: Character = "a") throws {
      let text = PropertyList.string(String(repeating: filler, count: size))
      let commit = JournalCommit(
        number: UInt64(ends.count + 1), changes: [MemberChange(name: "k", value: text)])
      try JournalRecord.commit(commit).write(
        to: &bytes, at: bytes.count, in: JournalReaderTests.journal, chain: &chain)
      ends.append(bytes.count)
    }
  }

  private static let layouts = [
    [100, 3_000], [100, 40, 40, 900], [100, 700, 700, 700], [200, 480, 480, 480],
    [450, 450, 450, 450],
    [30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30],
  ]

  private static func records(_ sizes: [Int]) throws -> Records {
    var records = Records()
    for size in sizes { try records.append(size) }
    return records
  }

  /// Reads all whole records.
  private func read(_ bytes: [UInt8]) -> (count: Int, end: Int, chain: UInt32, tail: JournalTail) {
    bytes.withUnsafeBytes { bytes in
      var reader = JournalReader(bytes, from: 0, in: Self.journal)
      var count = 0
      while reader.next() != nil { count += 1 }
      return (count, reader.position, reader.chain, reader.tail)
    }
  }

  /// Each choice of the sectors behind the first record that did not reach the disk, in space written ahead as zeros.
  private static func cuts(_ records: Records) -> [[UInt8]] {
    let sectors = Array(records.ends[0] / sector...(records.bytes.count - 1) / sector)
    let size = (records.bytes.count / 4_096 + 1) * 4_096
    return (0..<1 << min(sectors.count, 8)).map { lost in
      var bytes = records.bytes + [UInt8](repeating: 0, count: size - records.bytes.count)
      for (index, sector) in sectors.prefix(8).enumerated() where lost >> index & 1 == 1 {
        let start = max(sector * Self.sector, records.ends[0])
        for place in start..<(sector + 1) * Self.sector { bytes[place] = 0 }
      }
      return bytes
    }
  }

  @Test("An ordinary power cut is no damage", arguments: layouts)
  func powerCuts(_ sizes: [Int]) throws {
    for bytes in Self.cuts(try Self.records(sizes)) {
      let found = read(bytes)
      #expect(found.count >= 1 && found.tail != .damaged)
    }
  }

  @Test("A commit that a power cut dropped never comes back behind a later one", arguments: layouts)
  func secondCuts(_ sizes: [Int]) throws {
    for bytes in Self.cuts(try Self.records(sizes)) {
      let first = read(bytes)
      guard first.count < sizes.count else { continue }
      // A record of the same length takes the place of the first that was dropped; what stood behind it had not been
      // removed from the disk yet.
      var later = Records(
        bytes: [UInt8](repeating: 0, count: first.end),
        ends: Array(repeating: 0, count: first.count),
        chain: first.chain)
      try later.append(sizes[first.count], "b")
      var second = bytes
      second.replaceSubrange(first.end..<later.bytes.count, with: later.bytes[first.end...])
      #expect(read(second).count == first.count + 1)
    }
  }

  @Test("A wrong bit in the last record is damage", arguments: layouts)
  func flips(_ sizes: [Int]) throws {
    let records = try Self.records(sizes)
    let start = records.ends[records.ends.count - 2]
    for bit in Search.part(of: start * 8..<records.bytes.count * 8, each: 37) {
      var bytes = records.bytes + [UInt8](repeating: 0, count: 64)
      bytes[bit / 8] ^= 1 << UInt8(bit % 8)
      let found = read(bytes)
      #expect(found.count == sizes.count - 1 && found.tail == .damaged, "bit \(bit)")
    }
  }

  @Test("A journal that was cut in its header has none")
  func shortHeaders() {
    let header = JournalHeader(store: 1, journal: 2).bytes
    for length in header.indices {
      #expect(header[..<length].withUnsafeBytes { JournalHeader.read($0) } == .damaged)
    }
    #expect(
      header.withUnsafeBytes { JournalHeader.read($0) } == .valid(.init(store: 1, journal: 2)))
  }

  @Test("Reading goes on behind a damaged field of a record", arguments: [0, 4, 8, 12])
  func resuming(_ field: Int) throws {
    let records = try Self.records([100, 200, 300, 400])
    var bytes = records.bytes
    bytes[records.ends[0] + field] ^= 1
    let found = bytes.withUnsafeBytes { bytes in
      var reader = JournalReader(bytes, from: 0, in: Self.journal)
      var count = 0
      while reader.next() != nil { count += 1 }
      guard reader.resume() else { return count }
      while reader.next() != nil { count += 1 }
      return count
    }
    #expect(found == 3)
  }
}
