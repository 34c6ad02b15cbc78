extension TextForm {
  /// The stored form of what a person wrote.
  package func stored(fromText text: String) throws(TextFailure) -> StoredValue {
    switch kind {
    case .boolean: return try TextForm.boolean(text)
    case .integer(let least, let greatest):
      return try TextForm.integer(text, from: least, through: greatest)
    case .real:
      guard let value = Double(text) else { throw TextFailure("not a number") }
      try TextForm.checkRange(value.isInfinite, text)
      return .real(value)
    case .single:
      // Not by way of a `Double`, which would round twice.
      guard let value = Float(text) else { throw TextFailure("not a number") }
      try TextForm.checkRange(value.isInfinite, text)
      guard let stored = try? value.storedValue() else { throw TextFailure("not a number") }
      return stored
    case .string, .decimal: return .string(text)
    case .duration: return try TextForm.duration(text)
    case .date: return try TextForm.date(text)
    case .data:
      guard let bytes = Base64Text.bytes(text) else { throw TextFailure("not Base64") }
      return .data(bytes)
    case .cases(let cases): return try cases.stored(fromText: text)
    case .array(let element) where element.isScalar && !text.utf8.starts(with: "[".utf8):
      return try TextForm.list(text, of: element)
    case .array, .dictionary: return try stored(fromJSON: StoredValue(json: text))
    case .checked(let form, let expected, let isValid):
      let value = try form.stored(fromText: text)
      guard isValid(value) else { throw TextFailure("not \(expected)") }
      return value
    case .codable: return try whole(text)
    case .embedded: return .data(Array(text.utf8))
    case .any:
      guard let json = try? StoredValue(json: text) else { return .string(text) }
      return try TaggedJSON.stored(json)
    }
  }

  /// A text for a type that reads JSON: JSON, or the string itself for a type that is stored as one.
  private func whole(_ text: String) throws(TextFailure) -> StoredValue {
    // An array or an object is meant as such.
    var hasParts = false
    do throws(TextFailure) {
      let json = try StoredValue(json: text)
      hasParts =
        switch json.content {
        case .array, .dictionary: true
        default: false
        }
      return try stored(fromJSON: json)
    } catch {
      guard !hasParts, let value = try? stored(fromJSON: .string(text)) else { throw error }
      return value
    }
  }

  // MARK: Scalars

  /// Refuses digits that stand for more than the greatest number; `inf` is meant as it stands.
  private static func checkRange(_ isInfinite: Bool, _ text: String) throws(TextFailure) {
    if isInfinite, text.utf8.contains(where: { $0 >= 0x30 && $0 <= 0x39 }) {
      throw TextFailure("\(text) is out of range")
    }
  }

  private static func boolean(_ text: String) throws(TextFailure) -> StoredValue {
    switch text.utf8.count <= 5 ? text.lowercased() : "" {
    case "true", "yes", "on", "1": return true
    case "false", "no", "off", "0": return false
    default: throw TextFailure("not one of true, false, yes, no, on, off, 1, 0")
    }
  }

  private static func integer(
    _ text: String, from least: Int64, through greatest: UInt64
  ) throws(TextFailure) -> StoredValue {
    let digits = text.utf8.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
    guard !digits.isEmpty, text.utf8.count - digits.count <= 1,
      digits.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 })
    else { throw TextFailure("not a whole number") }
    if let value = Int64(text), value >= least, value < 0 || UInt64(value) <= greatest {
      return .integer(value)
    }
    if let value = UInt64(text), value > Int64.max, value <= greatest { return .unsigned(value) }
    throw TextFailure("not in \(least)...\(greatest)")
  }

  static func duration(_ text: String) throws(TextFailure) -> StoredValue {
    guard let parts = DurationText.parts(of: text) else {
      throw TextFailure("not a duration, such as 30, 2.5s, 1h30m or PT30S")
    }
    return .array([.integer(parts.0), .integer(parts.1)])
  }

  static func date(_ text: String) throws(TextFailure) -> StoredValue {
    guard let seconds = DateText.seconds(text) ?? DateSpelling.seconds(beyondYears: text) else {
      throw TextFailure("not a date, such as 2026-01-31 or 2026-01-31T12:00:00Z")
    }
    return .date(secondsSince2001: seconds)
  }

  /// The text of a raw value that an enum keeps without a case.
  static func text(ofUnknown raw: String) -> String { "unknown(\(raw))" }

  fileprivate static func unknown(in text: String) -> String? {
    guard text.utf8.starts(with: "unknown(".utf8), text.utf8.last == UInt8(ascii: ")") else {
      return nil
    }
    return String(decoding: text.utf8.dropFirst("unknown(".utf8.count).dropLast(), as: UTF8.self)
  }

  /// The reason why a stored value is not a case of an enum, with the cases that there are; nil for
  /// another form.
  func refusal(of stored: StoredValue) -> TextFailure? {
    guard case .cases(let cases) = kind else { return nil }
    return TextForm.notACase(
      cases.raw.text(of: stored), cases.named.map { cases.raw.text(of: $0.stored) })
  }

  static func notACase(_ text: String, _ names: [String]) -> TextFailure {
    let meant = SpellingSuggestion.nearest(to: text, among: names)
    let most = 20
    let list = names.prefix(most).joined(separator: ", ") + (names.count > most ? ", …" : "")
    return TextFailure(
      "not one of \(list)" + (meant.map { "; did you mean '\($0)'?" } ?? ""))
  }

  /// Scalars separated by commas, the blanks around them left out; nothing is an empty list.
  private static func list(
    _ text: String, of element: TextForm
  ) throws(TextFailure) -> StoredValue {
    let comma = UInt8(ascii: ",")
    let blanks = text.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 }
    let parts = blanks ? [] : text.utf8.split(separator: comma, omittingEmptySubsequences: false)
    return try TextFailure.array(of: parts) { part throws(TextFailure) in
      try element.stored(fromText: TextForm.trimmed(part))
    }
  }

  private static func trimmed(_ part: Substring.UTF8View) -> String {
    let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
    let start = part.drop(while: isBlank)
    let end = start.lastIndex { !isBlank($0) }.map(start.index(after:)) ?? start.startIndex
    return String(decoding: start[..<end], as: UTF8.self)
  }
}

extension TextForm.Cases {
  /// The raw value of a case that a person wrote: by its name, by a raw value, or by a former name.
  fileprivate func stored(fromText text: String) throws(TextFailure) -> StoredValue {
    // By bytes, as a file would keep the raw value.
    func isMeant(_ item: (name: String, stored: StoredValue)) -> Bool {
      item.name.utf8.elementsEqual(text.utf8)
    }
    if let found = named.first(where: isMeant) { return found.stored }
    if let value = (try? raw.stored(fromText: text)).flatMap(read), isPresent(value) {
      return value
    }
    if let found = former.first(where: isMeant) { return found.stored }
    // Spelled out, so that a misspelled case is no unknown one.
    if let rest = TextForm.unknown(in: text), let value = (try? raw.stored(fromText: rest)),
      let kept = read(value)
    {
      return kept
    }
    throw TextForm.notACase(text, named.map(\.name))
  }

  /// Whether a raw value is that of a case.
  func isPresent(_ stored: StoredValue) -> Bool { named.contains { $0.stored == stored } }
}
