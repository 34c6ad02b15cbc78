/// The journal: what was committed since the property-list file, its checkpoint, was last written.
///
/// A journal is the file `<name>.journal.<generation>`, the generation in decimal. All numbers
/// are little-endian. `crc` is CRC-32C.
///
/// ```
/// header   0  8  magic "KEYWRJNL"
///          8  4  version, 1
///         12  4  checksum of the checkpoint, as BinaryPropertyList.Mark computes it
///         16  8  generation
///         24  8  length of the checkpoint in bytes; 0, with checksum 0, for no checkpoint
///         32  4  crc of bytes 0 to 31
///         36  4  zero
/// record   0  4  length n of the payload, at least 4
///          4  4  crc of generation (8), offset of the record in the file (8), n (4), payload
///          8  n  payload
/// payload  0  4  number of changes
///         then for each change: 1 byte, 0 for a removal or 1 for a setting; the name;
///         for a setting, the value
/// string   4     length in bytes, then UTF-8
/// value    1     tag, then:
///          0, 1 false, true; 2 integer (8); 3 unsigned integer (8); 4 real (8); 5 string;
///          6 date (8), seconds since 2001; 7 data: length (4), bytes; 8 array: count (4),
///          values; 9 dictionary: count (4), then name and value of each member, strictly
///          ascending by the bytes of their names; 10 reference as in keyed archives (8)
/// ```
///
/// The first record follows the header. One record is one commit: all of its changes or none.
/// Changes are absolute, so replaying them twice does no harm. After the last record the file is
/// zero to its end: space is written ahead, which lets a commit reach the disk without a change
/// of the file's size. The checksum covers generation and offset, so that no bytes of an older
/// journal, nor a record inside a value, can pass for a record.
///
/// Replay stops at the first record that is not whole. If anything but zeros is there, the journal
/// is never appended to again: its contents go into a new checkpoint under the lock. So nothing
/// behind a torn record can come back to life later. The journal is kept aside, unless what is
/// there is no more than an append that a crash interrupted, see ``JournalTail``.
///
/// After a synchronization failed, a journal may be sealed: four bytes of ones follow its last
/// record. It is read as ever, and never appended to again, as part of it may not be on the disk;
/// since that is no damage, it is not kept.
///
/// All records together have at most ``PropertyListLimits/values`` values, a removal counting as
/// one, so that reading a journal takes bounded memory.
///
/// A journal extends the checkpoint whose checksum and length its header names. Of several that
/// extend the checkpoint, the highest generation counts.
package enum JournalFormat {
  static let magic: UInt64 = UInt64(littleEndian: 0x4C4E_4A52_5759_454B)  // "KEYWRJNL"
  static let version: UInt32 = 1
  static let headerLength = 40
  static let recordHeaderLength = 8
  package static let infix = ".journal."

  /// Bounds a file that is read whole: far more than compaction lets a journal grow.
  static let longest = 2 * PropertyListLimits.bytes

  /// The bytes that end a journal on purpose.
  static let seal = [UInt8](repeating: 0xFF, count: 4)

  /// Whether nothing but a seal is there.
  static func isSeal(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.starts(with: seal)
      && UnsafeRawBufferPointer(rebasing: bytes[seal.count...]).isZero
  }

  /// The name of a journal.
  static func fileName(for name: String, generation: UInt64) -> String {
    "\(name)\(infix)\(generation)"
  }

  /// Bounds generations, of journals that are read and of those that are written alike. No program
  /// counts that far: a file with a larger number is foreign.
  static let highestGeneration = UInt64.max / 2

  /// The generation in the name of a journal; nil if the name is not one.
  static func generation(in fileName: String, for name: String) -> UInt64? {
    let prefix = name + infix
    guard fileName.hasBytePrefix(prefix) else { return nil }
    let digits = fileName.utf8.dropFirst(prefix.utf8.count)
    guard digits.allSatisfy({ 0x30...0x39 ~= $0 }), let number = UInt64(Substring(digits)),
      number <= highestGeneration,
      fileName.hasSameBytes(as: prefix + String(number))
    else { return nil }
    return number
  }
}

/// The start of a journal.
struct JournalHeader: Equatable, Sendable {
  var generation: UInt64
  var checkpoint: CheckpointIdentity

  /// Which content of the checkpoint a journal extends.
  struct CheckpointIdentity: Equatable, Sendable {
    var checksum: UInt32
    var length: UInt64

    /// Stands for a checkpoint that does not exist.
    static let none = CheckpointIdentity(checksum: 0, length: 0)
  }

  var bytes: [UInt8] {
    var output = JournalEncoder()
    output.append(JournalFormat.magic)
    output.append(JournalFormat.version)
    output.append(checkpoint.checksum)
    output.append(generation)
    output.append(checkpoint.length)
    let crc = output.reading { CRC32C.checksum(of: $0) }
    output.append(crc)
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
    guard version == JournalFormat.version else { return .newer(version) }
    return .valid(
      JournalHeader(
        generation: generation, checkpoint: CheckpointIdentity(checksum: checksum, length: length)))
  }
}

extension UnsafeRawBufferPointer {
  /// Whether all bytes are zero; eight a step.
  var isZero: Bool {
    var index = 0
    while index + 8 <= count {
      if loadUnaligned(fromByteOffset: index, as: UInt64.self) != 0 { return false }
      index += 8
    }
    while index < count {
      if self[index] != 0 { return false }
      index += 1
    }
    return true
  }
}
