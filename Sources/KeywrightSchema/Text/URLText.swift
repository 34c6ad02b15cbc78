/// URLs by the grammar of RFC 3986, appendix A, which Foundation reads them by; addresses in brackets
/// are not looked into.
package enum URLText {
  /// The text, if it is a URL.
  package static func checked(_ text: String) -> String? {
    var rest = Array(text.utf8)[...]
    // A text that begins with a colon has neither a scheme nor a first segment without one.
    if rest.isEmpty || rest.count > 8_192 || rest.first == UInt8(ascii: ":") { return nil }
    let scheme = rest.prefix { !":/?#".utf8.contains($0) }
    if scheme.endIndex < rest.endIndex, rest[scheme.endIndex] == UInt8(ascii: ":") {
      guard isScheme(scheme) else { return nil }
      rest = rest[(scheme.endIndex + 1)...]
    }
    if rest.starts(with: "//".utf8) {
      let authority = rest.dropFirst(2).prefix { !"/?#".utf8.contains($0) }
      guard isAuthority(authority) else { return nil }
      rest = rest[authority.endIndex...]
    }
    guard let hash = rest.firstIndex(of: UInt8(ascii: "#")) else {
      return isSpelled(rest, besides: ":@/?") ? text : nil
    }
    return isSpelled(rest[..<hash], besides: ":@/?")
      && isSpelled(rest[(hash + 1)...], besides: ":@/?") ? text : nil
  }

  private static func isScheme(_ text: ArraySlice<UInt8>) -> Bool {
    guard let first = text.first, isLetter(first) else { return false }
    return text.allSatisfy { isLetter($0) || isDigit($0) || "+-.".utf8.contains($0) }
  }

  /// Whether the text is `user@host:port`, of which all parts may be missing.
  private static func isAuthority(_ text: ArraySlice<UInt8>) -> Bool {
    var host = text
    if let at = text.firstIndex(of: UInt8(ascii: "@")) {
      guard isSpelled(text[..<at], besides: ":") else { return false }
      host = text[(at + 1)...]
    }
    var port = host.drop { $0 != UInt8(ascii: ":") }
    if host.first == UInt8(ascii: "[") {
      guard let end = host.firstIndex(of: UInt8(ascii: "]")) else { return false }
      let address = host[(host.startIndex + 1)..<end]
      guard !address.contains(UInt8(ascii: "%")), isSpelled(address, besides: ":") else {
        return false
      }
      port = host[(end + 1)...]
    } else if !isSpelled(host[..<port.startIndex], besides: "") {
      return false
    }
    return port.isEmpty || (port.first == UInt8(ascii: ":") && port.dropFirst().allSatisfy(isDigit))
  }

  /// Whether the text has only characters that mean nothing in a URL, those given, and a percent
  /// only before two hexadecimal digits.
  private static func isSpelled(_ text: ArraySlice<UInt8>, besides others: String) -> Bool {
    for (index, byte) in zip(text.indices, text) {
      if byte == UInt8(ascii: "%") {
        guard index + 2 < text.endIndex, isHex(text[index + 1]), isHex(text[index + 2]) else {
          return false
        }
      } else if !isLetter(byte), !isDigit(byte), !"-._~!$&'()*+,;=".utf8.contains(byte),
        !others.utf8.contains(byte)
      {
        return false
      }
    }
    return true
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  static func isHex(_ byte: UInt8) -> Bool {
    isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
  }
}
