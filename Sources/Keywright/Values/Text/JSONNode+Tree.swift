import KeywrightStorage

extension StoredValue {
  /// Reads a JSON text as a tree of JSON's kinds; a member that is null is left out, as absent.
  ///
  /// Complexity: O(*n*) in the number of bytes.
  ///
  /// - Parameter isStored: Whether a program stored the text, so that it may hold long runs of combining marks,
  ///   which no person types.
  /// - Throws: For what is no JSON, holds another null, or nests deeper than a property list may.
  package init(json bytes: [UInt8], isStored: Bool = false) throws(TextFailure) {
    let fault = FirstFault()
    let root = JSONParser.parse(bytes, allowing: isStored ? .combiningMarks : [], into: fault)
    guard let root, fault.words == nil else {
      throw TextFailure("not JSON" + (fault.words.map { ": \($0)" } ?? ""))
    }
    self = try root.tree()
  }

  /// Reads a JSON text.
  package init(json text: String, isStored: Bool = false) throws(TextFailure) {
    try self.init(json: Array(text.utf8), isStored: isStored)
  }
}

/// Keeps the first mistake of a text of one value.
private final class FirstFault: JSONFaultHandler {
  private(set) var words: String?

  func report(_ fault: JSONFault, at span: Span, notes: [(JSONFault.Note, Span)]) {
    words = words ?? fault.words()
  }

  func note(damaged string: Span) {}
}

extension JSONNode {
  /// The value as a tree; a member that is null is left out, as absent.
  ///
  /// - Throws: If it holds what a tree does not: a null elsewhere, a number beyond 64 bits, or more levels
  ///   than a property list has.
  package func tree(depth: Int = 1) throws(TextFailure) -> StoredValue {
    // The dictionary of a store's file is one level more.
    guard depth < PropertyListLimits.depth else {
      throw TextFailure("nested more than \(PropertyListLimits.depth - 1) deep")
    }
    switch value {
    case .null: throw TextFailure("null has no stored form")
    case .bool(let value): return .boolean(value)
    case .string(let string): return .string(string.text)
    case .number(let spelling):
      if let integer = Int64(spelling) { return .integer(integer) }
      if let integer = UInt64(spelling) { return .unsigned(integer) }
      guard let real = Double(spelling), real.isFinite else {
        throw TextFailure("\(spelling.prefix(40)) is out of range")
      }
      return .real(real)
    case .array(let elements):
      return try TextFailure.array(of: elements) { element throws(TextFailure) in
        try element.tree(depth: depth + 1)
      }
    case .object(let members):
      var trees: [(String, StoredValue)] = []
      for member in members where !member.value.isNull {
        let name = member.name.text
        let tree = try TextFailure.inside(.member(name)) { () throws(TextFailure) in
          try member.value.tree(depth: depth + 1)
        }
        trees.append((name, tree))
      }
      return .dictionary(trees)
    }
  }

  /// The innermost value on a way into this one, as far as there is one.
  func node(at path: [TextFailure.Step]) -> JSONNode {
    var node = self
    for step in path {
      switch step {
      case .element(let index):
        guard let elements = node.elements, elements.indices.contains(index) else { return node }
        node = elements[index]
      case .member(let name):
        guard let member = node.members?.first(where: { $0.name.text == name }) else {
          return node
        }
        node = member.value
      }
    }
    return node
  }
}
