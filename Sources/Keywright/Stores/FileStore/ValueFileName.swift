import KeywrightStorage

/// The file name under which a ``FileStore`` keeps a storage string's value.
///
/// - `a`–`z`, `0`–`9`, `-`, `_`, and `.` but for a first one, stand for themselves;
/// - `:` is written `+`; every other byte of the UTF-8 form is `%` and two lower-case hexadecimal
///   digits, upper-case letters too, since many volumes ignore case;
/// - the empty string is `%`;
/// - a result longer than 200 bytes is written as its first 100 (or less, so as to cut no byte in
///   two), `~`, and the SHA-256 of the storage string in hexadecimal;
/// - `.plist` ends each name.
///
/// No two strings share a name, on a volume that ignores case or one that normalises Unicode
/// either, and no name can lead out of its folder.
struct ValueFileName {
  static let longest = 200
  private static let kept = 100

  /// The file name.
  let string: String

  /// The name of a storage string's file; linear in the string's length.
  init(_ name: StorageString) {
    let encoded = name.withBytes { ValueFileName.encoded($0) }
    guard encoded.count > ValueFileName.longest else {
      string = ValueFileName.escaped(name) + ValueFolder.suffix
      return
    }
    var start = encoded.prefix(ValueFileName.kept)
    if let percent = start.suffix(2).lastIndex(of: UInt8(ascii: "%")) { start = start[..<percent] }
    let hash = name.withBytes { SHA256.hexadecimal($0) }
    string = String(decoding: start, as: UTF8.self) + "~" + hash + ValueFolder.suffix
  }

  /// The storage string as characters that are safe on any volume, without an ending; of any length.
  static func escaped(_ name: StorageString) -> String {
    let encoded = name.withBytes { ValueFileName.encoded($0) }
    return encoded.isEmpty ? "%" : String(decoding: encoded, as: UTF8.self)
  }

  /// The storage string of such characters; nil if none is written so.
  static func unescaped(_ text: String) -> StorageString? {
    decoded(Array(text.utf8)).flatMap { String(validating: $0, as: UTF8.self) }
      .map { StorageString($0) }
  }

  private static func encoded(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "-"), UInt8(ascii: "_"):
        result.append(byte)
      case UInt8(ascii: ".") where !result.isEmpty: result.append(byte)
      case UInt8(ascii: ":"): result.append(UInt8(ascii: "+"))
      default: result += [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 15)]
      }
    }
    return result
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}

extension ValueFileName {
  /// The meaning of a file name.
  enum Meaning: Equatable {
    /// The file holds the value of this storage string.
    case value(StorageString)
    /// The storage string was too long for a name; the file itself holds it.
    case hashed
    /// The file is not one of the store's.
    case foreign
  }

  /// Reads a file name; linear in its length.
  static func meaning(of fileName: String) -> Meaning {
    let bytes = Array(fileName.utf8.dropLast(ValueFolder.suffix.utf8.count))
    if bytes.contains(UInt8(ascii: "~")) {
      return bytes.count <= longest ? .hashed : .foreign
    }
    guard let name = unescaped(String(decoding: bytes, as: UTF8.self)) else { return .foreign }
    // Another spelling of the same string is another program's file.
    let ours = ValueFileName(name).string
    return ours.utf8.elementsEqual(fileName.utf8) ? .value(name) : .foreign
  }

  private static func decoded(_ bytes: [UInt8]) -> [UInt8]? {
    if bytes == [UInt8(ascii: "%")] { return [] }
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "+"): result.append(UInt8(ascii: ":"))
      case UInt8(ascii: "%"):
        guard index + 2 < bytes.count, let high = value(bytes[index + 1]),
          let low = value(bytes[index + 2])
        else { return nil }
        result.append(high << 4 | low)
        index += 2
      default: result.append(bytes[index])
      }
      index += 1
    }
    return result
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
