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
      let place = StorageString.joined(path, name)
      switch (noun, name) {
      case (nil, "keys"), (nil, "types"), (nil, "namespaces"):
        kept.append((name, rest(of: value, node.value, path: path, noun: String(name.dropLast()))))
      case (nil, "version"), (nil, "namespace"): kept.append((name, value))
      case ("namespace", _) where ownError == nil:
        kept.append((name, rest(of: value, node.value, path: place)))
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
