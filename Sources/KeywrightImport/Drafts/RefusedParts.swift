import KeywrightSchema

/// The parts of a schema that the check refuses, and the schema without them: one declaration that no
/// schema can have must not cost all others.
struct RefusedParts {
  /// The parts that were left out, as in "key `a`", each with its error.
  private(set) var parts: [(subject: String, message: String)] = []
  /// The schema without the parts.
  private(set) var schema: JSONDocument
  private let errors: [Diagnostic]
  private let source: SourceFile

  /// Leaves out whatever an error is in.
  ///
  /// - Parameter source: The text of the schema, in which the errors are.
  init(_ errors: [Diagnostic], of schema: JSONDocument, in source: SourceFile) {
    self.schema = schema
    self.errors = errors
    self.source = source
    if let root = JSONFile.read(source).root { self.schema = rest(of: schema, root, path: "") }
  }

  private mutating func rest(
    of namespace: JSONDocument, _ node: JSONNode, path: String
  ) -> JSONDocument {
    var members: [(String, JSONDocument)] = []
    for (name, value, node) in Self.members(of: namespace, node) {
      guard let error = self.error(in: node.value.span) ?? self.error(in: node.name.span) else {
        members.append((name, value))
        continue
      }
      switch name {
      case "keys": members.append((name, declarations(value, node.value, "key", path)))
      case "types": members.append((name, declarations(value, node.value, "type", path)))
      case "namespaces": members.append((name, namespaces(value, node.value, path)))
      case "version", "namespace": members.append((name, value))
      default: leaveOut(path.isEmpty ? "`\(name)`" : "`\(name)` of `\(path)`", error)
      }
    }
    return .object(members)
  }

  private mutating func declarations(
    _ all: JSONDocument, _ node: JSONNode, _ noun: String, _ path: String
  ) -> JSONDocument {
    var members: [(String, JSONDocument)] = []
    for (name, value, node) in Self.members(of: all, node) {
      if let error = self.error(in: node.name.span) ?? self.error(in: node.value.span) {
        leaveOut("\(noun) `\(StorageString.joined(path, name))`", error)
      } else {
        members.append((name, value))
      }
    }
    return .object(members)
  }

  private mutating func namespaces(
    _ all: JSONDocument, _ node: JSONNode, _ path: String
  ) -> JSONDocument {
    var members: [(String, JSONDocument)] = []
    for (name, value, node) in Self.members(of: all, node) {
      let path = StorageString.joined(path, name)
      if let error = self.error(in: node.name.span) {
        leaveOut("namespace `\(path)`", error)
      } else {
        members.append((name, rest(of: value, node.value, path: path)))
      }
    }
    return .object(members)
  }

  private mutating func leaveOut(_ subject: String, _ error: Diagnostic) {
    parts.append((subject, error.message.text))
  }

  /// The members of an object, each with its place in the text.
  private static func members(
    of object: JSONDocument, _ node: JSONNode
  ) -> [(name: String, value: JSONDocument, node: JSONMember)] {
    guard case .object(let members) = object, case .object(let nodes) = node.value else {
      return []
    }
    return zip(members, nodes).map { ($0.0, $0.1, $1) }
  }

  /// The first error between two places.
  private func error(in span: Span) -> Diagnostic? {
    let (start, end) = (source.location(at: span.start), source.location(at: span.end))
    return errors.first { error in
      let place = (error.location.line, error.location.column)
      return place >= (start.line, start.column) && place < (end.line, end.column)
    }
  }
}
