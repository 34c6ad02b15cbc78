/// The declarations of `.gschema.xml` files, as parsed.
struct GSettingsDocument {
  struct Schema {
    var id: String
    /// The file it is from.
    var file: String
    var line: Int
    var dataPath: String?
    var extends: String?
    var listOf: String?
    /// The gettext domain of its texts.
    var domain: String?
    var keys: [Key] = []
    var overrides: [(key: String, line: Int, value: String)] = []
    var children: [(name: String, schema: String, line: Int)] = []
  }

  struct Key {
    var name: String
    var file: String
    var line: Int
    var type: String?
    var enumeration: String?
    var flags: String?
    var defaultText: String?
    var isTranslated = false
    /// The context in which its default is translated.
    var context: String?
    var summary = ""
    var description = ""
    var least: String?
    var greatest: String?
    var choices: [String] = []
    var aliases: [(value: String, target: String)] = []
  }

  struct Enumeration {
    var id: String
    var isFlags: Bool
    var values: [(nick: String, value: String)]
    var line: Int
    var file: String
  }

  var schemas: [Schema] = []
  var enumerations: [Enumeration] = []
  var notes: [ImportNote] = []

  /// Adds the declarations of a file.
  mutating func add(_ bytes: [UInt8], file: String) throws(ImportFailure) {
    let root = try MarkupReader.root(
      "schemalist", of: bytes, path: file, format: "a GSettings file")
    for element in root.children {
      switch element.name {
      case "schema":
        var schema = try schema(element, file)
        schema.domain = element["gettext-domain"] ?? root["gettext-domain"]
        schemas.append(schema)
      case "enum", "flags": enumerations.append(try enumeration(element, file))
      default: unknown(element, in: "schemalist", file)
      }
    }
  }

  private mutating func schema(_ element: MarkupElement, _ file: String) throws(ImportFailure)
    -> Schema
  {
    let id = try Self.required("id", of: element, file)
    var schema = Schema(
      id: id, file: file, line: element.line,
      dataPath: element["path"], extends: element["extends"], listOf: element["list-of"])
    for child in element.children {
      switch child.name {
      case "key": schema.keys.append(try key(child, file))
      case "override":
        schema.overrides.append(
          (try Self.required("name", of: child, file), child.line, child.trimmedText))
      case "child":
        schema.children.append(
          (
            try Self.required("name", of: child, file),
            try Self.required("schema", of: child, file), child.line
          ))
      default: unknown(child, in: "schema", file)
      }
    }
    return schema
  }

  private mutating func key(_ element: MarkupElement, _ file: String) throws(ImportFailure) -> Key {
    var key = Key(
      name: try Self.required("name", of: element, file), file: file, line: element.line,
      type: element["type"], enumeration: element["enum"], flags: element["flags"])
    for child in element.children {
      switch child.name {
      case "default":
        key.defaultText = child.trimmedText
        key.isTranslated = child["l10n"] != nil
        key.context = child["context"]
      case "summary": key.summary = child.sentence
      case "description": key.description = child.paragraphs
      case "range": (key.least, key.greatest) = (child["min"], child["max"])
      case "choices":
        for choice in child.all("choice") {
          key.choices.append(try Self.required("value", of: choice, file))
        }
      case "aliases":
        for alias in child.all("alias") {
          key.aliases.append(
            (
              try Self.required("value", of: alias, file),
              try Self.required("target", of: alias, file)
            ))
        }
      default: unknown(child, in: "key", file)
      }
    }
    return key
  }

  private func enumeration(_ element: MarkupElement, _ file: String) throws(ImportFailure)
    -> Enumeration
  {
    var values: [(String, String)] = []
    for value in element.all("value") {
      values.append((try Self.required("nick", of: value, file), value["value"] ?? ""))
    }
    return Enumeration(
      id: try Self.required("id", of: element, file), isFlags: element.name == "flags",
      values: values, line: element.line, file: file)
  }

  private mutating func unknown(_ element: MarkupElement, in parent: String, _ file: String) {
    notes.append(
      ImportNote(
        path: file, line: element.line, subject: "<\(element.name)>",
        message: "no counterpart inside <\(parent)>; left out"))
  }

  private static func required(_ name: String, of element: MarkupElement, _ file: String)
    throws(ImportFailure) -> String
  {
    if let value = element[name], !value.isEmpty { return value }
    throw ImportFailure(
      path: file, line: element.line, message: "<\(element.name)> has no `\(name)`")
  }
}
