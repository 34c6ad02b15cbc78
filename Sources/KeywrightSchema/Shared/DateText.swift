/// Dates as ISO 8601 and RFC 3339 write them: `2026-01-31T12:00:00Z`, with an optional fraction and an
/// offset from UTC, and a day alone, `2026-01-31`, for its first moment in UTC.
///
/// One source in two targets: schemas and texts at run time have the same dates.
package enum DateText {
  /// A moment in UTC to the second, by its seconds since 2001-01-01 00:00:00 UTC; nil outside of the years
  /// 1 to 9999.
  package static func text(_ seconds: Double) -> String? {
    guard seconds >= -63_113_904_000, seconds < 252_423_993_600 else { return nil }
    let whole = Int(seconds.rounded(.down))
    let days = (whole >= 0 ? whole : whole - 86_399) / 86_400
    let time = whole - days * 86_400
    let day = CalendarDay(daysSince2001: days)
    let date = [padded(day.year, 4), padded(day.month), padded(day.day)]
    let clock = [padded(time / 3_600), padded(time / 60 % 60), padded(time % 60)]
    return date.joined(separator: "-") + "T" + clock.joined(separator: ":") + "Z"
  }

  private static func padded(_ number: Int, _ width: Int = 2) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }

  /// Seconds since 2001-01-01 00:00:00 UTC, or nil if the text is no date.
  package static func seconds(_ text: String) -> Double? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 10, bytes.count <= 80, let days = days(bytes[..<10]) else { return nil }
    let midnight = Double(days * 86_400)
    if bytes.count == 10 { return midnight }
    guard bytes.count >= 20, bytes[10] == UInt8(ascii: "T"), bytes[13] == UInt8(ascii: ":"),
      bytes[16] == UInt8(ascii: ":"), let hour = number(bytes[11..<13], below: 24),
      let minute = number(bytes[14..<16], below: 60),
      let second = number(bytes[17..<19], below: 60)
    else { return nil }
    let rest = bytes[19...]
    let digits = rest.prefix { $0 == UInt8(ascii: ".") || isDigit($0) }
    guard let fraction = fraction(digits), let offset = offset(rest.dropFirst(digits.count))
    else { return nil }
    return midnight + Double(hour * 3_600 + minute * 60 + second - offset) + fraction
  }

  /// The days from 2001-01-01 to one that is written `2026-01-31`.
  private static func days(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      let year = number(bytes[0..<4], below: 10_000), let month = number(bytes[5..<7], below: 13),
      let day = number(bytes[8..<10], below: 32)
    else { return nil }
    return CalendarDay(year: year, month: month, day: day)?.daysSince2001
  }

  /// The seconds that a zone is ahead of UTC: of `Z`, `+02:00` or `-0330`.
  private static func offset(_ bytes: ArraySlice<UInt8>) -> Int? {
    if bytes.elementsEqual([UInt8(ascii: "Z")]) { return 0 }
    let isAhead = bytes.first == UInt8(ascii: "+")
    guard isAhead || bytes.first == UInt8(ascii: "-") else { return nil }
    var digits = Array(bytes.dropFirst())
    if digits.count == 5, digits[2] == UInt8(ascii: ":") { digits.remove(at: 2) }
    guard digits.count == 4, let hours = number(digits[0..<2], below: 24),
      let minutes = number(digits[2..<4], below: 60)
    else { return nil }
    return (isAhead ? 1 : -1) * (hours * 3_600 + minutes * 60)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  private static func number(_ bytes: ArraySlice<UInt8>, below limit: Int) -> Int? {
    guard bytes.allSatisfy(isDigit), let number = Int(String(decoding: bytes, as: UTF8.self)),
      number < limit
    else { return nil }
    return number
  }

  private static func fraction(_ bytes: ArraySlice<UInt8>) -> Double? {
    if bytes.isEmpty { return 0 }
    let digits = bytes.dropFirst()
    guard bytes.first == UInt8(ascii: "."), !digits.isEmpty, digits.allSatisfy(isDigit) else {
      return nil
    }
    return Double("0." + String(decoding: digits, as: UTF8.self))
  }
}
