import KeywrightSchema
import KeywrightStorage

/// Makes a schema of a preference manifest, which administrators' tools read.
package struct PreferenceManifestImporter {
  private var result: SchemaImport
  private let path: String

  package static func convert(_ file: (path: String, bytes: [UInt8])) throws(ImportFailure)
    -> ImportResult
  {
    let root = try PropertyList(file: file)
    guard let subkeys = root["pfm_subkeys"]?.elements else {
      throw ImportFailure(path: file.path, line: 1, message: "it has no `pfm_subkeys`")
    }
    return try SchemaImport.result(from: file.path) { draft in
      var importer = PreferenceManifestImporter(result: draft, path: file.path)
      for subkey in subkeys { importer.add(subkey) }
      importer.describe(root)
      return importer.result
    }
  }

  /// The title and the description of the whole, if all keys are in one namespace.
  private func describe(_ root: PropertyList) {
    let title = root["pfm_title"]?.text ?? ""
    let summary = root["pfm_description"]?.text ?? ""
    guard let namespace = result.root.onlyNamespace else { return }
    if title != TitleText.words(of: namespace.name) { namespace.title = title }
    if summary != "\(title) settings" { namespace.summary = summary }
  }

  private mutating func add(_ subkey: PropertyList) {
    let name = subkey["pfm_name"]?.text ?? ""
    // The payload's own subkeys belong to no program.
    if name.hasPrefix("Payload") || name.hasPrefix("PFC_") { return }
    result.find()
    func leaveOut(_ message: String) { result.leaveOut(path, 1, "key `\(name)`", message) }
    if name.isEmpty { return leaveOut("it has no name, and is left out") }
    func note(_ message: String) { result.note(path, 1, "key `\(name)`", message) }
    let last = name.split(separator: ":").last.map(String.init) ?? name
    guard let type = type(of: subkey, named: last) else {
      return leaveOut("no type of schemas is for `\(subkey["pfm_type"]?.text ?? "")` here")
    }
    var words: [(String, JSONDocument)]
    if let value = type.value(subkey["pfm_default"]) {
      words = [("type", .string(type.text)), ("default", value)]
    } else {
      words = [("type", .string(type.text + "?"))]
      if subkey["pfm_default"] != nil { note("its default is of another type, and left out") }
    }
    func add(_ word: String, _ name: String) {
      if let text = subkey[name]?.text, text.contains(where: { !$0.isWhitespace }) {
        words.append((word, .string(text)))
      }
    }
    if let title = subkey["pfm_title"]?.text, title != TitleText.words(of: last) {
      add("title", "pfm_title")
    }
    add("summary", "pfm_description")
    for end in ["pfm_range_min", "pfm_range_max"] where subkey[end] != nil {
      if type.isNumber, Self.bound(subkey[end], type) != nil { continue }
      note("its `\(end)` is no bound of the type `\(type.text)`, and is left out")
    }
    words += constraints(of: subkey, type)
    if type.isNumber { add("unit", "pfm_value_unit") }
    if let example = subkey["pfm_value_placeholder"].flatMap(type.example) {
      words.append(("example", example))
    }
    if let text = subkey["pfm_note"]?.text, text.hasPrefix("Deprecated: ") {
      words.append(("deprecated", .string(String(text.dropFirst(12)))))
    } else {
      add("discussion", "pfm_note")
    }
    if subkey["pfm_sensitive"]?.isTrue ?? false {
      words.append(("sensitivity", "private"))
      note("it is sensitive; make it `secret` if it gives access to something")
    }
    if !result.root.addKey(storedAs: name, words) {
      leaveOut("a second key of the name is left out")
    }
  }

  /// An end of a range of numbers; some manifests have it as text.
  private static func bound(_ value: PropertyList?, _ type: ManifestType) -> JSONDocument? {
    guard case .string(let text)? = value, type.isNumber else { return type.value(value) }
    return type.value(Int64(text).map { .integer($0) } ?? Double(text).map { .real($0) })
  }

  private func constraints(
    of subkey: PropertyList, _ type: ManifestType
  ) -> [(String, JSONDocument)] {
    var words: [(String, JSONDocument)] = []
    let ends = ["pfm_range_min", "pfm_range_max"].map { Self.bound(subkey[$0], type) }
    if type.isNumber, ends.contains(where: { $0 != nil }) {
      words.append(("range", .array(ends.map { $0 ?? .null })))
    }
    if type.text == "String", let pattern = subkey["pfm_format"]?.text {
      let inner =
        pattern.hasPrefix("^(?:") && pattern.hasSuffix(")$")
        ? String(pattern.dropFirst(4).dropLast(2)) : pattern
      words += [("pattern", .string(inner)), ("suppress", ["pattern"])]
    }
    let counts = ["pfm_repetition_min", "pfm_repetition_max"].map { name -> JSONDocument? in
      guard case .integer(let count)? = subkey[name], count >= 0 else { return nil }
      return .number("\(count)")
    }
    if type.isCollection, counts.contains(where: { $0 != nil }) {
      words.append(("length", .array(counts.map { $0 ?? .null })))
    }
    if type.cases == nil, !type.isCollection,
      let allowed = subkey["pfm_range_list"]?.elements?.compactMap({ type.value($0) }),
      !allowed.isEmpty
    {
      words.append(("allowed", .array(allowed)))
    }
    return words
  }

  /// The type of a subkey; one with a list of texts is an enum.
  private mutating func type(of subkey: PropertyList, named name: String) -> ManifestType? {
    let subkeys = subkey["pfm_subkeys"]?.elements ?? []
    switch subkey["pfm_type"]?.text {
    case "string":
      guard let values = subkey["pfm_range_list"]?.elements?.compactMap(\.text), !values.isEmpty
      else { return ManifestType("String", .string) }
      return enumeration(values.map { ($0, .string($0)) }, of: subkey, .string, named: name)
    case "boolean": return ManifestType("Bool", .boolean)
    case "integer":
      guard let values = Self.titledIntegers(of: subkey) else {
        return ManifestType("Int", .integer)
      }
      return enumeration(values, of: subkey, .integer, named: name)
    case "real": return ManifestType("Double", .real)
    case "date": return ManifestType("Date", .date)
    case "data": return ManifestType("Data", .data)
    case "array":
      guard subkeys.count == 1, let element = type(of: subkeys[0], named: name + "Item") else {
        return nil
      }
      return ManifestType("[\(element.text)]", .array, element: element)
    case "dictionary":
      if subkeys.first?["pfm_name"]?.text == "{{key}}", subkeys.count == 2 {
        return type(of: subkeys[1], named: name + "Item").map {
          ManifestType("[String: \($0.text)]", .dictionary, element: $0)
        }
      }
      return subkeys.isEmpty ? nil : structure(subkeys, named: name)
    default: return nil
    }
  }

  /// An enum with the values of a list.
  private mutating func enumeration(
    _ values: [(text: String, raw: JSONDocument)], of subkey: PropertyList, _ form: StoredForm,
    named name: String
  ) -> ManifestType {
    let typeName = result.typeName(for: TitleText.typeName(of: name))
    let (type, cases) = result.enumeration(
      named: typeName, values, titles: Self.titles(of: subkey))
    result.root.types.append((typeName, type))
    return ManifestType(typeName, form, cases: cases)
  }

  private static func titles(of subkey: PropertyList) -> [String] {
    (subkey["pfm_range_list_titles"]?.elements ?? []).map { $0.text ?? "" }
  }

  /// A list of integers whose titles say more than the numbers; nil for any other list.
  private static func titledIntegers(
    of subkey: PropertyList
  ) -> [(text: String, raw: JSONDocument)]? {
    let titles = Self.titles(of: subkey)
    let values = subkey["pfm_range_list"]?.elements ?? []
    let numbers = values.compactMap { if case .integer(let number) = $0 { number } else { nil } }
    guard numbers.count == values.count, titles.count == values.count,
      zip(numbers, titles).contains(where: { String($0) != $1 })
    else { return nil }
    return numbers.map { (String($0), .number(String($0))) }
  }

  private mutating func structure(_ subkeys: [PropertyList], named name: String) -> ManifestType? {
    var words: [(String, JSONDocument)] = []
    var fields: [ManifestType.Field] = []
    for subkey in subkeys {
      guard let field = subkey["pfm_name"]?.text, SwiftName.isLowerCamelCase(field),
        let type = type(of: subkey, named: field)
      else { return nil }
      guard !fields.contains(where: { $0.name == field }) else { return nil }
      let (fieldWords, isRequired) = Self.words(of: subkey, field, type)
      words.append((field, fieldWords))
      fields.append(.init(name: field, type: type, isRequired: isRequired))
    }
    let typeName = result.typeName(for: TitleText.typeName(of: name))
    result.root.types.append((typeName, ["struct": .object(words)]))
    return ManifestType(typeName, .dictionary, fields: fields)
  }

  /// The words of a struct's field, and whether a value must have it.
  private static func words(
    of subkey: PropertyList, _ name: String, _ type: ManifestType
  ) -> (words: JSONDocument, isRequired: Bool) {
    var words: [(String, JSONDocument)]
    var isRequired = false
    if let value = type.value(subkey["pfm_default"]), type.hasFieldDefault {
      words = [("type", .string(type.text)), ("default", value)]
    } else {
      isRequired = subkey["pfm_require"]?.text == "always"
      words = [("type", .string(type.text + (isRequired ? "" : "?")))]
    }
    if let title = subkey["pfm_title"]?.text, !title.isEmpty, title != TitleText.words(of: name) {
      words.append(("title", .string(title)))
    }
    if let text = subkey["pfm_description"]?.text { words.append(("summary", .string(text))) }
    return (.object(words), isRequired)
  }
}
