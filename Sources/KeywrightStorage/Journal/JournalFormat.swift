/// The journal of a store, which is the store: all that was committed, in one file that nobody else writes.
///
/// The journal of `x.plist` is `x.plist.journal`. The property list beside it is a published copy: other programs
/// read it and may edit it, and an edit is taken into the journal like a commit. All numbers are little-endian;
/// `crc` is CRC-32C.
///
/// ```
/// header   0  8  magic "KEYWRSTO"
///          8  4  version, 1
///         12  4  zero
///         16  8  number of the store, the same in all its journals
///         24  8  number of this journal
///         32  4  crc of bytes 0 to 31
///         36  4  zero
/// record   0  4  length n of the payload, at least 2
///          4  4  crc of the journal's number (8), offset of the record in the file (8), n (4)
///          8  4  crc of the same, the crc at 8 of the record before, and the payload
///         12  n  payload, whose last byte is FF
/// payload  0  1  1: a snapshot, the first record of every journal
///          1  8  number of the last commit that it holds
///          9     a binary property list of all members
/// payload  0  1  2: a commit
///          1  8  its number, one more than that of the commit before
///          9  8  time in nanoseconds since 1970
///         17  1  origin: 0 a program, 1 an edit of the list, 2 a list that was removed
///         18  4  number of changes
///         then for each change: 1 byte, 0 for a removal or 1 for a setting; the name; for a setting, the value
/// payload  0  1  3: a publication, 4: an edited list that was taken in
///          1  4  checksum of the list, as `BinaryPropertyList.Mark` computes it
///          5  8  length of the list
///         13  8  number in the list, 0 for none
///         21  8  number of the last commit that the list holds; of an edited list, that of its own commit
///         29  1  whether the list holds all members at that commit
/// payload  0  1  5: the journal was replaced, or has to be
/// payload  0  1  6: the name of a published list is on the disk
///          1  8  number in the list
/// string   4     length in bytes, then UTF-8
/// value    1     tag, then:
///          0, 1 false, true; 2 integer (8); 3 unsigned integer (8); 4 real (8); 5 string;
///          6 date (8), seconds since 2001; 7 data: length (4), bytes; 8 array: count (4),
///          values; 9 dictionary: count (4), then name and value of each member, strictly
///          ascending by the bytes of their names; 10 reference as in keyed archives (8)
/// ```
///
/// A record's checksum covers those before it, so that a commit that a power cut dropped never comes back behind a
/// later one. Its length has a check of its own: a wrong length would pass all that follows for a part of it. The
/// last byte is never zero, so that a record of which only the beginning reached the disk is told from damage.
///
/// A shorter journal takes the name of the one before it; it is no next one of several beside a snapshot. So one file is
/// the whole store, and no record depends on what the disk has of another file. The price is one synchronization under
/// the writer's lock for each shortening.
///
/// A reader never steps over the record that says that the journal was replaced. It opens the name again; a writer
/// that finds the same file there writes all of it to a new one: that which was about to replace it was killed, or could
/// not bring its records to the disk, of which no later synchronization says whether they are there.
package enum JournalFormat {
  static let magic = UInt64(littleEndian: 0x4F54_5352_5759_454B)  // "KEYWRSTO"
  package static let version: UInt32 = 1
  static let headerLength = 40
  /// No commit has this number or a higher one, so that none that can be read is the last that there can be.
  static let endOfNumbers: UInt64 = 1 << 62
  static let recordHeaderLength = 12
  /// Kind, number, time, origin and number of changes.
  static let commitHeaderLength = 22
  /// The last byte of each payload.
  static let lastByte: UInt8 = 0xFF
  /// Bounds a file that is read whole.
  static let longest = 3 * PropertyListLimits.bytes

  /// The end of a journal's name.
  package static let suffix = ".journal"

  static func journalName(for name: String) -> String { name + suffix }

  /// Whether a journal of the formats before 0.1.0 has no commit.
  static func isFormerAndEmpty(_ fileName: String, in folder: Folder) -> Bool {
    guard let file = try? folder.open(fileName),
      let bytes = try? file.read(from: 64, limit: 64, expected: 64)
    else { return false }
    return bytes.allSatisfy { $0 == 0 }
  }

  /// The checksum of a record's length in its place.
  static func check(of length: UInt32, at offset: Int, in journal: UInt64) -> CRC32C {
    var crc = CRC32C()
    var place = (journal.littleEndian, UInt64(offset).littleEndian, length.littleEndian)
    withUnsafeBytes(of: &place) { crc.update(UnsafeRawBufferPointer(rebasing: $0[..<20])) }
    return crc
  }

  /// The checksum of a record.
  /// - Parameters:
  ///   - check: That of its length.
  ///   - chain: The checksum of the record before.
  static func checksum(
    of payload: UnsafeRawBufferPointer, after check: CRC32C, chain: UInt32
  ) -> UInt32 {
    var crc = check
    withUnsafeBytes(of: chain.littleEndian) { crc.update($0) }
    crc.update(payload)
    return crc.value
  }
}

/// The start of a journal.
struct JournalHeader: Equatable, Sendable {
  /// The same in all journals of one store, so that a copy of the store is told from another.
  var store: UInt64
  /// This journal's own, on which all its checksums depend.
  var journal: UInt64

  var bytes: [UInt8] {
    var output = JournalEncoder()
    output.append(JournalFormat.magic)
    output.append(JournalFormat.version)
    output.append(UInt32(0))
    output.append(store)
    output.append(journal)
    output.append(output.reading { CRC32C.checksum(of: $0) })
    output.append(UInt32(0))
    return output.bytes
  }

  /// What reading a header gave.
  enum Reading: Equatable {
    case valid(JournalHeader)
    /// A version that only a newer program knows.
    case newer(UInt32)
    case damaged
  }

  static func read(_ file: UnsafeRawBufferPointer) -> Reading {
    var input = JournalDecoder(file)
    guard file.count >= JournalFormat.headerLength,
      input.number(UInt64.self) == JournalFormat.magic,
      let version = input.number(UInt32.self), input.number(UInt32.self) == 0,
      let store = input.number(UInt64.self), let journal = input.number(UInt64.self),
      input.number(UInt32.self)
        == CRC32C.checksum(of: UnsafeRawBufferPointer(rebasing: file[..<32]))
    else { return .damaged }
    // The start and its checksum are the same in all versions.
    guard version == JournalFormat.version else { return .newer(version) }
    return .valid(JournalHeader(store: store, journal: journal))
  }
}
