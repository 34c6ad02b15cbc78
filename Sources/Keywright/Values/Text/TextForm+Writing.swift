import KeywrightStorage

extension TextForm {
  /// The text of a stored form, which reads back as the same.
  package func text(of stored: StoredValue) -> String {
    switch (kind, stored.tree) {
    case (.boolean, .boolean), (.integer, .integer), (.integer, .unsigned): return "\(stored)"
    case (.real, .real(let value)): return RealSpelling.text(value)
    case (.single, .real(let value)):
      guard let single = Float.decode(value) else { return RealSpelling.text(value) }
      return RealSpelling.text(single)
    case (.string, .string(let text)), (.decimal, .string(let text)): return text
    case (.duration, .array), (.date, .date), (.data, .data):
      guard case .string(let text) = json(of: stored).tree else { break }
      return text
    case (.cases(let cases), _):
      return cases.named.first { $0.stored == stored }?.name
        ?? TextForm.text(ofUnknown: cases.raw.text(of: stored))
    case (.checked(let form, _, _), _): return form.text(of: stored)
    case (.embedded, .data(let bytes)): return String(decoding: bytes, as: UTF8.self)
    default: break
    }
    return jsonText(of: stored)
  }

  /// A stored form's JSON, on one line.
  func jsonText(of stored: StoredValue) -> String { JSONWriter.text(of: json(of: stored)) }

  /// The tree of a stored form's JSON.
  package func json(of stored: StoredValue) -> StoredValue {
    switch (kind, stored.tree) {
    case (.single, .real(let value)):
      let text = text(of: stored)
      return value.isFinite ? Double(text).map(StoredValue.real) ?? stored : .string(text)
    case (.duration, .array(let parts)):
      guard parts.count == 2, case .integer(let seconds) = parts[0],
        case .integer(let attoseconds) = parts[1]
      else { break }
      return .string(DecimalSpelling.seconds(seconds, attoseconds) + "s")
    case (.cases, _): return .string(text(of: stored))
    case (.array(let form), .array(let elements)):
      return .array(elements.map { form.json(of: StoredValue($0)) })
    case (.dictionary(let form, let names), .dictionary(let members)):
      return .dictionary(
        members.members.map { member in
          (names.text(ofName: member.key), form.json(of: StoredValue(member.value)))
        })
    case (.checked(let form, _, _), _): return form.json(of: stored)
    case (.embedded, .data(let bytes)):
      guard let json = try? StoredValue(json: bytes, isStored: true) else { break }
      return json
    case (.any, _): return TaggedJSON.json(of: stored)
    default: break
    }
    return TextForm.untaggedJSON(of: stored)
  }
}

/// Numbers as they are written so that they read back the same.
enum RealSpelling {
  static func text(_ value: Double) -> String {
    guard value.isNaN else { return "\(value)" }
    // A signalling one has no spelling that reads back: it is written as the quiet one.
    return Double(bitPattern: value.bitPattern | 1 << 51).debugDescription
  }

  static func text(_ value: Float) -> String {
    value.isNaN
      ? Float(bitPattern: value.bitPattern | 1 << 22).debugDescription : "\(value)"
  }
}

/// Decimal numbers without an exponent.
enum DecimalSpelling {
  /// Seconds and the attoseconds beyond them.
  static func seconds(_ seconds: Int64, _ attoseconds: Int64) -> String {
    let sign = seconds < 0 || attoseconds < 0 ? "-" : ""
    let digits = String(attoseconds.magnitude)
    var fraction = String(repeating: "0", count: 18 - digits.utf8.count) + digits
    while fraction.hasSuffix("0") { fraction.removeLast() }
    return sign + String(seconds.magnitude) + (fraction.isEmpty ? "" : "." + fraction)
  }

  /// The digits of a number that may have an exponent, such as `1.5e-07`.
  static func plain(_ text: String) -> String {
    let parts = text.split(separator: "e")
    guard parts.count == 2, let exponent = Int(parts[1]), abs(exponent) < 400 else { return text }
    let sign = parts[0].hasPrefix("-") ? "-" : ""
    let number = parts[0].drop { $0 == "-" }.split(separator: ".")
    let whole = String(number[0])
    let fraction = number.count == 2 ? String(number[1]) : ""
    let zeros = String(repeating: "0", count: abs(exponent))
    if exponent < 0 {
      let digits = zeros + whole + fraction
      let point = digits.index(digits.startIndex, offsetBy: whole.utf8.count)
      return sign + digits[..<point] + "." + digits[point...]
    }
    let digits = whole + fraction + zeros
    let point = digits.index(digits.startIndex, offsetBy: whole.utf8.count + exponent)
    let rest = digits[point...]
    return sign + digits[..<point] + (rest.isEmpty ? "" : "." + rest)
  }
}

/// Dates as texts that read back to the last bit.
enum DateSpelling {
  private static let beyond = "2001-01-01 + "

  /// ISO 8601 in UTC; seconds from 2001 for a date outside of the years 1 to 9999, and for the few that
  /// no fraction of a second gives.
  static func text(_ seconds: Double) -> String {
    let whole = seconds.rounded(.down)
    guard var text = DateText.text(whole) else { return beyond + "\(seconds) s" }
    if seconds != whole {
      let fraction = DecimalSpelling.plain("\(seconds - whole)").dropFirst(2)
      text = text.dropLast() + "." + fraction + "Z"
    }
    let isExact = DateText.seconds(text)?.bitPattern == seconds.bitPattern
    return isExact ? text : beyond + "\(seconds) s"
  }

  static func seconds(beyondYears text: String) -> Double? {
    guard text.utf8.starts(with: beyond.utf8), text.hasSuffix(" s"),
      let seconds = Double(text.dropFirst(beyond.count).dropLast(2)), seconds.isFinite
    else { return nil }
    return seconds
  }
}
