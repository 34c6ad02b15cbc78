/// Parses the text of an XML element; nil where it is not exactly a value of that element.
enum XMLPropertyListText {
  /// Reads the text of `<integer>`, `<real>`, `<date>` or `<data>`.
  static func value(of element: String, _ text: String) -> PropertyList? {
    let bytes = Array(text.utf8)
    let trimmed = trim(bytes[...])
    switch element {
    case "integer": return integer(trimmed)
    case "real": return real(trimmed)
    case "date": return date(trimmed)
    case "data": return data(bytes)
    default: return nil
    }
  }

  private static func trim(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var bytes = bytes
    while let first = bytes.first, isSpace(first) { bytes.removeFirst() }
    while let last = bytes.last, isSpace(last) { bytes.removeLast() }
    return bytes
  }

  private static func integer(_ bytes: ArraySlice<UInt8>) -> PropertyList? {
    var digits = String(decoding: bytes, as: UTF8.self)
    let isNegative = digits.hasPrefix("-")
    if isNegative || digits.hasPrefix("+") { digits.removeFirst() }
    let isHexadecimal = digits.hasPrefix("0x") || digits.hasPrefix("0X")
    if isHexadecimal { digits.removeFirst(2) }
    guard let first = digits.utf8.first, first != UInt8(ascii: "-"), first != UInt8(ascii: "+"),
      let magnitude = UInt64(digits, radix: isHexadecimal ? 16 : 10)
    else { return nil }
    guard isNegative else { return PropertyList(canonical: magnitude) }
    guard magnitude <= UInt64(Int64.max) + 1 else { return nil }
    return .integer(Int64(truncatingIfNeeded: 0 &- magnitude))
  }

  private static func real(_ bytes: ArraySlice<UInt8>) -> PropertyList? {
    let text = String(decoding: bytes, as: UTF8.self)
    switch text.lowercased() {
    case "nan": return .real(.nan)
    case "inf", "+inf", "infinity", "+infinity": return .real(.infinity)
    case "-inf", "-infinity": return .real(-.infinity)
    default: break
    }
    let allowed = "+-.0123456789eE".utf8
    guard bytes.allSatisfy(allowed.contains), let real = Double(text), real.isFinite else {
      return nil
    }
    return .real(real)
  }

  /// Reads `YYYY-MM-DDTHH:MM:SSZ`, the one form that property lists have.
  private static func date(_ bytes: ArraySlice<UInt8>) -> PropertyList? {
    let isNegative = bytes.first == UInt8(ascii: "-")
    let bytes = Array(isNegative ? bytes.dropFirst() : bytes)
    let yearLength = bytes.count - 16
    guard 4...7 ~= yearLength else { return nil }
    var numbers: [Int] = []
    var start = 0
    for (length, separator) in zip([yearLength, 2, 2, 2, 2, 2], "--T::Z".utf8) {
      var number = 0
      for byte in bytes[start..<start + length] {
        guard 0x30...0x39 ~= byte else { return nil }
        number = number * 10 + Int(byte - 0x30)
      }
      guard bytes[start + length] == separator else { return nil }
      numbers.append(number)
      start += length + 1
    }
    let year = isNegative ? -numbers[0] : numbers[0]
    guard let day = CalendarDay(year: year, month: numbers[1], day: numbers[2]), numbers[3] < 24,
      numbers[4] < 60, numbers[5] < 60
    else { return nil }
    let time = numbers[3] * 3_600 + numbers[4] * 60 + numbers[5]
    return .date(Double(day.daysSince2001 * 86_400 + time))
  }

  /// Reads Base64 with white space anywhere; bits beyond the last byte are ignored, as by all other
  /// readers.
  private static func data(_ bytes: [UInt8]) -> PropertyList? {
    Base64Text.bytes(of: bytes.lazy.filter { !isSpace($0) }, ignoringRest: true)
      .map(PropertyList.data)
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }
}
