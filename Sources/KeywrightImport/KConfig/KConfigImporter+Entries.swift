import KeywrightSchema

extension KConfigImporter {
  /// Adds an entry as a key, or says why it has no counterpart.
  mutating func add(_ entry: KConfigEntry, to group: SchemaDraft, groupParameters: [String]) {
    let subject = "entry `\(entry.name)`"
    output.find()
    func leaveOut(_ message: String) { output.leaveOut(path, entry.line, subject, message) }
    guard let form = form(of: entry) else {
      return leaveOut("type `\(entry.type)` is not known; the entry is left out")
    }
    let name = KConfigTemplate(entry.name)
    let key = KConfigTemplate(entry.key)
    if let fault = NameCheck.fault(inID: key.text) {
      return leaveOut("its key cannot be an id: \(fault); the entry is left out")
    }
    var words = parameters(of: entry, groupParameters + key.parameters + name.parameters)
    if !words.isEmpty, !key.parameters.isEmpty {
      note(entry.line, subject, "its parameters follow the key instead of standing in it")
    }
    var facts: [(String, JSONDocument)] = []
    let range = range(of: entry, form)
    words += typeAndDefault(of: entry, form, range, &facts)
    if !entry.label.isEmpty { words.append(("summary", .string(entry.label))) }
    if !entry.explanation.isEmpty { words.append(("discussion", .string(entry.explanation))) }
    if !entry.tip.isEmpty { facts.append(("tooltip", .string(entry.tip))) }
    if !entry.element.contexts.isEmpty {
      facts.append(("context", .object(entry.element.contexts.map { ($0.0, .string($0.1)) })))
    }
    if let range { words.append(("range", .array([range.least, range.greatest]))) }
    if entry.isPassword { words.append(("sensitivity", .string("secret"))) }
    if entry.isHidden {
      note(entry.line, subject, "`hidden` has no counterpart")
      facts.append(("hidden", .bool(true)))
    }
    if case .known(.text(let remark)) = form { note(entry.line, subject, remark) }
    for element in entry.foreign {
      note(entry.line, subject, "<\(element)> has no counterpart; left out")
    }
    for (attribute, element) in entry.element.foreignAttributes {
      note(entry.line, subject, "`\(attribute)` of <\(element)> has no counterpart; left out")
    }
    if !facts.isEmpty { words.append(("x-kcfg", .object(facts))) }
    if !group.addKey(name.text.isEmpty ? key.text : name.text, id: key.text, words) {
      leaveOut("an entry before it has its key; the entry is left out")
    }
  }

  /// The type of an entry's values.
  enum Form {
    case known(KConfigType)
    case choice(Enumeration)
  }

  private mutating func form(of entry: KConfigEntry) -> Form? {
    if entry.isEnum {
      if let enumeration = enumeration(of: entry) { return .choice(enumeration) }
      note(entry.line, "entry `\(entry.name)`", "an Enum without choices became an Int32")
      return KConfigType("Int").map { .known($0) }
    }
    guard let type = KConfigType(entry.type) else { return nil }
    if case .structure(let name, let fields, let element) = type, structs[name] == nil {
      let structName = output.typeName(for: name)
      structs[name] = structName
      space.types.append(
        (
          structName,
          .object([("struct", .object(fields.map { ($0, .string(element)) }))])
        ))
    }
    return .known(type)
  }

  /// The enum of an entry, declared if no entry before declared it by name.
  private mutating func enumeration(of entry: KConfigEntry) -> Enumeration? {
    guard let choices = entry.element.first("choices") else { return nil }
    let (name, prefix, named) = (choices["name"], choices["prefix"] ?? "", choices.namedChoices)
    if named.isEmpty { return name.flatMap { enums[$0] } }
    let original = name ?? KConfigTemplate(entry.name).text
    var enumeration = declare(
      original.split(separator: ":").last.map(String.init) ?? original,
      named.map { name, choice in
        (choice["value"] ?? name, name, choice.first("label")?.sentence ?? "")
      },
      Self.facts(of: named, prefix))
    enumeration.prefix = prefix
    if let name { enums[name] = enumeration }
    return enumeration
  }

  /// The facts of choices that an enum has no words for.
  private static func facts(
    of choices: [(name: String, element: MarkupElement)], _ prefix: String
  ) -> [(String, JSONDocument)] {
    let texts = choices.compactMap { name, choice -> (String, JSONDocument)? in
      let own = ["whatsthis", "tooltip"].compactMap { element in
        choice.first(element).map { (element, $0.paragraphs) }
      }
      let all = own + choice.contexts.map { ("context of " + $0.0, $0.1) }
      return all.isEmpty ? nil : (name, .object(all.map { ($0.0, .string($0.1)) }))
    }
    return (prefix.isEmpty ? [] : [("prefix", .string(prefix))])
      + (texts.isEmpty ? [] : [("choices", .object(texts))])
  }

  private mutating func declare(
    _ original: String, _ choices: [(raw: String, name: String, summary: String)],
    _ facts: [(String, JSONDocument)] = []
  ) -> Enumeration {
    let extras = facts.isEmpty ? [] : [("x-kcfg", JSONDocument.object(facts))]
    let name = output.typeName(for: original)
    let (type, cases) = output.enumeration(
      named: name, choices.map { ($0.raw, $0.name) }, extras: extras
    ) { index, _ in
      let (raw, summary) = (JSONDocument.string(choices[index].raw), choices[index].summary)
      return summary.isEmpty ? raw : .object([("rawValue", raw), ("summary", .string(summary))])
    }
    space.types.append((name, type))
    return Enumeration(
      name: name,
      cases: choices.compactMap { choice in cases[choice.raw].map { (choice.name, $0) } })
  }

  private mutating func parameters(of entry: KConfigEntry, _ names: [String])
    -> [(String, JSONDocument)]
  {
    var members: [(String, JSONDocument)] = []
    var seen: Set<String> = []
    var fields = SchemaNames()
    for name in names where seen.insert(name).inserted {
      var type = "String"
      let parameters = entry.element.all("parameter")
      if let parameter = parameters.first(where: { $0["name"] ?? "" == name }) {
        let values = parameter.first("values")?.all("value").map(\.trimmedText) ?? []
        switch parameter["type"] {
        case "Int": type = "Int32"
        case "UInt": type = "UInt32"
        case "Bool": type = "Bool"
        case "Enum" where !values.isEmpty:
          type = declare(name, values.map { ($0, $0, "") }).name
        default: break
        }
        if parameter["max"] != nil {
          note(
            entry.line, "entry `\(entry.name)`", "the bound of a parameter has no counterpart")
        }
      }
      members.append((fields.name(for: name, as: .enumCase), .string(type)))
    }
    return members.isEmpty ? [] : [("parameters", .object(members))]
  }
}
