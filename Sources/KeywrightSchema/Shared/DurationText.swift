/// Durations without loss: decimal seconds (`30`, `2.5`), numbers with units (`30s`, `1h30m`, `250ms`),
/// and the days and times of ISO 8601 (`PT30S`, `P1DT12H`).
///
/// One source in two targets: schemas and texts at run time have the same durations.
enum DurationText {
  /// The whole seconds and, of the same sign, the remaining attoseconds; nil if the text is no duration,
  /// or one of more than 18 decimal places or of more seconds than an `Int64` counts.
  static func parts(of text: String) -> (Int64, Int64)? {
    let isNegative = text.utf8.first == UInt8(ascii: "-")
    let bytes = Array(text.utf8.dropFirst(isNegative ? 1 : 0))
    guard !bytes.isEmpty, bytes.count <= 80 else { return nil }
    let parts: (UInt64, Int64)?
    if bytes.first == UInt8(ascii: "P") {
      parts = sum(of: bytes.dropFirst(), inISO: true)
    } else if let last = bytes.last, isNumber(last) {
      parts = amount(bytes[...], times: (1, 0))
    } else {
      parts = sum(of: bytes[...], inISO: false)
    }
    guard let (seconds, attoseconds) = parts else { return nil }
    // The least number has no positive counterpart.
    if !isNegative { return Int64(exactly: seconds).map { ($0, attoseconds) } }
    guard seconds <= Int64.min.magnitude else { return nil }
    return (Int64(truncatingIfNeeded: 0 &- seconds), -attoseconds)
  }

  /// A unit: the seconds in it, and how many decimal places it is below a second.
  private typealias Unit = (seconds: UInt64, places: Int)

  private static let units: [(String, Unit)] = [
    ("d", (86_400, 0)), ("h", (3_600, 0)), ("m", (60, 0)), ("s", (1, 0)), ("ms", (1, 3)),
    ("us", (1, 6)), ("µs", (1, 6)), ("ns", (1, 9)),
  ]

  /// The sum of amounts, each with its unit, the greatest unit first.
  private static func sum(of bytes: ArraySlice<UInt8>, inISO isISO: Bool) -> (UInt64, Int64)? {
    var rest = bytes
    var total: (UInt64, Int64) = (0, 0)
    var next = 0
    var isTime = !isISO
    if rest.isEmpty { return nil }
    while !rest.isEmpty {
      if !isTime, rest.first == UInt8(ascii: "T") {
        isTime = true
        rest = rest.dropFirst()
      }
      let number = rest.prefix(while: isNumber)
      rest = rest.dropFirst(number.count)
      let letters = rest.prefix { isISO ? !isNumber($0) && $0 != UInt8(ascii: "T") : !isNumber($0) }
      rest = rest.dropFirst(letters.count)
      let name = String(decoding: letters, as: UTF8.self)
      let spelling = isISO ? name.lowercased() : name
      let known = isISO ? units[..<4] : units[...]
      guard let index = known.firstIndex(where: { $0.0 == spelling }), index >= next,
        isISO ? name != spelling && isTime == (index > 0) : true,
        let amount = amount(number, times: units[index].1), let sum = add(total, amount)
      else { return nil }
      (total, next) = (sum, index + 1)
    }
    return total
  }

  /// Decimal digits with an optional fraction, in a unit.
  private static func amount(_ number: ArraySlice<UInt8>, times unit: Unit) -> (UInt64, Int64)? {
    let parts = number.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard let first = parts.first, parts.count <= 2, parts.allSatisfy({ !$0.isEmpty }) else {
      return nil
    }
    let whole = Array(first)
    let fraction = parts.count == 2 ? Array(parts[1]) : []
    guard fraction.count + unit.places <= 18 else { return nil }
    // Whole units, and a fraction of 18 decimal places: in a unit below a second, the point moves.
    let digits = Array(repeating: UInt8(ascii: "0"), count: unit.places) + whole
    let seconds = digits.dropLast(unit.places)
    let below = digits.suffix(unit.places) + fraction
    let places = String(decoding: below, as: UTF8.self)
    guard
      let count = UInt64(String(decoding: seconds, as: UTF8.self)),
      let attoseconds = Int64(places + String(repeating: "0", count: 18 - places.utf8.count))
    else { return nil }
    let (high, overflows) = count.multipliedReportingOverflow(by: unit.seconds)
    if overflows { return nil }
    // At most a day of attoseconds is 86,400 · 10¹⁸, more than 64 bits hold.
    let million: Int64 = 1_000_000_000
    let factor = Int64(unit.seconds)
    let upper = attoseconds / million * factor
    let lower = attoseconds % million * factor
    let carried = upper + lower / million
    let rest = carried % million * million + lower % million
    return add((high, 0), (UInt64(carried / million), rest))
  }

  private static func add(
    _ left: (UInt64, Int64), _ right: (UInt64, Int64)
  ) -> (UInt64, Int64)? {
    let second: Int64 = 1_000_000_000_000_000_000
    let below = left.1 + right.1
    let (high, overflows) = left.0.addingReportingOverflow(right.0)
    if overflows { return nil }
    if below < second { return (high, below) }
    let (carried, carriesOver) = high.addingReportingOverflow(1)
    return carriesOver ? nil : (carried, below - second)
  }

  private static func isNumber(_ byte: UInt8) -> Bool {
    byte >= 0x30 && byte <= 0x39 || byte == UInt8(ascii: ".")
  }
}
