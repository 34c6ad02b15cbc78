import Keywright

/// The name of an item: the storage string, but for one with a NUL, which no name of an item can have.
enum ItemName {
  private static let mark = "nul:"

  static func name(of string: StorageString) -> String {
    let text = string.string
    guard text.utf8.contains(0) || text.utf8.starts(with: mark.utf8) else { return text }
    var bytes = Array(mark.utf8)
    for byte in text.utf8 {
      switch byte {
      case 0: bytes += Array("%00".utf8)
      case UInt8(ascii: "%"): bytes += Array("%25".utf8)
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  static func storageString(of name: String) -> StorageString {
    guard name.utf8.starts(with: mark.utf8) else { return StorageString(name) }
    var bytes: [UInt8] = []
    var rest = Array(name.utf8)[mark.utf8.count...]
    while let byte = rest.popFirst() {
      let isNul = byte == UInt8(ascii: "%") && rest.starts(with: "00".utf8)
      let isPercent = byte == UInt8(ascii: "%") && rest.starts(with: "25".utf8)
      bytes.append(isNul ? 0 : byte)
      if isNul || isPercent { rest = rest.dropFirst(2) }
    }
    return StorageString(String(decoding: bytes, as: UTF8.self))
  }
}
