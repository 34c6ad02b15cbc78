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
    if let root = JSONFile.read(source).root {
      let rest = rest(of: schema, root, path: schema.prefix)
      self.schema = rest.declares ? rest : .object([("version", .integer(1))])
    }
  }

  /// An object without the members that an error is in.
  ///
  /// - Parameter noun: The kind of declaration that all members are; nil for the words of a namespace.
  private mutating func rest(
    of object: JSONDocument, _ node: JSONNode, path: String, noun: String? = nil
  ) -> JSONDocument {
    guard case .object(let members) = object, case .object(let nodes) = node.value else {
      return object
    }
    var kept: [(String, JSONDocument)] = []
    for ((name, value), node) in zip(members, nodes) {
      let ownError = error(in: node.name.span)
      guard let error = ownError ?? error(in: node.value.span) else {
        kept.append((name, value))
        continue
      }
      // A declaration is named as the other system stores it, not as its name here had to be.
      let place = StorageString.joined(path, noun == nil ? name : value.id ?? name)
      switch (noun, name) {
      case (nil, "keys"), (nil, "types"), (nil, "namespaces"):
        let rest = rest(of: value, node.value, path: path, noun: String(name.dropLast()))
        if case .object(let members) = rest, !members.isEmpty { kept.append((name, rest)) }
      case (nil, "version"), (nil, "namespace"): kept.append((name, value))
      case ("namespace", _) where ownError == nil:
        let rest = rest(of: value, node.value, path: place)
        if rest.declares { kept.append((name, rest)) }
      case (let noun?, _): parts.append(("\(noun) `\(place)`", error.message.text))
      case (nil, _):
        parts.append(("`\(name)`" + (path.isEmpty ? "" : " of `\(path)`"), error.message.text))
      }
    }
    return .object(kept)
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

extension JSONDocument {
  /// The path on disk of a file's own namespace.
  fileprivate var prefix: String {
    guard case .object(let members) = self,
      case .string(let path)? = members.first(where: { $0.0 == "namespace" })?.1
    else { return "" }
    var components = path.split(separator: ".").map(String.init)
    if let id { components[components.count - 1] = id }
    return components.joined(separator: ":")
  }

  /// The component on disk that a declaration gives.
  fileprivate var id: String? {
    guard case .object(let members) = self,
      case .string(let id)? = members.first(where: { $0.0 == "id" })?.1
    else { return nil }
    return id
  }

  /// Whether a namespace has declarations.
  fileprivate var declares: Bool {
    guard case .object(let members) = self else { return false }
    return members.contains { ["keys", "types", "namespaces"].contains($0.0) }
  }
}
