/// One record of a journal: a commit, or the name of a checkpoint.
enum JournalRecord {
  /// The first byte of a payload, in the present version of the format.
  enum Kind: UInt8 {
    case commit = 1
    /// A checkpoint that holds all of the journals before this one.
    case checkpoint = 2
  }

  /// Kind, time and number of changes.
  static let commitHeaderLength = 13

  /// The contents of a record besides its changes.
  struct Contents: Equatable {
    /// The time of the commit in nanoseconds since 1970; 0 in version 1.
    var time: Int64 = 0
    var checkpoint: CheckpointName?
  }

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
    to output: inout JournalEncoder, at time: Int64 = 0,
    _ changes: (inout JournalEncoder) throws(PropertyListError) -> Void
  ) throws(PropertyListError) {
    output.beginRecord(at: time)
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
  static func write(
    _ changes: [MemberChange], to output: inout JournalEncoder, at time: Int64 = 0
  ) throws(PropertyListError) {
    try write(to: &output, at: time) { output throws(PropertyListError) in
      try output.append(changes)
    }
  }

  /// Reads a payload whose checksum is right, and appends its changes to those of others.
  /// - Parameter values: How many values the others have; see ``JournalReplay/values``.
  /// - Returns: The rest of its contents; nil, with nothing appended, for anything but a whole
  ///   payload.
  static func append(
    _ payload: UnsafeRawBufferPointer, version: UInt32 = JournalFormat.version,
    to changes: inout [MemberChange], values: inout Int
  ) -> Contents? {
    let start = changes.count
    var input = JournalDecoder(payload, values: values)
    guard let contents = read(&input, version: version, appendingTo: &changes), input.isAtEnd else {
      changes.removeSubrange(start...)
      return nil
    }
    values = input.values
    return contents
  }

  /// Returns whether bytes are the start of a payload, and not all of it.
  /// - Parameters:
  ///   - length: The length of the whole payload.
  ///   - values: How many values the records before it have.
  static func isStart(
    _ bytes: UnsafeRawBufferPointer, of length: Int, version: UInt32, after values: Int
  ) -> Bool {
    var changes: [MemberChange] = []
    var input = JournalDecoder(bytes, of: length, values: values)
    let isWhole = read(&input, version: version, appendingTo: &changes) != nil && input.isAtEnd
    return !isWhole && input.isCutShort
  }

  private static func read(
    _ input: inout JournalDecoder, version: UInt32, appendingTo changes: inout [MemberChange]
  ) -> Contents? {
    guard version > 1 else {
      return readChanges(&input, version: version, appendingTo: &changes) ? Contents() : nil
    }
    switch input.number(UInt8.self).flatMap(Kind.init) {
    case .commit:
      guard let time = input.number(Int64.self),
        readChanges(&input, version: version, appendingTo: &changes)
      else { return nil }
      return Contents(time: time)
    case .checkpoint:
      guard let checksum = input.number(UInt32.self), let length = input.number(UInt64.self)
      else { return nil }
      var checkpoint = CheckpointName(identity: .init(checksum: checksum, length: length))
      if version > 2 {
        guard let number = input.number(Int64.self) else { return nil }
        checkpoint.number = number
      }
      return Contents(checkpoint: checkpoint)
    case nil: return nil
    }
  }

  private static func readChanges(
    _ input: inout JournalDecoder, version: UInt32, appendingTo changes: inout [MemberChange]
  ) -> Bool {
    guard let count = input.count(of: 5) else { return false }
    for _ in 0..<count {
      guard let change = input.change(version: version) else { return false }
      changes.append(change)
    }
    return true
  }
}

extension JournalDecoder {
  /// Reads one change of a commit.
  fileprivate mutating func change(version: UInt32) -> MemberChange? {
    guard let kind = number(UInt8.self), kind < (version == 1 ? 2 : 6) else { return nil }
    var change = MemberChange(name: "", value: nil)
    switch kind >> 1 {
    case 1: change.replaced = .absent
    case 2:
      guard let checksum = number(UInt32.self) else { return nil }
      change.replaced = .checksum(checksum)
    default: break
    }
    guard let name = string() else { return nil }
    change.name = name
    if kind & 1 == 1 {
      guard let value = value(depth: 2) else { return nil }
      change.value = value
    } else if !countRemoval() {
      return nil
    }
    return change
  }
}

extension JournalEncoder {
  /// Appends changes to a record.
  mutating func append(_ changes: [MemberChange]) throws(PropertyListError) {
    for change in changes {
      var failure: PropertyListError?
      change.name.withBytes { name in
        do throws(PropertyListError) {
          try appendChange(of: name, to: change.value, replacing: change.replaced)
        } catch {
          failure = error
        }
      }
      if let failure { throw failure }
    }
  }
}
