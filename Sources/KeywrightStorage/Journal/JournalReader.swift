/// Reads the records of a journal, one after another.
struct JournalReader {
  /// The journal from `start` to its end.
  private let bytes: UnsafeRawBufferPointer
  private let start: Int
  private let journal: UInt64
  /// The offset of the next record in the journal.
  private(set) var position: Int
  /// The end of the last note of a list; nil if none was read.
  private(set) var noteEnd: Int?
  /// The checksum of the record before that.
  private(set) var chain: UInt32
  /// The commit up to which changes are left out.
  var passed: UInt64 = 0

  /// - Parameters:
  ///   - bytes: The journal from an offset to its end.
  ///   - start: That offset, at which a record begins.
  ///   - chain: The checksum of the record before it.
  init(
    _ bytes: UnsafeRawBufferPointer, from start: Int, in journal: UInt64, chain: UInt32 = 0
  ) {
    self.bytes = bytes
    self.start = start
    self.journal = journal
    self.chain = chain
    position = start
  }

  private var rest: UnsafeRawBufferPointer { rest(from: position) }

  private func rest(from offset: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: bytes[(offset - start)...])
  }

  /// The next whole record, nil at the end of all that are. The record that the journal was replaced is one of them,
  /// but it stays the next.
  mutating func next() -> JournalRecord? {
    guard let found = record(), found.record != .moved else { return nil }
    position += found.length
    chain = found.chain
    if case .list = found.record { noteEnd = position }
    return found.record
  }

  private func record() -> (record: JournalRecord, length: Int, chain: UInt32)? {
    guard let (header, payload) = payload(at: position),
      JournalFormat.checksum(of: payload, after: header.check, chain: chain) == header.checksum,
      let record = JournalRecord(payload, behind: passed)
    else { return nil }
    return (record, JournalFormat.recordHeaderLength + payload.count, header.checksum)
  }

  private struct Header {
    let length: UInt32
    let check: CRC32C
    let checksum: UInt32
  }

  /// The header of a record whose length is right.
  private func header(at offset: Int) -> Header? {
    var input = JournalDecoder(rest(from: offset))
    guard let length = input.number(UInt32.self), length >= 2,
      let check = input.number(UInt32.self), let checksum = input.number(UInt32.self)
    else { return nil }
    let expected = JournalFormat.check(of: length, at: offset, in: journal)
    return check == expected.value
      ? Header(length: length, check: expected, checksum: checksum) : nil
  }

  /// The same with all that follows it in the record; nil if not all of that is there.
  private func payload(at offset: Int) -> (header: Header, bytes: UnsafeRawBufferPointer)? {
    guard let header = header(at: offset) else { return nil }
    var input = JournalDecoder(rest(from: offset))
    guard input.run(JournalFormat.recordHeaderLength) != nil,
      let payload = input.run(Int(header.length))
    else { return nil }
    return (header, payload)
  }

  /// The last note of a list, by the heads of the records: no checksum says yet that it is right.
  var lastNote: ListNote? {
    var (offset, last) = (position, nil as ListNote?)
    while let (_, payload) = payload(at: offset) {
      switch payload.first.flatMap(JournalRecord.Kind.init) {
      case .publication, .edit:
        if case .list(let note) = JournalRecord(payload) { last = note }
      default: break
      }
      offset += JournalFormat.recordHeaderLength + payload.count
    }
    return last
  }

  // MARK: The end

  /// The size of a sector in bytes: the disk writes all of one or nothing of it.
  private static let sector = 512

  /// What stands behind the last whole record; to be asked where ``next()`` gave none.
  var tail: JournalTail {
    if rest.isZero { return .clean }
    if record()?.record == .moved { return .moved }
    return isInterrupted ? .interrupted : .damaged
  }

  /// Whether the record at ``position`` ends early, or a sector of it, or of what is behind it, is all zeros: space is
  /// written ahead as zeros, and of what was never synchronized a power cut may take any sector.
  private var isInterrupted: Bool {
    let written = rest.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
    if written < JournalFormat.recordHeaderLength || hasZeroSector(before: written) { return true }
    guard let header = header(at: position) else { return false }
    return written < JournalFormat.recordHeaderLength + Int(header.length)
  }

  private func hasZeroSector(before end: Int) -> Bool {
    var place = 0
    while place < end {
      let next = min(place + Self.sector - (position + place) % Self.sector, rest.count)
      if UnsafeRawBufferPointer(rebasing: rest[place..<next]).isZero { return true }
      place = next
    }
    return false
  }

  /// Goes on behind damage, at the next record that is whole.
  ///
  /// A record proves that it follows another by that one's checksum, of which the stored one or the bytes that it was
  /// made of may be right still. Where neither is, the record behind the damage is stepped over as well.
  /// - Returns: Whether there is such a record.
  mutating func resume() -> Bool {
    let damaged = position
    if let next = end(at: damaged) {
      for chain in [storedChecksum(at: damaged), computedChecksum(at: damaged)].compactMap({ $0 })
      where goOn(at: next, chain) { return true }
    }
    for offset in damaged + 1..<max(damaged + 1, start + bytes.count) {
      guard let next = end(at: offset) else { continue }
      if let chain = storedChecksum(at: damaged), goOn(at: offset, chain) { return true }
      if let chain = storedChecksum(at: offset), goOn(at: next, chain) { return true }
    }
    return false
  }

  /// Moves to a place if a whole record is there behind one with a checksum.
  private mutating func goOn(at place: Int, _ chain: UInt32) -> Bool {
    guard place - start < bytes.count else { return false }
    let known = self
    (position, self.chain) = (place, chain)
    if record() != nil { return true }
    self = known
    return false
  }

  /// The end of a record whose length is right.
  private func end(at offset: Int) -> Int? {
    header(at: offset).map { offset + JournalFormat.recordHeaderLength + Int($0.length) }
  }

  private func storedChecksum(at offset: Int) -> UInt32? {
    var input = JournalDecoder(rest(from: offset))
    guard input.number(UInt64.self) != nil else { return nil }
    return input.number(UInt32.self)
  }

  /// The checksum that a record would have by its bytes.
  private func computedChecksum(at offset: Int) -> UInt32? {
    payload(at: offset).map { header, payload in
      JournalFormat.checksum(of: payload, after: header.check, chain: chain)
    }
  }
}

/// The state of the bytes behind the last whole record of a journal.
enum JournalTail: Equatable, Sendable {
  /// Zeros or the end of the file: the next record belongs there.
  case clean
  /// The journal was replaced, or was about to be.
  case moved
  /// Part of one record, as an append leaves it that is under way or that a crash interrupted. A commit that returned
  /// and reached the disk is not among it.
  case interrupted
  /// Bytes that are not what was written.
  case damaged
}
