/// The state of the bytes after the last whole record of a journal.
enum JournalTail: Equatable, Sendable {
  /// Zeros or the end of the file: the next record belongs there.
  case clean
  /// The seal, see ``JournalFormat/seal``: a journal that was ended on purpose.
  case sealed
  /// The continuation, see ``JournalFormat/continuation(in:at:to:)``: later commits are in the journal
  /// of this generation.
  case continued(UInt64)
  /// A part of one record, as an append leaves it that is under way or that a crash interrupted.
  ///
  /// Either the record ends too early, before the end of the file or before nothing but zeros, or
  /// one of its sectors of the disk is all zeros. A commit that returned is not among it.
  case interrupted
  /// Anything else: bytes that are not what was written.
  case damaged

  /// The size of a sector in bytes: the disk writes all of one or nothing of it.
  private static let sector = 512

  /// - Parameters:
  ///   - bytes: The journal from its last whole record to its end.
  ///   - offset: Their beginning in the journal.
  ///   - values: How many values the records before have.
  init(
    _ bytes: UnsafeRawBufferPointer, at offset: Int, generation: UInt64, version: UInt32,
    after values: Int
  ) {
    if bytes.isZero {
      self = .clean
    } else if let next = JournalFormat.continuation(bytes, in: generation, at: offset) {
      self = .continued(next)
    } else if JournalFormat.isSeal(bytes) {
      self = .sealed
    } else {
      let isInterrupted = Self.isInterrupted(
        bytes, at: offset, generation: generation, version: version, after: values)
      self = isInterrupted ? .interrupted : .damaged
    }
  }

  private static func isInterrupted(
    _ bytes: UnsafeRawBufferPointer, at offset: Int, generation: UInt64, version: UInt32,
    after values: Int
  ) -> Bool {
    let written = bytes.count - bytes.reversed().prefix { $0 == 0 }.count
    if JournalFormat.isStartOfContinuation(bytes, written) { return true }
    var input = JournalDecoder(bytes)
    guard written >= 4, let length = input.number(UInt32.self).map(Int.init) else { return true }
    let header = JournalFormat.recordHeaderLength
    let end = header + length
    guard length >= 4, end <= PropertyListLimits.bytes, written <= end else { return false }
    let hole = firstZeroSector(of: bytes, at: offset, before: written)
    let start = hole ?? written
    guard start < end else { return false }
    // A wrong length would pass all that follows the record for a part of it, later commits among
    // it.
    let payload = UnsafeRawBufferPointer(rebasing: bytes[min(header, start)..<start])
    guard JournalRecord.isStart(payload, of: length, version: version, after: values)
    else { return false }
    return hole != nil || !isWholeButForOneByte(bytes, written, at: offset, generation)
  }

  /// The offset of the first sector of the disk that is all zeros, before an offset.
  private static func firstZeroSector(
    of bytes: UnsafeRawBufferPointer, at offset: Int, before end: Int
  ) -> Int? {
    let first = (sector - offset % sector) % sector
    return stride(from: first, to: end, by: sector).first { start in
      UnsafeRawBufferPointer(rebasing: bytes[start..<min(start + sector, bytes.count)]).isZero
    }
  }

  /// Whether a record would match its checksum if one of its written bytes were another.
  ///
  /// Many records end in zeros, as a small integer does. One that does not match its checksum looks
  /// like a record that ended too early; only the checksum shows that it is complete.
  private static func isWholeButForOneByte(
    _ bytes: UnsafeRawBufferPointer, _ written: Int, at offset: Int, _ generation: UInt64
  ) -> Bool {
    var input = JournalDecoder(bytes)
    let header = JournalFormat.recordHeaderLength
    guard written > header, let length = input.number(UInt32.self),
      let crc = input.number(UInt32.self)
    else { return false }
    func difference(_ length: Int) -> UInt32? {
      guard header + length <= bytes.count else { return nil }
      return crc
        ^ JournalRecord.checksum(
          generation: generation, offset: offset, length: UInt32(length),
          payload: UnsafeRawBufferPointer(rebasing: bytes[header..<header + length]))
    }
    // The wrong byte is in the length: no value ends in more zeros than the eight of a number.
    if (written - header...written).contains(where: { difference($0) == 0 }) { return true }
    guard let difference = difference(Int(length)) else { return false }
    // It is in the checksum, or in the payload.
    if (0..<4).contains(where: { difference & ~(0xff << ($0 * 8)) == 0 }) { return true }
    let distance = CRC32C.distanceOfWrongByte(for: difference, atMost: Int(length))
    return distance.map { Int(length) - $0 < written - header } ?? false
  }
}
