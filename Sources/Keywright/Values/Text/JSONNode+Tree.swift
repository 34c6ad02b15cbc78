extension JSONNode {
  /// The value as a tree; a member that is null is left out, as absent.
  ///
  /// - Throws: If it holds what a tree does not: a null elsewhere, a number beyond 64 bits.
  func tree() throws(TextFailure) -> StoredValue {
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
      var trees: [StoredValue] = []
      trees.reserveCapacity(elements.count)
      for (index, element) in elements.enumerated() {
        trees.append(try element.tree(inside: .element(index)))
      }
      return .array(trees)
    case .object(let members):
      var trees: [(String, StoredValue)] = []
      for member in members where !member.value.isNull {
        let name = member.name.text
        trees.append((name, try member.value.tree(inside: .member(name))))
      }
      return .dictionary(trees)
    }
  }

  private func tree(inside step: TextFailure.Step) throws(TextFailure) -> StoredValue {
    do throws(TextFailure) { return try tree() } catch { throw error.inside(step) }
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
