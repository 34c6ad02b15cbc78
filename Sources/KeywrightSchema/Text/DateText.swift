/// Dates in UTC, as RFC 3339 writes them: `2026-01-31T12:00:00Z`, with an optional fraction.
enum DateText {
  /// Seconds since 2001-01-01 00:00:00 UTC, or nil if the text is no date.
  static func seconds(_ text: String) -> Double? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20, bytes.count <= 30, bytes.last == UInt8(ascii: "Z"),
      bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"), bytes[10] == UInt8(ascii: "T"),
      bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"),
      let year = number(bytes[0..<4]), let month = number(bytes[5..<7]),
      let day = number(bytes[8..<10]), let hour = number(bytes[11..<13]),
      let minute = number(bytes[14..<16]), let second = number(bytes[17..<19]),
      (1...12).contains(month), day >= 1, day <= days(in: month, of: year),
      hour < 24, minute < 60, second < 60, let fraction = fraction(bytes[19..<(bytes.count - 1)])
    else { return nil }
    let days = daysSince1970(year, month, day) - 11_323
    return Double(days * 86_400 + hour * 3_600 + minute * 60 + second) + fraction
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
    bytes.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
      ? Int(String(decoding: bytes, as: UTF8.self)) : nil
  }

  private static func fraction(_ bytes: ArraySlice<UInt8>) -> Double? {
    if bytes.isEmpty { return 0 }
    let digits = bytes.dropFirst()
    guard bytes.first == UInt8(ascii: "."), !digits.isEmpty, number(digits) != nil else {
      return nil
    }
    return Double("0." + String(decoding: digits, as: UTF8.self))
  }

  private static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// The day's number in the proleptic Gregorian calendar, by Howard Hinnant's "chrono-Compatible
  /// Low-Level Date Algorithms" (`days_from_civil`), for years from 0.
  private static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }
}
