/// The journal: what was committed since the property-list file, its checkpoint, was last written.
///
/// A journal is the file `<name>.journal.<generation>`, the generation in decimal. All numbers
/// are little-endian. `crc` is CRC-32C.
///
/// ```
/// header   0  8  magic "KEYWRJNL"
///          8  4  version, 3
///         12  4  checksum of the checkpoint, as BinaryPropertyList.Mark computes it
///         16  8  generation
///         24  8  length of the checkpoint in bytes; 0, with checksum 0, for no checkpoint
///         32  4  crc of bytes 0 to 31
///         36  4  zero
///         40  8  generation of the predecessor; 0 for none
///         48  8  number of the checkpoint; 0 for none
///         56  4  crc of bytes 0 to 55
///         60  4  zero
/// record   0  4  length n of the payload, at least 4
///          4  4  crc of generation (8), offset of the record in the file (8), n (4), payload
///          8  n  payload
/// payload  0  1  1: a commit
///          1  8  time in nanoseconds since 1970
///          9  4  number of changes
///         then for each change: 1 byte, 0 for a removal or 1 for a setting, and 2 if there was no
///         value before or 4 if its checksum follows; the crc (4) of the value before, as it is
///         encoded here; the name; for a setting, the value
/// payload  0  1  2: the name of a checkpoint
///          1  4  its checksum
///          5  8  its length
///         13  8  its number
/// end      0  4  FE FF FF FF
///          4  8  generation of the journal that continues this one
///         12  4  crc of generation (8), offset of these bytes in the file (8), bytes 0 to 11
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
/// A journal is sealed, that is, four bytes of ones follow its last record, when a writer replaces it together
/// with its checkpoint, or after a synchronization failed, since part of it may not be on the disk. It is read
/// as ever, and never appended to again; since that is no damage, it is not kept.
///
/// All records together have at most ``PropertyListLimits/values`` values, a removal counting as
/// one, so that reading a journal takes bounded memory.
///
/// A compaction in the background first makes a journal that names its predecessor, then ends the predecessor with
/// the bytes that lead on, so that no process appends to it any more. Its checkpoint holds the predecessor wholly,
/// and the successor says so in a record. Until then both journals count, over the old checkpoint. A successor
/// counts only behind a predecessor that leads to it: otherwise a power cut could take commits of the one and leave
/// later ones of the other.
///
/// Version 1 has a header of 40 bytes, and payloads that begin with the number of changes and know
/// nothing of values before. Version 2 has a header of 56 bytes; its checkpoints have no numbers. Both
/// are read, and the next commit writes a checkpoint with a journal of this version. A program that
/// knows only earlier versions says that a newer one is needed.
///
/// A journal extends the checkpoint whose checksum and length its header names. Of several that
/// extend the checkpoint, the highest generation counts.
///
/// A checkpoint also has a number, see ``CheckpointName``. Another program that edits the property list
/// carries it along, and so shows which checkpoint it read. The number alone proves nothing: it
/// counts only if a journal names it.
package enum JournalFormat {
  static let magic: UInt64 = UInt64(littleEndian: 0x4C4E_4A52_5759_454B)  // "KEYWRJNL"
  package static let version: UInt32 = 3
  static let headerLength = headerLength(version: version)

  static func headerLength(version: UInt32) -> Int {
    switch version {
    case 1: 40
    case 2: 56
    default: 64
    }
  }

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

  private static let continuationMarker: UInt32 = 0xFFFF_FFFE
  static let continuationLength = 16

  /// The bytes that end a journal and lead to its successor.
  static func continuation(in generation: UInt64, at offset: Int, to next: UInt64) -> [UInt8] {
    var encoder = JournalEncoder()
    encoder.append(continuationMarker)
    encoder.append(next)
    encoder.append(checksum(ofContinuation: next, in: generation, at: offset))
    return encoder.bytes
  }

  /// Reads the bytes that lead to a successor; nil if there are other bytes.
  static func continuation(_ bytes: UnsafeRawBufferPointer, in generation: UInt64, at offset: Int)
    -> UInt64?
  {
    var input = JournalDecoder(bytes)
    guard input.number(UInt32.self) == continuationMarker, let next = input.number(UInt64.self),
      input.number(UInt32.self) == checksum(ofContinuation: next, in: generation, at: offset),
      next > generation, next <= highestGeneration,
      UnsafeRawBufferPointer(rebasing: bytes[continuationLength...]).isZero
    else { return nil }
    return next
  }

  /// Whether bytes are a continuation that a crash cut short.
  /// - Parameter written: The number of bytes before nothing but zeros.
  static func isStartOfContinuation(_ bytes: UnsafeRawBufferPointer, _ written: Int) -> Bool {
    guard (4..<continuationLength).contains(written) else { return false }
    return bytes.loadUnaligned(as: UInt32.self).littleEndian == continuationMarker
  }

  private static func checksum(ofContinuation next: UInt64, in generation: UInt64, at offset: Int)
    -> UInt32
  {
    var encoder = JournalEncoder()
    encoder.append(generation)
    encoder.append(UInt64(offset))
    encoder.append(continuationMarker)
    encoder.append(next)
    return encoder.reading { CRC32C.checksum(of: $0) }
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
