/// The paths of files as editors name them: `file:///home/a/Player.keys.json`.
enum DocumentURI {
  /// The path of a file; nil for anything else, such as a text without a file.
  static func path(of uri: String) -> String? {
    let scheme = "file://"
    guard uri.prefix(scheme.count).lowercased() == scheme else { return nil }
    let rest = uri.dropFirst(scheme.count)
    // A host may stand before the path: this one's name, or `localhost`.
    guard let slash = rest.firstIndex(of: "/"),
      let path = decoded(
        rest[slash...].utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }),
      !path.utf8.contains(0)
    else { return nil }
    return path
  }

  /// A text in which `%20` stands for a blank; nil if it is no UTF-8 then.
  private static func decoded(_ text: Substring.UTF8View.SubSequence) -> String? {
    var bytes: [UInt8] = []
    var rest = text[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      guard digits.utf8.count == 2, digits.allSatisfy(\.isHexDigit),
        let value = UInt8(digits, radix: 16)
      else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  /// The name of a file.
  static func uri(of path: String) -> String {
    let hex = Array("0123456789ABCDEF".utf8)
    var uri = Array("file://".utf8)
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"),
        UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
        uri.append(byte)
      default: uri += [UInt8(ascii: "%"), hex[Int(byte >> 4)], hex[Int(byte & 15)]]
      }
    }
    return String(decoding: uri, as: UTF8.self)
  }
}
