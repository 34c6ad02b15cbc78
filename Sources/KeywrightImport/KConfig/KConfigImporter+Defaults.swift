import KeywrightSchema

extension KConfigImporter {
  mutating func range(of entry: KConfigEntry, _ form: Form) -> ImportedRange? {
    let subject = "entry `\(entry.name)`"
    let bounds = [entry.element.first("min"), entry.element.first("max")]
    if bounds.allSatisfy({ $0 == nil }) { return nil }
    guard case .known(let type) = form, type.isNumber else {
      note(entry.line, subject, "bounds of values that are no numbers have no counterpart")
      return nil
    }
    let ends = bounds.map { bound -> JSONDocument in
      guard let bound else { return .null }
      let text = bound.trimmedText
      if bound["code"] != "true", let value = type.value(text) { return value }
      note(entry.line, subject, "the bound \(text) is no number; left out")
      return .null
    }
    let range = ImportedRange(least: ends[0], greatest: ends[1])
    if range.isEmpty { note(entry.line, subject, "its bounds contradict each other; left out") }
    return range.isEmpty || range.isOpen ? nil : range
  }

  mutating func typeAndDefault(
    of entry: KConfigEntry, _ form: Form, _ range: ImportedRange?,
    _ facts: inout [(String, JSONDocument)]
  ) -> [(String, JSONDocument)] {
    let subject = "entry `\(entry.name)`"
    let spelling =
      switch form {
      case .known(.structure(let name, _, _)): structs[name] ?? name
      case .known(let type): type.spelling
      case .choice(let enumeration): enumeration.name
      }
    if entry.hasDefaultsByParameter {
      note(entry.line, subject, "defaults for single values of a parameter have no counterpart")
    }
    if let code = entry.defaultCode {
      note(entry.line, subject, "its default is C++ code; it has no default and may be absent")
      facts.append(("default", .string(code)))
      return [("type", .string(spelling + "?"))]
    }
    guard let value = defaultValue(of: entry, form) else {
      if let text = entry.defaultText {
        note(
          entry.line, subject, "its default \(text) cannot be read; it has none and may be absent")
        facts.append(("default", .string(text)))
      }
      return [("type", .string(spelling + "?"))]
    }
    return [("type", .string(spelling)), ("default", bounded(value, by: range, entry))]
  }

  private func defaultValue(of entry: KConfigEntry, _ form: Form) -> JSONDocument? {
    switch form {
    case .known(let type):
      guard let text = entry.defaultText else { return type.zero }
      return type.value(text)
    case .choice(let enumeration):
      guard let text = entry.defaultText else {
        return enumeration.cases.first.map { .string($0.name) }
      }
      let byName = enumeration.cases.first { $0.choice == text } ?? enumeration.qualified(text)
      let byNumber = Int(text).flatMap { number in
        enumeration.cases.indices.contains(number) ? enumeration.cases[number].name : nil
      }
      return (byName?.name ?? byNumber).map { .string($0) }
    }
  }

  /// The default as KConfig hands it out: inside the bounds.
  private mutating func bounded(
    _ value: JSONDocument, by range: ImportedRange?, _ entry: KConfigEntry
  ) -> JSONDocument {
    guard let range, !range.contains(value) else { return value }
    if entry.defaultText != nil {
      note(
        entry.line, "entry `\(entry.name)`",
        "its default is outside its bounds; the nearest is used")
    }
    return range.nearest(to: value)
  }
}
