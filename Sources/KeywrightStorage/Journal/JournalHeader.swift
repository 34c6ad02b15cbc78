/// The start of a journal.
struct JournalHeader: Equatable, Sendable {
  var version = JournalFormat.version
  var generation: UInt64
  var checkpoint: CheckpointIdentity
  /// The generation of the journal that this one continues; 0 for none.
  var predecessor: UInt64 = 0
  /// The number of the checkpoint; nil where it has none.
  var number: Int64?

  /// Whether the journal has the first commits of a store, for which no list was written.
  var beginsStore: Bool { checkpoint == .none && predecessor == 0 }

  var length: Int { JournalFormat.headerLength(version: version) }

  var bytes: [UInt8] {
    var output = JournalEncoder()
    output.append(JournalFormat.magic)
    output.append(version)
    output.append(checkpoint.checksum)
    output.append(generation)
    output.append(checkpoint.length)
    let crc = output.reading { CRC32C.checksum(of: $0) }
    output.append(crc)
    output.append(UInt32(0))
    guard version > 1 else { return output.bytes }
    // The start is that of version 1, so that its readers see the version, and no damage.
    output.append(predecessor)
    if version > 2 { output.append(number ?? 0) }
    output.append(output.reading { CRC32C.checksum(of: $0) })
    output.append(UInt32(0))
    return output.bytes
  }

  /// The outcome of reading a header.
  enum Reading: Equatable {
    case valid(JournalHeader)
    /// Nothing was written yet: no bytes, or zeros.
    case blank
    /// A version that only a newer program knows.
    case newer(UInt32)
    case damaged
  }

  static func read(_ file: UnsafeRawBufferPointer) -> Reading {
    let start = UnsafeRawBufferPointer(
      rebasing: file[..<min(file.count, JournalFormat.headerLength)])
    if start.allSatisfy({ $0 == 0 }) { return file.isZero ? .blank : .damaged }
    var input = JournalDecoder(start)
    guard input.number(UInt64.self) == JournalFormat.magic,
      let version = input.number(UInt32.self), let checksum = input.number(UInt32.self),
      let generation = input.number(UInt64.self), let length = input.number(UInt64.self),
      let crc = input.number(UInt32.self), let zero = input.number(UInt32.self),
      crc == CRC32C.checksum(of: UnsafeRawBufferPointer(rebasing: file[..<32])), zero == 0
    else { return .damaged }
    guard (1...JournalFormat.version).contains(version) else { return .newer(version) }
    var header = JournalHeader(
      version: version, generation: generation,
      checkpoint: CheckpointIdentity(checksum: checksum, length: length))
    guard version > 1 else { return .valid(header) }
    guard let predecessor = input.number(UInt64.self) else { return .damaged }
    header.predecessor = predecessor
    if version > 2 {
      guard let number = input.number(Int64.self) else { return .damaged }
      header.number = number == 0 ? nil : number
    }
    let end = header.length - 8
    guard let crc = input.number(UInt32.self), let zero = input.number(UInt32.self),
      crc == CRC32C.checksum(of: UnsafeRawBufferPointer(rebasing: file[..<end])), zero == 0
    else { return .damaged }
    return .valid(header)
  }
}

extension Folder {
  /// Reads the header of a journal, and opens it for nothing else: a file that was open for writing looks changed to
  /// a program that watches the folder.
  /// - Returns: Nil if there is no such file.
  func header(of fileName: String) throws(SystemError) -> JournalHeader.Reading? {
    guard let file = try open(fileName) else { return nil }
    let status = try file.status()
    guard status.kind == .regular, status.size <= JournalFormat.longest else { return .damaged }
    return try file.read(limit: JournalFormat.longest, expected: status.size)
      .reading { JournalHeader.read($0) }
  }
}
