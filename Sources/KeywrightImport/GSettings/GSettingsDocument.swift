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
    var values: [(nick: String, value: String)] = []
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
        var schema = try schema(element)
        schema.domain = element["gettext-domain"] ?? root["gettext-domain"]
        schemas.append(schema)
      case "enum", "flags": enumerations.append(try Self.enumeration(element))
      default: unknown(element, in: root)
      }
    }
  }

  private mutating func schema(_ element: MarkupElement) throws(ImportFailure) -> Schema {
    var schema = Schema(
      id: try element.required("id"), file: element.path, line: element.line,
      dataPath: element["path"], extends: element["extends"], listOf: element["list-of"])
    for child in element.children {
      switch child.name {
      case "key": schema.keys.append(try key(child))
      case "override":
        schema.overrides.append((try child.required("name"), child.line, child.trimmedText))
      case "child":
        schema.children.append(
          (try child.required("name"), try child.required("schema"), child.line))
      default: unknown(child, in: element)
      }
    }
    return schema
  }

  private mutating func key(_ element: MarkupElement) throws(ImportFailure) -> Key {
    var key = Key(
      name: try element.required("name"), file: element.path, line: element.line,
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
        for choice in child.all("choice") { key.choices.append(try choice.required("value")) }
      case "aliases":
        for alias in child.all("alias") {
          key.aliases.append((try alias.required("value"), try alias.required("target")))
        }
      default: unknown(child, in: element)
      }
    }
    return key
  }

  private static func enumeration(_ element: MarkupElement) throws(ImportFailure) -> Enumeration {
    var enumeration = Enumeration(id: try element.required("id"))
    for value in element.all("value") {
      enumeration.values.append((try value.required("nick"), value["value"] ?? ""))
    }
    return enumeration
  }

  private mutating func unknown(_ element: MarkupElement, in parent: MarkupElement) {
    notes.append(
      ImportNote(
        path: element.path, line: element.line, subject: "<\(element.name)>",
        message: "no counterpart inside <\(parent.name)>; left out"))
  }
}
