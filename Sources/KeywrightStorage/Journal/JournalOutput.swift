/// Bytes of a journal in the making.
struct JournalOutput {
  /// Memory, of which only the first `count` bytes mean something: filling it in place is several
  /// times faster than letting an array grow.
  private var memory: [UInt8] = []
  /// How many bytes were appended.
  private(set) var count = 0
  /// How many values were appended.
  private(set) var values = 0

  /// A copy of the bytes.
  var bytes: [UInt8] { Array(memory[..<count]) }

  mutating func removeAll() {
    // What one great commit needed is not kept for ever.
    if memory.count > 1 << 20 { memory = [] }
    count = 0
    values = 0
  }

  /// Makes room, and gives the place of what is appended next.
  @inline(__always)
  private mutating func grow(by size: Int) -> Int {
    let place = count
    count += size
    if count > memory.count { makeRoom() }
    return place
  }

  @inline(never)
  private mutating func makeRoom() {
    memory += [UInt8](repeating: 0, count: max(count, 256))
  }

  @inline(__always)
  mutating func append<Number: FixedWidthInteger>(_ number: Number) {
    let place = grow(by: MemoryLayout<Number>.size)
    memory.withUnsafeMutableBytes {
      $0.storeBytes(of: number.littleEndian, toByteOffset: place, as: Number.self)
    }
  }

  private mutating func append(_ bytes: UnsafeRawBufferPointer) {
    let place = grow(by: bytes.count)
    memory.withUnsafeMutableBytes {
      UnsafeMutableRawBufferPointer(rebasing: $0[place..<place + bytes.count])
        .copyMemory(from: bytes)
    }
  }

  mutating func append(_ string: String) {
    append(UInt32(truncatingIfNeeded: string.utf8.count))
    string.withBytes { append($0) }
  }

  /// Lends the bytes to a closure.
  func reading<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try memory.reading { memory throws(Failure) in
      try body(UnsafeRawBufferPointer(rebasing: memory[..<count]))
    }
  }

  /// Appends a value.
  /// - Throws: `PropertyListError` when it nests too deep or holds a date that is not finite.
  mutating func append(_ value: PropertyList, depth: Int) throws(PropertyListError) {
    guard depth <= PropertyListLimits.depth else {
      throw PropertyListError(
        offset: nil, found: "nesting \(depth) deep", expected: "at most \(PropertyListLimits.depth)"
      )
    }
    guard count <= PropertyListLimits.bytes else {
      throw PropertyListError(
        offset: nil, found: "over \(count) bytes",
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
      data.withUnsafeBytes { append($0) }
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
    let length = UInt32(truncatingIfNeeded: count - JournalFormat.recordHeaderLength)
    memory.withUnsafeMutableBytes { bytes in
      let payload = UnsafeRawBufferPointer(
        rebasing: bytes[JournalFormat.recordHeaderLength..<count])
      let crc = JournalRecord.checksum(
        generation: generation, offset: offset, length: length, payload: payload)
      bytes.storeBytes(of: length.littleEndian, as: UInt32.self)
      bytes.storeBytes(of: crc.littleEndian, toByteOffset: 4, as: UInt32.self)
    }
  }
}
