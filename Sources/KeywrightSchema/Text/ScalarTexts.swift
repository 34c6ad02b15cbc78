/// UUIDs in the form of RFC 9562, section 4; written in capitals, as the runtime stores them.
enum UUIDText {
  static func checked(_ text: String) -> String? {
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
      abs(exponent) <= 80, exponent - places >= -128
    else { return nil }
    return text
  }

  /// The digits without zeros at either end, and the power of ten of the last: one text for all
  /// spellings of a value.
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

/// Durations: decimal seconds without loss.
enum DurationText {
  static func parts(of text: String) -> (Int64, Int64)? {
    if text.contains(where: { $0 == "e" || $0 == "E" }) { return nil }
    let isNegative = text.hasPrefix("-")
    let parts = (isNegative ? text.dropFirst() : text[...]).split(separator: ".")
    guard let whole = parts.first, let seconds = Int64(whole) else { return nil }
    let fraction = parts.count == 2 ? String(parts[1]) : ""
    guard fraction.utf8.count <= 18,
      let attoseconds = Int64(fraction + String(repeating: "0", count: 18 - fraction.utf8.count))
    else { return nil }
    return isNegative ? (-seconds, -attoseconds) : (seconds, attoseconds)
  }
}

/// Base64 (RFC 4648, section 4), padded, with no other characters.
enum Base64Text {
  static func bytes(_ text: String) -> [UInt8]? {
    let padding = text.utf8.reversed().prefix { $0 == UInt8(ascii: "=") }.count
    guard text.utf8.count.isMultiple(of: 4), padding <= 2 else { return nil }
    var bytes: [UInt8] = []
    var bits: UInt32 = 0
    var count: UInt32 = 0
    for character in text.utf8.dropLast(padding) {
      guard let value = value(of: character) else { return nil }
      bits = bits << 6 | UInt32(value)
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(bits >> count & 0xFF))
      }
    }
    // The bits that padding leaves over must be zero, so that a value has one spelling.
    return bits & ((1 << count) - 1) == 0 ? bytes : nil
  }

  private static func value(of character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): character - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
