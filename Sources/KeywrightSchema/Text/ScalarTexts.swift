/// UUIDs in the form of RFC 9562, section 4; written in capitals, as the runtime stores them.
package enum UUIDText {
  package static func checked(_ text: String) -> String? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map({ $0.utf8.count }) == [8, 4, 4, 4, 12],
      parts.allSatisfy({ $0.utf8.allSatisfy(URLText.isHex) })
    else { return nil }
    return text.uppercased()
  }
}

/// Decimals: at most 38 digits, a last one that `Decimal` has room for.
enum DecimalText {
  static func checked(_ text: String) -> String? {
    guard NumberSpelling.fault(in: text) == nil else { return nil }
    let parts = text.split { $0 == "e" || $0 == "E" }
    let digits = parts[0].utf8.filter { $0 >= 0x30 && $0 <= 0x39 }.drop { $0 == 0x30 }
    let places = parts[0].split(separator: ".").dropFirst().first?.utf8.count ?? 0
    guard digits.count <= 38, let exponent = parts.count == 2 ? Int(parts[1]) : 0,
      (-80...80).contains(exponent), exponent - places >= -128
    else { return nil }
    return text
  }

  /// The digits without zeros at either end, and the power of ten of the last: one text for all
  /// spellings of a value that was checked.
  static func normal(_ text: String) -> String {
    let parts = text.split { $0 == "e" || $0 == "E" }
    let number = parts[0].split(separator: ".")
    var exponent = parts.count == 2 ? Int(parts[1]) ?? 0 : 0
    if number.count == 2 { exponent -= number[1].utf8.count }
    var digits = number.joined().drop { $0 == "-" || $0 == "0" }
    if digits.isEmpty { return "0" }
    while digits.last == "0" {
      digits.removeLast()
      exponent += 1
    }
    return (text.hasPrefix("-") ? "-" : "") + digits + "e\(exponent)"
  }
}
