import KeywrightSchema
import KeywrightStorage

/// Guesses a schema from a JSON file of a configuration: objects are namespaces, and values defaults.
package struct JSONValuesImporter {
  private var result = SchemaImport()
  private let source: SourceFile

  package static func convert(_ file: (path: String, bytes: [UInt8])) throws(ImportFailure)
    -> ImportResult
  {
    let source = SourceFile(path: file.path, bytes: file.bytes)
    let (root, diagnostics) = JSONFile.read(source)
    guard let root else {
      throw ImportFailure(
        path: file.path, line: diagnostics.first?.location.line ?? 1,
        message: diagnostics.first?.message.text ?? "it cannot be read")
    }
    guard case .object(let members) = root.value else {
      throw ImportFailure(path: file.path, line: 1, message: "it holds no object")
    }
    if let contributed = members.first(where: { $0.name.text == "contributes" }),
      case .object(let parts) = contributed.value.value,
      let settings = parts.first(where: { $0.name.text == "configuration" })
    {
      throw ImportFailure(
        path: file.path, line: source.location(at: settings.name.span.start).line,
        message:
          "it is the manifest of a VS Code extension, which declares settings and holds no values of them"
      )
    }
    if let schema = members.first(where: { $0.name.text == "$schema" }),
      schema.value.string?.text.contains("json-schema.org") == true,
      members.contains(where: { $0.name.text == "properties" })
    {
      throw ImportFailure(
        path: file.path, line: source.location(at: schema.name.span.start).line,
        message: "it is a JSON Schema, which describes values and holds none")
    }
    var importer = JSONValuesImporter(source: source)
    importer.add(members.filter { $0.name.text != "$schema" }, below: "")
    return try importer.result.result(from: file.path)
  }

  private mutating func add(_ members: [JSONMember], below prefix: String) {
    for member in members where !member.name.text.hasPrefix("x-") {
      let name = member.name.text
      let path = StorageString.joined(prefix, name)
      if name.isEmpty {
        result.find()
        leaveOut(member, path, "an empty name is left out")
      } else if case .object(let inner) = member.value.value, !inner.isEmpty {
        add(inner, below: path)
      } else {
        addKey(member, storedAs: path)
      }
    }
  }

  private mutating func addKey(_ member: JSONMember, storedAs path: String) {
    result.find()
    do throws(Untyped) {
      let value = try PropertyList(member.value)
      let type = try GuessedType(value)
      guard let literal = value.literal else {
        throw Untyped(reason: "no default can be written as it")
      }
      if let doubt = type.doubt, doubt != GuessedType.flag { note(member, path, doubt) }
      if !result.root.addKey(storedAs: path, [("type", .string(type.text)), ("default", literal)]) {
        leaveOut(member, path, "a second key of the name is left out")
      }
    } catch {
      leaveOut(member, path, error.reason)
    }
  }

  private mutating func note(_ member: JSONMember, _ path: String, _ message: String) {
    result.note(source.path, line(member), "key `\(path)`", message)
  }

  private mutating func leaveOut(_ member: JSONMember, _ path: String, _ message: String) {
    result.leaveOut(source.path, line(member), "key `\(path)`", message)
  }

  private func line(_ member: JSONMember) -> Int {
    source.location(at: member.name.span.start).line
  }
}

extension PropertyList {
  /// The tree of a JSON value.
  fileprivate init(_ node: JSONNode) throws(Untyped) {
    switch node.value {
    case .null: throw Untyped(reason: "null says no type")
    case .bool(let value): self = .boolean(value)
    case .string(let string): self = .string(string.text)
    case .number(let spelling):
      if let number = Int64(spelling) {
        self = .integer(number)
      } else if let number = UInt64(spelling) {
        self = .unsigned(number)
      } else if let number = Double(spelling), number.isFinite {
        self = .real(number)
      } else {
        throw Untyped(reason: "no number of a program is as large as \(spelling)")
      }
    case .array(let elements):
      self = .array(try elements.map { node throws(Untyped) in try PropertyList(node) })
    case .object(let members):
      self = .record(
        try members.map { member throws(Untyped) in
          (member.name.text, try PropertyList(member.value))
        })
    }
  }
}
