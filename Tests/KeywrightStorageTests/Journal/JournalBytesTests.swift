import Testing

@testable import KeywrightStorage

/// Bytes of a journal whose checksums are right, as those of another version or of a program with an error.
@Suite("Sound bytes of a journal")
struct JournalBytesTests {
  private func read(_ bytes: [UInt8]) -> JournalHeader.Reading {
    bytes.withUnsafeBytes(JournalHeader.read)
  }

  @Test("are a newer version's where the version is another one")
  func version() {
    let header = JournalHeader(store: 1, journal: 2)
    #expect(read(header.bytes) == .valid(header))
    var bytes = header.bytes
    bytes[8] += 1
    #expect(read(bytes) == .damaged)
    var checksum = bytes[..<32].withUnsafeBytes { CRC32C.checksum(of: $0) }.littleEndian
    withUnsafeBytes(of: &checksum) { bytes.replaceSubrange(32..<36, with: $0) }
    #expect(read(bytes) == .newer(JournalFormat.version + 1))
  }

  /// The payload of a commit.
  private func payload(of commit: JournalCommit) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var chain: UInt32 = 0
    try JournalRecord.commit(commit).write(to: &bytes, at: 0, in: 0, chain: &chain)
    return Array(bytes[JournalFormat.recordHeaderLength...])
  }

  private func record(_ payload: [UInt8]) -> JournalRecord? {
    payload.withUnsafeBytes { JournalRecord($0) }
  }

  @Test("are a commit up to its last byte, and none with more behind its changes")
  func commit() throws {
    let commit = JournalCommit(number: 7, changes: [.init(name: "a", value: .integer(1))])
    let payload = try payload(of: commit)
    #expect(record(payload) == .commit(commit))
    #expect(record(payload.dropLast() + [0, JournalFormat.lastByte]) == nil)
    #expect(record(payload.dropLast(2) + [JournalFormat.lastByte]) == nil)
  }

  @Test("are no commit with a number after which there is none")
  func number() throws {
    for (number, isRead) in [
      (JournalFormat.endOfNumbers - 1, true), (JournalFormat.endOfNumbers, false), (.max, false),
    ] {
      let commit = JournalCommit(number: number, changes: [.init(name: "a", value: nil)])
      #expect((record(try payload(of: commit)) != nil) == isRead)
    }
  }
}

@Suite("The history of a store that began anew")
struct ResetHistoryTests {
  @Test("remembers the list of before, unless such a list came since")
  func listBefore() {
    var history = JournalHistory()
    let list = ListNote(
      origin: .publication, identity: ListIdentity(checksum: 1, length: 9), number: 5, commit: 1,
      holdsAll: true)
    let changes = [MemberChange(name: "a", value: .integer(1))]
    for record in [
      JournalRecord.commit(.init(number: 1, changes: changes)), .list(list),
      .commit(.init(number: 2, origin: .reset, changes: [.init(name: "a", value: nil)])),
    ] {
      let isTaken = history.take(record)
      #expect(isTaken)
    }
    func before() -> ListNote? { history.noteBeforeReset { $0.identity == list.identity } }
    #expect(before() == list)
    var again = list
    again.commit = 2
    let isTaken = history.take(.list(again))
    #expect(isTaken)
    #expect(before() == nil)
  }
}
