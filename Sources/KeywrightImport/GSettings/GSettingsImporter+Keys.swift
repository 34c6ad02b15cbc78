import KeywrightSchema

extension GSettingsImporter {
  /// Adds a key, or notes why it has no counterpart and returns false.
  mutating func add(
    _ key: GSettingsDocument.Key, to space: SchemaDraft, isRelocatable: Bool
  ) -> Bool {
    if let fault = NameCheck.fault(inID: key.name) {
      leaveOut(key, "its name cannot be an id: \(fault)")
      return false
    }
    guard let form = form(of: key, in: space) else { return false }
    var words: [(String, JSONDocument)] = []
    var facts: [(String, JSONDocument)] = []
    if isRelocatable {
      words.append(("parameters", .object([("path", .string("String"))])))
    }
    let range = range(of: key, form.type)
    words += typeAndDefault(of: key, form, range)
    words += documentation(of: key)
    if let range { words.append(("range", .array([range.least, range.greatest]))) }
    words += choices(of: key, form.type)
    if key.isTranslated {
      note(key, "its default is translated by gettext; the untranslated one is used")
      facts.append(("l10n", .bool(true)))
    }
    if let context = key.context { facts.append(("context", .string(context))) }
    if !key.aliases.isEmpty {
      note(key, "aliases of its values have no counterpart")
      facts.append(("aliases", .object(key.aliases.map { ($0.value, .string($0.target)) })))
    }
    if !facts.isEmpty { words.append(("x-gsettings", .object(facts))) }
    let isAdded = space.addKey(key.name, words)
    if !isAdded { leaveOut(key, "another key has its name") }
    return isAdded
  }

  mutating func note(_ key: GSettingsDocument.Key, _ message: String) {
    output.note(key.file, key.line, "key `\(key.name)`", message)
  }

  private mutating func leaveOut(_ key: GSettingsDocument.Key, _ reason: String) {
    output.leaveOut(
      key.file, key.line, "key `\(key.name)`", "\(reason); the key is left out")
  }

  /// The type of a key's values.
  struct Form {
    /// The schema's spelling, with `?` if the value may be absent.
    var spelling: String
    /// The type of the default's text.
    var type: GVariantType
    /// The cases of its enum, by nick.
    var cases: [String: String]?
  }

  private mutating func form(of key: GSettingsDocument.Key, in space: SchemaDraft) -> Form? {
    if let id = key.enumeration ?? key.flags {
      guard let enumeration = declared[id] else {
        leaveOut(key, "its enum `\(id)` is in none of the files")
        return nil
      }
      let isSet = key.flags != nil
      return Form(
        spelling: isSet ? "Set<\(enumeration.name)>" : enumeration.name,
        type: isSet ? .array(.basic("s")) : .basic("s"), cases: enumeration.cases)
    }
    guard let type = key.type.flatMap(GVariantType.init) else {
      leaveOut(key, "`\(key.type ?? "")` is no type")
      return nil
    }
    var importer = output
    var types = GSettingsTypes { importer.typeName(for: $0) }
    do throws(GSettingsTypes.NoCounterpart) {
      let spelling = try types.type(type, of: key.name)
      output = importer
      space.types += types.structs.map { ($0.name, $0.fields) }
      for remark in types.remarks { note(key, remark) }
      return Form(spelling: spelling, type: type)
    } catch {
      leaveOut(key, "type `\(key.type ?? "")` has no counterpart: \(error.reason)")
      return nil
    }
  }

  private mutating func typeAndDefault(
    of key: GSettingsDocument.Key, _ form: Form, _ range: ImportedRange?
  ) -> [(String, JSONDocument)] {
    func absent(_ reason: String) -> [(String, JSONDocument)] {
      note(key, "\(reason); it has no default and may be absent")
      let spelling = form.spelling.hasSuffix("?") ? form.spelling : form.spelling + "?"
      return [("type", .string(spelling))]
    }
    guard let text = key.defaultText, !text.isEmpty else { return absent("no default is given") }
    do throws(GVariantText.Fault) {
      let value = try cases(in: GVariantText.value(text, as: form.type), form)
      if form.spelling.hasSuffix("?") {
        if case .null = value { return [("type", .string(form.spelling))] }
        return absent("an optional key can have no default such as \(text)")
      }
      if case .string(let text) = value, !key.choices.isEmpty, !key.choices.contains(text) {
        return absent("its default is not one of its choices")
      }
      if range?.contains(value) == false { return absent("its default is outside its range") }
      return [("type", .string(form.spelling)), ("default", value)]
    } catch {
      return absent("its default cannot be read: \(error.reason)")
    }
  }

  /// Turns nicks into the cases of the key's enum.
  private func cases(in value: JSONDocument, _ form: Form) throws(GVariantText.Fault)
    -> JSONDocument
  {
    guard let cases = form.cases else { return value }
    func named(_ value: JSONDocument) throws(GVariantText.Fault) -> JSONDocument {
      guard case .string(let nick) = value, let name = cases[nick] else {
        throw GVariantText.Fault(reason: "it is not a value of the enum")
      }
      return .string(name)
    }
    guard case .array(let elements) = value else { return try named(value) }
    var unique: [JSONDocument] = []
    var seen: Set<String> = []
    for element in elements {
      if case .string(let nick) = element, !seen.insert(nick).inserted { continue }
      unique.append(try named(element))
    }
    return .array(unique)
  }

  private func documentation(of key: GSettingsDocument.Key) -> [(String, JSONDocument)] {
    let summary = key.summary.isEmpty ? [] : [("summary", JSONDocument.string(key.summary))]
    if key.description.isEmpty || key.description == key.summary { return summary }
    return summary + [("discussion", .string(key.description))]
  }

  private mutating func range(of key: GSettingsDocument.Key, _ type: GVariantType)
    -> ImportedRange?
  {
    if key.least == nil, key.greatest == nil { return nil }
    guard type.scalar?.isNumber == true else {
      note(key, "a range of values that are no numbers has no counterpart")
      return nil
    }
    do throws(GVariantText.Fault) {
      func end(_ text: String?) throws(GVariantText.Fault) -> JSONDocument {
        guard let text else { return .null }
        return try GVariantText.value(text, as: type)
      }
      let range = ImportedRange(least: try end(key.least), greatest: try end(key.greatest))
      if range.isEmpty { note(key, "its bounds contradict each other; left out") }
      return range.isEmpty ? nil : range
    } catch {
      note(key, "its range cannot be read: \(error.reason)")
      return nil
    }
  }

  private mutating func choices(of key: GSettingsDocument.Key, _ type: GVariantType)
    -> [(String, JSONDocument)]
  {
    if key.choices.isEmpty { return [] }
    guard type == .basic("s") else {
      note(key, "choices for values that are no single strings have no counterpart")
      return []
    }
    var seen: Set<String> = []
    let unique = key.choices.filter { seen.insert($0).inserted }
    return [("allowed", .array(unique.map { .string($0) }))]
  }
}
