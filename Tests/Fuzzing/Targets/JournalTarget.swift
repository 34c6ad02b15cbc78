@testable import KeywrightStorage

/// The journal's reader: as a file, as a record's payload, and as a record with the right
/// checksum, which no chance would find.
enum JournalTarget: FuzzTarget {
  static let name = "journal"

  static func run(_ bytes: [UInt8]) {
    guard let mode = bytes.first else { return }
    let rest = Array(bytes.dropFirst())
    switch mode % 3 {
    case 0: readFile(rest)
    case 1: readPayload(rest)
    default: readRecords(rest)
    }
  }

  private static func readFile(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { bytes in
      guard case .valid(let header) = JournalHeader.read(bytes) else { return }
      require(bytes.count >= header.length, "a header that is not there")
      let start = header.length
      let records = UnsafeRawBufferPointer(rebasing: bytes[start...])
      let replay = JournalReplay(
        records, from: start, generation: header.generation, version: header.version)
      require(replay.end <= bytes.count, "the end is outside the file")
    }
  }

  private static func readPayload(_ payload: [UInt8]) {
    var changes: [MemberChange] = []
    var values = 0
    let contents = payload.withUnsafeBytes {
      JournalRecord.append($0, to: &changes, values: &values)
    }
    guard let contents else { return require(changes.isEmpty, "half a record was read") }
    var output = JournalEncoder()
    if let checkpoint = contents.checkpoint {
      require(changes.isEmpty, "the name of a checkpoint with changes")
      output.writeRecord(of: checkpoint)
    } else {
      guard (try? JournalRecord.write(changes, to: &output, at: contents.time)) != nil else {
        return require(false, "what was read cannot be written")
      }
    }
    require(
      Array(output.bytes.dropFirst(JournalFormat.recordHeaderLength)) == payload,
      "two payloads mean the same")
  }

  /// Cuts the bytes into payloads at 0xFE and frames each, so that their contents are reached.
  private static func readRecords(_ bytes: [UInt8]) {
    var file: [UInt8] = []
    let start = JournalFormat.headerLength
    for payload in bytes.split(separator: 0xFE, maxSplits: 8) {
      var header = [UInt8](repeating: 0, count: JournalFormat.recordHeaderLength)
      let length = UInt32(payload.count)
      let crc = payload.withUnsafeBytes {
        JournalRecord.checksum(
          generation: 1, offset: start + file.count, length: length, payload: $0)
      }
      withUnsafeBytes(of: length.littleEndian) { header.replaceSubrange(0..<4, with: $0) }
      withUnsafeBytes(of: crc.littleEndian) { header.replaceSubrange(4..<8, with: $0) }
      file += header + payload
    }
    file.withUnsafeBytes { file in
      var changes: [MemberChange] = []
      let replay = JournalReplay(file, from: start, generation: 1) { offset, more in
        require(offset >= start && offset < start + file.count, "a record outside the file")
        changes += more
      }
      require(replay.changes == changes, "the records are not the replay")
      require(replay.end <= start + file.count, "the end is outside the file")
    }
  }
}
