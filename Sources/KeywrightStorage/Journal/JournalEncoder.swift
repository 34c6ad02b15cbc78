/// A buffer in which the bytes of a journal are made.
package struct JournalEncoder: Sendable {
  /// Memory, of which only the first `count` bytes mean something: filling it in place is several
  /// times faster than letting an array grow.
  private var memory: [UInt8] = []
  /// The number of bytes that were appended.
  private(set) var count = 0
  /// The number of values that were appended, a removal counting as one.
  private(set) var values = 0
  /// The number of values that the record adds to the stored ones, as far as it is told what it replaces.
  private(set) var growth = 0
  /// The number of changes that the record has.
  private var changes: UInt32 = 0
  /// Whether the record only removes.
  private(set) var isRemoval = true

  /// A copy of the bytes.
  var bytes: [UInt8] { Array(memory[..<count]) }

  mutating func removeAll() {
    // The memory of one huge commit is not kept for ever.
    if memory.count > 1 << 20 { memory = [] }
    count = 0
    values = 0
    growth = 0
    changes = 0
    isRemoval = true
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

  /// Appends bytes behind a byte that says what they are, if there is one, and their number.
  @inline(__always)
  private mutating func append(_ kind: UInt8?, counted bytes: UnsafeRawBufferPointer) {
    let start = kind == nil ? 4 : 5
    let place = grow(by: start + bytes.count)
    memory.withUnsafeMutableBytes { memory in
      if let kind { memory.storeBytes(of: kind, toByteOffset: place, as: UInt8.self) }
      let count = UInt32(truncatingIfNeeded: bytes.count).littleEndian
      memory.storeBytes(of: count, toByteOffset: place + start - 4, as: UInt32.self)
      guard let source = bytes.baseAddress, let target = memory.baseAddress else { return }
      (target + place + start).copyMemory(from: source, byteCount: bytes.count)
    }
  }

  mutating func append(bytes: [UInt8]) {
    let place = grow(by: bytes.count)
    memory.replaceSubrange(place..<place + bytes.count, with: bytes)
  }

  mutating func append(_ string: String) {
    string.withBytes { append(nil, counted: $0) }
  }

  /// Appends a byte that says what follows, and eight bytes.
  @inline(__always)
  private mutating func append(_ kind: UInt8, word: UInt64) {
    let place = grow(by: 9)
    memory.withUnsafeMutableBytes {
      $0.storeBytes(of: kind, toByteOffset: place, as: UInt8.self)
      $0.storeBytes(of: word.littleEndian, toByteOffset: place + 1, as: UInt64.self)
    }
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
    case .integer(let integer): append(2, word: UInt64(bitPattern: integer))
    case .unsigned(let integer): append(3, word: integer)
    case .real(let real): append(4, word: real.bitPattern)
    case .string(let string): string.withBytes { append(5, counted: $0) }
    case .date(let seconds):
      guard seconds.isFinite else {
        throw PropertyListError(offset: nil, found: "date \(seconds)", expected: "a finite date")
      }
      append(6, word: seconds.bitPattern)
    case .data(let data): data.withUnsafeBytes { append(7, counted: $0) }
    case .array(let elements):
      append(8 as UInt8)
      try append(elements, depth: depth)
    case .dictionary(let dictionary):
      append(9 as UInt8)
      append(UInt32(truncatingIfNeeded: dictionary.count))
      for member in dictionary.members {
        append(member.key)
        try append(member.value, depth: depth + 1)
      }
    case .uid(let uid): append(10, word: uid)
    case .foreign(.bytes(let bytes)): bytes.withUnsafeBytes { append(11, counted: $0) }
    case .foreign(.set(let marker, let elements)):
      append(12 as UInt8)
      append(marker)
      try append(elements, depth: depth)
    case .foreign(.repeated(let values)):
      append(13 as UInt8)
      try append(values, depth: depth)
    }
  }

  private mutating func append(
    _ elements: [PropertyList], depth: Int
  ) throws(PropertyListError) {
    append(UInt32(truncatingIfNeeded: elements.count))
    for element in elements { try append(element, depth: depth + 1) }
  }

  /// Starts a commit; ``endCommit()``, ``number(_:)`` and ``endRecord(at:in:chain:)`` fill in what is known at its end.
  mutating func beginCommit(at time: Int64, _ origin: JournalCommit.Origin = .program) {
    removeAll()
    let place = grow(by: JournalFormat.recordHeaderLength + JournalFormat.commitHeaderLength)
    memory.withUnsafeMutableBytes {
      let place = place + JournalFormat.recordHeaderLength
      $0.storeBytes(of: JournalRecord.Kind.commit.rawValue, toByteOffset: place, as: UInt8.self)
      $0.storeBytes(of: time.littleEndian, toByteOffset: place + 9, as: Int64.self)
      $0.storeBytes(of: origin.rawValue, toByteOffset: place + 17, as: UInt8.self)
    }
  }

  /// Starts a record of another kind.
  mutating func beginRecord(_ kind: JournalRecord.Kind) {
    removeAll()
    _ = grow(by: JournalFormat.recordHeaderLength)
    append(kind.rawValue)
  }

  /// Appends a change to a commit.
  ///
  /// - Parameters:
  ///   - name: The UTF-8 bytes of the member's name; no two changes of a commit have the same.
  ///   - value: The new value; nil removes the member.
  ///   - replaced: The number of values that the old one has, 0 for none.
  /// - Throws: ``PropertyListError`` for a value that no file can hold.
  package mutating func appendChange(
    of name: UnsafeRawBufferPointer, to value: PropertyList?, replacing replaced: Int
  ) throws(PropertyListError) {
    changes += 1
    append(value == nil ? 0 : 1, counted: name)
    growth -= replaced
    guard let value else {
      values += 1
      return
    }
    isRemoval = false
    let before = values
    // Members of the file's dictionary are at depth 2.
    try append(value, depth: 2)
    growth += values - before
  }

  /// Completes a commit, but for what depends on its place.
  /// - Throws: ``PropertyListError`` for one that is too long.
  mutating func endCommit() throws(PropertyListError) {
    append(JournalFormat.lastByte)
    let changes = changes
    memory.withUnsafeMutableBytes {
      let place = JournalFormat.recordHeaderLength + JournalFormat.commitHeaderLength - 4
      $0.storeBytes(of: changes.littleEndian, toByteOffset: place, as: UInt32.self)
    }
    guard count <= PropertyListLimits.bytes else {
      throw PropertyListError(
        offset: nil, found: "a commit of \(count) bytes",
        expected: "at most \(PropertyListLimits.bytes)")
    }
  }

  /// Gives a commit its number.
  mutating func number(_ number: UInt64) {
    memory.withUnsafeMutableBytes {
      let place = JournalFormat.recordHeaderLength + 1
      $0.storeBytes(of: number.littleEndian, toByteOffset: place, as: UInt64.self)
    }
  }

  /// Completes a record for one place in one journal.
  /// - Parameter chain: The checksum of the record before; that of this one afterwards.
  mutating func endRecord(at offset: Int, in journal: UInt64, chain: inout UInt32) {
    let length = UInt32(truncatingIfNeeded: count - JournalFormat.recordHeaderLength)
    let check = JournalFormat.check(of: length, at: offset, in: journal)
    let (last, end) = (chain, count)
    chain = memory.withUnsafeMutableBytes { bytes in
      let payload = UnsafeRawBufferPointer(rebasing: bytes[JournalFormat.recordHeaderLength..<end])
      let crc = JournalFormat.checksum(of: payload, after: check, chain: last)
      bytes.storeBytes(of: length.littleEndian, as: UInt32.self)
      bytes.storeBytes(of: check.value.littleEndian, toByteOffset: 4, as: UInt32.self)
      bytes.storeBytes(of: crc.littleEndian, toByteOffset: 8, as: UInt32.self)
      return crc
    }
  }

  /// Appends changes to a commit.
  package mutating func append(_ changes: [MemberChange]) throws(PropertyListError) {
    for change in changes {
      var failure: PropertyListError?
      change.name.withBytes { name in
        do throws(PropertyListError) {
          try appendChange(of: name, to: change.value, replacing: 0)
        } catch {
          failure = error
        }
      }
      if let failure { throw failure }
    }
  }
}
