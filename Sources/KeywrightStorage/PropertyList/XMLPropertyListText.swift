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

  /// Describes the content that an element may have, in the words of an error.
  static func expectation(of element: String) -> String {
    switch element {
    case "integer": "a whole number from -2^63 to 2^64 - 1"
    case "real": "a number within the range of a double"
    case "date": "a date as 2001-02-28T23:59:59Z"
    default: "base64 with its padding"
    }
  }

  private static func trim(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }
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
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard 1...12 ~= numbers[1], 1...lengths[numbers[1] - 1] ~= numbers[2], numbers[3] < 24,
      numbers[4] < 60, numbers[5] < 60
    else { return nil }
    let days = daysSince2001(year: year, month: numbers[1], day: numbers[2])
    return .date(Double(days * 86_400 + numbers[3] * 3_600 + numbers[4] * 60 + numbers[5]))
  }

  /// The days from 2001-01-01 in the proleptic Gregorian calendar, counted in eras of 400 years
  /// that start on the first of March (Howard Hinnant, "chrono-compatible low-level date
  /// algorithms").
  private static func daysSince2001(year: Int, month: Int, day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 730_791
  }

  private static func data(_ bytes: [UInt8]) -> PropertyList? {
    var data: [UInt8] = []
    data.reserveCapacity(bytes.count / 4 * 3)
    var bits: UInt32 = 0
    var digits = 0
    var padding = 0
    for byte in bytes {
      let digit: UInt32
      switch byte {
      case 0x20, 0x09...0x0D: continue
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): digit = UInt32(byte) - 65
      case UInt8(ascii: "a")...UInt8(ascii: "z"): digit = UInt32(byte) - 97 + 26
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = UInt32(byte) - 48 + 52
      case UInt8(ascii: "+"): digit = 62
      case UInt8(ascii: "/"): digit = 63
      case UInt8(ascii: "="):
        padding += 1
        continue
      default: return nil
      }
      guard padding == 0 else { return nil }
      bits = bits << 6 | digit
      digits += 1
      if digits % 4 == 0 {
        for shift: UInt32 in [16, 8, 0] { data.append(UInt8(truncatingIfNeeded: bits >> shift)) }
        bits = 0
      }
    }
    switch (digits % 4, padding) {
    case (0, 0): break
    // Bits beyond the last byte are ignored, as by all other readers.
    case (2, 2): data.append(UInt8(truncatingIfNeeded: bits >> 4))
    case (3, 1):
      data.append(UInt8(truncatingIfNeeded: bits >> 10))
      data.append(UInt8(truncatingIfNeeded: bits >> 2))
    default: return nil
    }
    return .data(data)
  }
}
