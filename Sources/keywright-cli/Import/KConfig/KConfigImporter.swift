import KeywrightSchema

/// Makes a schema of a `.kcfg` file of KConfigXT.
///
/// Each group becomes a namespace inside one for the whole file.
struct KConfigImporter {
  let path: String
  let space: SchemaDraft
  var output = SchemaImport()
  /// The structs that are declared, by KConfig's name of the type.
  var structs: [String: String] = [:]
  /// The enums that are declared and have a name of their own, with the case of each choice.
  var enums: [String: Enumeration] = [:]

  struct Enumeration {
    var name: String
    /// The case of each choice, in order.
    var cases: [(choice: String, name: String)]
  }

  static func convert(_ bytes: [UInt8], path: String, namespace: String) throws(ImportFailure)
    -> ImportResult
  {
    let root: MarkupElement
    do throws(MarkupElement.Failure) {
      root = try MarkupElement.read(bytes)
    } catch {
      throw ImportFailure(path: path, line: error.line, message: error.reason)
    }
    guard root.name == "kcfg" else {
      throw ImportFailure(
        path: path, line: root.line, message: "found <\(root.name)> where a .kcfg has <kcfg>")
    }
    let output = SchemaImport()
    let space = output.root.descendant([namespace])
    var importer = KConfigImporter(path: path, space: space, output: output)
    try importer.read(root)
    return try importer.output.result(from: path)
  }

  private init(path: String, space: SchemaDraft, output: SchemaImport) {
    self.path = path
    self.space = space
    self.output = output
  }

  mutating func note(_ line: Int, _ subject: String, _ message: String) {
    output.note(path, line, subject, message)
  }

  private mutating func read(_ root: MarkupElement) throws(ImportFailure) {
    for element in root.children {
      switch element.name {
      case "kcfgfile": readFile(element)
      case "group": try readGroup(element)
      default:
        note(element.line, "<\(element.name)>", "it has no counterpart; left out")
      }
    }
  }

  private mutating func readFile(_ element: MarkupElement) {
    if let name = element["name"] {
      space.extras.append(("x-kcfg", .object([("file", .string(name))])))
    }
    if element["arg"] == "true" {
      note(element.line, "<kcfgfile>", "a file that is named at run time has no counterpart")
    }
    for parameter in element.all("parameter") {
      let name = parameter["name"] ?? ""
      note(
        parameter.line, "parameter `\(name)`",
        "keys whose group or name holds it take it as a parameter")
    }
  }

  private mutating func readGroup(_ element: MarkupElement) throws(ImportFailure) {
    let name = KConfigTemplate(element["name"] ?? "")
    let subject = "group `\(element["name"] ?? "")`"
    var components = [element["parentGroupName"], name.text].compactMap(\.self)
      .map { KConfigTemplate($0).text }
    components.removeAll(where: \.isEmpty)
    if components.isEmpty { components = ["group"] }
    if let fault = components.compactMap(NameCheck.fault).first {
      return note(element.line, subject, "its name is none: \(fault); the group is left out")
    }
    if !name.parameters.isEmpty {
      note(element.line, subject, "its parameters follow each key instead of standing in its path")
    }
    let group = space.descendant(components)
    for child in element.children {
      if child.name == "entry" {
        let entry = try KConfigEntry(child, path: path)
        add(entry, to: group, groupParameters: name.parameters)
      } else {
        note(child.line, "<\(child.name)>", "it has no counterpart inside a group; left out")
      }
    }
  }
}
