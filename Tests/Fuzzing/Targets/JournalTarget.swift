@testable import KeywrightStorage

/// The journal's reader: as a file, as a record's payload, and as records with the right checksums, which no chance
/// would find.
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
      let start = JournalFormat.headerLength
      let records = UnsafeRawBufferPointer(rebasing: bytes[start...])
      _ = readAll(records, from: start, in: header.journal)
    }
  }

  /// Reads all records, those behind damage as well.
  private static func readAll(
    _ bytes: UnsafeRawBufferPointer, from start: Int, in journal: UInt64
  ) -> [JournalRecord] {
    var reader = JournalReader(bytes, from: start, in: journal)
    var records: [JournalRecord] = []
    var history = JournalHistory()
    repeat {
      while let record = reader.next() {
        records.append(record)
        _ = history.take(record)
      }
      _ = reader.tail
      require(reader.position <= start + bytes.count, "the end is outside the file")
      history.skip()
    } while reader.resume()
    _ = history.members
    return records
  }

  private static func readPayload(_ payload: [UInt8]) {
    guard let record = payload.withUnsafeBytes({ JournalRecord($0) }) else { return }
    var (bytes, chain): ([UInt8], UInt32) = ([], 0)
    guard (try? record.write(to: &bytes, at: 0, in: 1, chain: &chain)) != nil else {
      return require(false, "what was read cannot be written")
    }
    require(
      Array(bytes.dropFirst(JournalFormat.recordHeaderLength)) == payload,
      "two payloads mean the same")
  }

  /// Cuts the bytes into payloads at 0xFE and frames each, so that their contents are reached.
  private static func readRecords(_ bytes: [UInt8]) {
    var file: [UInt8] = []
    var (chain, count): (UInt32, Int) = (0, 0)
    let start = JournalFormat.headerLength
    for payload in bytes.split(separator: 0xFE, maxSplits: 8) {
      let payload = Array(payload) + [JournalFormat.lastByte]
      guard let record = payload.withUnsafeBytes({ JournalRecord($0) }), record != .moved,
        (try? record.write(to: &file, at: start + file.count, in: 1, chain: &chain)) != nil
      else { continue }
      count += 1
    }
    let records = file.withUnsafeBytes { readAll($0, from: start, in: 1) }
    require(records.count == count, "the records are not those that were written")
  }
}
