import KeywrightStorage

/// Writes a stored value in one line of about `budget` characters.
struct StoredValueWriter {
  private(set) var text = ""
  private let budget: Int

  init(budget: Int) {
    self.budget = budget
  }

  /// Appends a value; once the budget is spent, an ellipsis stands for what is left out.
  mutating func write(_ tree: PropertyList) {
    switch tree {
    case .boolean(let value): text += value ? "true" : "false"
    case .integer(let value): text += String(value)
    case .unsigned(let value): text += String(value)
    case .real(let value): text += String(value)
    case .string(let value): write(quoted: value)
    case .date(let seconds): text += "date(\(CalendarTime(secondsSince2001: seconds)))"
    case .data(let bytes): write(bytes)
    case .array(let elements):
      write(elements, "[", "]") { writer, element in writer.write(element) }
    case .dictionary(let dictionary) where dictionary.isEmpty: text += "[:]"
    case .dictionary(let dictionary):
      write(dictionary.members, "[", "]") { writer, member in
        writer.write(quoted: member.key)
        writer.text += ": "
        writer.write(member.value)
      }
    case .uid(let value): text += "uid(\(value))"
    }
  }

  private var isSpent: Bool { text.utf8.count >= budget }

  private mutating func write<Element>(
    _ elements: [Element], _ open: String, _ close: String,
    each body: (inout StoredValueWriter, Element) -> Void
  ) {
    text += open
    for (index, element) in elements.enumerated() {
      if index > 0 { text += ", " }
      if isSpent {
        text += "…"
        break
      }
      body(&self, element)
    }
    text += close
  }

  private mutating func write(_ bytes: [UInt8]) {
    text += "data("
    for byte in bytes.prefix(16) {
      text += byte < 16 ? "0" : ""
      text += String(byte, radix: 16)
    }
    text += bytes.count > 16 ? "…, \(bytes.count) bytes)" : ")"
  }

  private mutating func write(quoted string: String) {
    text += "\""
    var written = 0
    for scalar in string.unicodeScalars {
      if written == 60 {
        text += "…\" (\(string.utf8.count) bytes)"
        return
      }
      write(escaped: scalar)
      written += 1
    }
    text += "\""
  }

  /// Escapes quotes, and whatever has no shape of its own: controls, line ends, direction marks.
  private mutating func write(escaped scalar: Unicode.Scalar) {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
      text += "\\u{" + String(scalar.value, radix: 16) + "}"
    default:
      if scalar == "\"" || scalar == "\\" { text += "\\" }
      text.unicodeScalars.append(scalar)
    }
  }
}

/// A moment as people write it, for messages.
struct CalendarTime: CustomStringConvertible {
  private let seconds: Double

  /// Takes seconds since 2001-01-01T00:00:00Z.
  init(secondsSince2001 seconds: Double) {
    self.seconds = seconds
  }

  /// ISO 8601 in UTC to the second, or bare seconds outside of the years 1 to 9999.
  ///
  /// Years and days by Howard Hinnant's `civil_from_days`
  /// (https://howardhinnant.github.io/date_algorithms.html), for dates that Foundation's own
  /// formatting does not survive.
  var description: String {
    guard seconds >= -63_113_904_000, seconds < 252_423_993_600 else {
      return "\(seconds) seconds from 2001"
    }
    let whole = Int64(seconds.rounded(.down))
    // Days since 0000-03-01, where 2001-01-01 is 730,791; both are positive here.
    let sinceMarch = whole + 730_791 * 86_400
    let (days, time) = sinceMarch.quotientAndRemainder(dividingBy: 86_400)
    let (era, dayOfEra) = days.quotientAndRemainder(dividingBy: 146_097)
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * month + 2) / 5 + 1
    let year = yearOfEra + era * 400 + (month >= 10 ? 1 : 0)
    let date = [padded(year, 4), padded(month < 10 ? month + 3 : month - 9), padded(day)]
    let clock = [padded(time / 3_600), padded(time / 60 % 60), padded(time % 60)]
    return date.joined(separator: "-") + "T" + clock.joined(separator: ":") + "Z"
  }

  private func padded(_ number: Int64, _ width: Int = 2) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
