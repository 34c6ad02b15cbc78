/// One commit in a journal.
enum JournalRecord {
  /// The checksum of a record, which binds it to its place in its journal.
  static func checksum(
    generation: UInt64, offset: Int, length: UInt32, payload: UnsafeRawBufferPointer
  ) -> UInt32 {
    var crc = CRC32C()
    var place = (generation.littleEndian, UInt64(offset).littleEndian, length.littleEndian)
    withUnsafeBytes(of: &place) { crc.update(UnsafeRawBufferPointer(rebasing: $0[..<20])) }
    crc.update(payload)
    return crc.value
  }

  /// Writes a commit, but for what depends on its place.
  ///
  /// - Parameter changes: Appends the changes.
  /// - Throws: `PropertyListError` for a value that no file can hold.
  @inline(__always)
  static func write(
    to output: inout JournalEncoder,
    _ changes: (inout JournalEncoder) throws(PropertyListError) -> Void
  ) throws(PropertyListError) {
    output.beginRecord()
    try changes(&output)
    output.endChanges()
    guard output.count <= PropertyListLimits.bytes else {
      throw PropertyListError(
        offset: nil, found: "a commit of \(output.count) bytes",
        expected: "at most \(PropertyListLimits.bytes)")
    }
  }

  /// Writes a commit, but for what depends on its place.
  /// - Throws: `PropertyListError` for a value that no file can hold.
  static func write(_ changes: [MemberChange], to output: inout JournalEncoder)
    throws(PropertyListError)
  {
    try write(to: &output) { output throws(PropertyListError) in try output.append(changes) }
  }

  /// Reads a payload whose checksum is right, and appends its changes to those of others.
  /// - Parameter values: How many values the others have; see ``JournalReplay/values``.
  /// - Returns: Whether it is exactly a list of changes; if not, nothing is appended.
  static func append(
    _ payload: UnsafeRawBufferPointer, to changes: inout [MemberChange], values: inout Int
  ) -> Bool {
    let start = changes.count
    var input = JournalDecoder(payload, values: values)
    guard appendAll(of: &input, to: &changes) else {
      changes.removeSubrange(start...)
      return false
    }
    values = input.values
    return true
  }

  /// Tells whether bytes are the start of a list of changes, and not all of it.
  /// - Parameters:
  ///   - length: How many bytes the whole list has.
  ///   - values: How many values the records before it have.
  static func isStart(_ bytes: UnsafeRawBufferPointer, of length: Int, after values: Int) -> Bool {
    var changes: [MemberChange] = []
    var input = JournalDecoder(bytes, of: length, values: values)
    return !appendAll(of: &input, to: &changes) && input.isCutShort
  }

  private static func appendAll(
    of input: inout JournalDecoder, to changes: inout [MemberChange]
  ) -> Bool {
    guard let count = input.count(of: 5) else { return false }
    for _ in 0..<count {
      guard let kind = input.number(UInt8.self), kind <= 1, let name = input.string() else {
        return false
      }
      var change = MemberChange(name: name, value: nil)
      if kind == 1 {
        guard let value = input.value(depth: 2) else { return false }
        change.value = value
      } else if !input.countRemoval() {
        return false
      }
      changes.append(change)
    }
    return input.isAtEnd
  }
}

extension JournalEncoder {
  /// Appends changes to a record.
  mutating func append(_ changes: [MemberChange]) throws(PropertyListError) {
    for change in changes {
      var failure: PropertyListError?
      change.name.withBytes { name in
        do throws(PropertyListError) {
          try appendChange(of: name, to: change.value)
        } catch {
          failure = error
        }
      }
      if let failure { throw failure }
    }
  }
}

/// The contents of a journal, or of the part of it from some offset on.
struct JournalReplay {
  /// The changes of all whole records, in order.
  var changes: [MemberChange] = []
  /// How many values they have, a removal counting as one: at most ``PropertyListLimits/values``,
  /// for a journal is read into memory. Replay stops at a record beyond that; writers make a new
  /// checkpoint first.
  var values: Int
  /// Where the next record belongs.
  var end: Int
  /// The state of the bytes after the last whole record.
  var tail = JournalTail.clean

  /// Reads records; linear in the number of bytes.
  /// - Parameters:
  ///   - bytes: The journal from `start` to its end.
  ///   - start: The offset of the first record to read.
  ///   - values: How many values the records before that have.
  init(
    _ bytes: UnsafeRawBufferPointer, from start: Int, generation: UInt64, after values: Int = 0
  ) {
    self.init(bytes, from: start, generation: generation, after: values) { _, _ in }
  }

  /// Reads records, and hands on the offset of each with its changes.
  init(
    _ bytes: UnsafeRawBufferPointer, from start: Int, generation: UInt64, after values: Int = 0,
    record body: (_ offset: Int, ArraySlice<MemberChange>) -> Void
  ) {
    var position = 0
    self.values = values
    end = start
    while true {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[position...])
      let known = changes.count
      guard let (payload, length) = JournalReplay.record(rest, generation, start + position),
        JournalRecord.append(payload, to: &changes, values: &self.values)
      else {
        tail = JournalTail(rest, at: end, generation: generation, after: self.values)
        return
      }
      body(end, changes[known...])
      position += length
      end = start + position
    }
  }

  private static func record(_ bytes: UnsafeRawBufferPointer, _ generation: UInt64, _ offset: Int)
    -> (payload: UnsafeRawBufferPointer, length: Int)?
  {
    var input = JournalDecoder(bytes)
    guard let length = input.number(UInt32.self), length >= 4,
      let crc = input.number(UInt32.self), let payload = input.run(Int(length)),
      crc
        == JournalRecord.checksum(
          generation: generation, offset: offset, length: length, payload: payload)
    else { return nil }
    return (payload, JournalFormat.recordHeaderLength + Int(length))
  }
}
