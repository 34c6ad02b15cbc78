/// Bytes of a journal in the making.
struct JournalOutput {
  private(set) var bytes: [UInt8] = []
  /// How many values were appended.
  private(set) var values = 0

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    values = 0
  }

  mutating func append(_ byte: UInt8) { bytes.append(byte) }

  @inline(__always)
  mutating func append<Number: FixedWidthInteger>(_ number: Number) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func append(_ string: String) {
    append(UInt32(truncatingIfNeeded: string.utf8.count))
    string.withBytes { bytes.append(contentsOf: $0) }
  }

  /// Appends a value.
  /// - Throws: `PropertyListError` when it nests too deep or holds a date that is not finite.
  mutating func append(_ value: PropertyList, depth: Int) throws(PropertyListError) {
    guard depth <= PropertyListLimits.depth else {
      throw PropertyListError(
        offset: nil, found: "nesting \(depth) deep", expected: "at most \(PropertyListLimits.depth)"
      )
    }
    guard bytes.count <= PropertyListLimits.bytes else {
      throw PropertyListError(
        offset: nil, found: "over \(bytes.count) bytes",
        expected: "at most \(PropertyListLimits.bytes)")
    }
    values += 1
    switch value {
    case .boolean(let boolean): append(UInt8(boolean ? 1 : 0))
    case .integer(let integer):
      append(2 as UInt8)
      append(integer)
    case .unsigned(let integer):
      append(3 as UInt8)
      append(integer)
    case .real(let real):
      append(4 as UInt8)
      append(real.bitPattern)
    case .string(let string):
      append(5 as UInt8)
      append(string)
    case .date(let seconds):
      guard seconds.isFinite else {
        throw PropertyListError(offset: nil, found: "date \(seconds)", expected: "a finite date")
      }
      append(6 as UInt8)
      append(seconds.bitPattern)
    case .data(let data):
      append(7 as UInt8)
      append(UInt32(truncatingIfNeeded: data.count))
      bytes.append(contentsOf: data)
    case .array(let elements):
      append(8 as UInt8)
      append(UInt32(truncatingIfNeeded: elements.count))
      for element in elements { try append(element, depth: depth + 1) }
    case .dictionary(let dictionary):
      append(9 as UInt8)
      append(UInt32(truncatingIfNeeded: dictionary.count))
      for member in dictionary.members {
        append(member.key)
        try append(member.value, depth: depth + 1)
      }
    case .uid(let uid):
      append(10 as UInt8)
      append(uid)
    }
  }

  /// Starts a record, whose header ``endRecord(generation:offset:)`` fills in.
  mutating func beginRecord() {
    removeAll()
    append(UInt64(0))
  }

  /// Completes a record for one place in one journal.
  mutating func endRecord(generation: UInt64, offset: Int) {
    let length = UInt32(truncatingIfNeeded: bytes.count - JournalFormat.recordHeaderLength)
    bytes.withUnsafeMutableBytes { bytes in
      let payload = UnsafeRawBufferPointer(rebasing: bytes[JournalFormat.recordHeaderLength...])
      let crc = JournalRecord.checksum(
        generation: generation, offset: offset, length: length, payload: payload)
      bytes.storeBytes(of: length.littleEndian, as: UInt32.self)
      bytes.storeBytes(of: crc.littleEndian, toByteOffset: 4, as: UInt32.self)
    }
  }
}
