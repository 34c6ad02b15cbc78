import KeywrightSchema

/// Makes a schema of a `.kcfg` file of KConfigXT.
///
/// Each group becomes a namespace inside one for the whole file.
package struct KConfigImporter {
  let path: String
  let space: SchemaDraft
  var output: SchemaImport
  /// The declared structs, by KConfig's name of the type.
  var structs: [String: String] = [:]
  /// The enums declared by name, with the case of each choice.
  var enums: [String: Enumeration] = [:]

  struct Enumeration {
    var name: String
    /// The case of each choice, in order.
    var cases: [(choice: String, name: String)]
    /// The prefix of the choices' names in C++.
    var prefix = ""

    /// The case for a name as written in C++ with scope and prefix, such as `Options::FocusClick` for
    /// the choice `Click`; nil if several cases fit.
    func qualified(_ text: String) -> (choice: String, name: String)? {
      func last(_ name: String) -> Substring { name.split(separator: ":").last ?? "" }
      let wanted = last(text)
      let found = cases.filter { last($0.choice) == wanted || prefix + last($0.choice) == wanted }
      return found.count == 1 ? found[0] : nil
    }
  }

  package static func convert(_ bytes: [UInt8], path: String, namespace: String)
    throws(ImportFailure)
    -> ImportResult
  {
    let root = try MarkupReader.root("kcfg", of: bytes, path: path, format: "a .kcfg")
    return try SchemaImport.result(from: path) { draft throws(ImportFailure) in
      let space = draft.root.descendant([namespace])
      var importer = KConfigImporter(path: path, space: space, output: draft)
      try importer.read(root)
      return importer.output
    }
  }

  private init(path: String, space: SchemaDraft, output: SchemaImport) {
    self.path = path
    self.space = space
    self.output = output
  }

  mutating func note(_ line: Int, _ subject: String, _ message: String) {
    output.note(path, line, subject, message)
  }

  private mutating func noteAttributes(of element: MarkupElement) {
    for (attribute, name) in element.foreignAttributes {
      note(element.line, "<\(name)>", "`\(attribute)` has no counterpart; left out")
    }
  }

  private mutating func read(_ root: MarkupElement) throws(ImportFailure) {
    noteAttributes(of: root)
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
    noteAttributes(of: element)
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
    let names = [element["parentGroupName"], element["name"]].map { KConfigTemplate($0 ?? "") }
    let parameters = names.flatMap(\.parameters)
    let subject = "group `\(element["name"] ?? "")`"
    var components = names.map(\.text).filter { !$0.isEmpty }
    if components.isEmpty { components = ["group"] }
    if let fault = components.compactMap(NameCheck.fault).first {
      let entries = element.all("entry").count
      output.find(entries)
      return output.leaveOut(
        path, element.line, subject,
        "its name cannot be an id: \(fault); the group is left out", count: entries)
    }
    if !parameters.isEmpty {
      note(element.line, subject, "its parameters follow each key instead of standing in its path")
    }
    noteAttributes(of: element)
    let group = space.descendant(components)
    for child in element.children {
      if child.name == "entry" {
        add(try KConfigEntry(child), to: group, groupParameters: parameters)
      } else {
        note(child.line, "<\(child.name)>", "it has no counterpart inside a group; left out")
      }
    }
  }
}
