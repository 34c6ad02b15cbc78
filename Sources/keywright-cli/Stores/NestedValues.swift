import KeywrightSchema

/// Keys by the components of their storage strings, as a JSON layer reads them.
struct NestedValues {
  private let root = Node()

  private final class Node {
    /// By their bytes: two components that are one to Swift are two.
    var names: [ExactString] = []
    var children: [ExactString: Node] = [:]
    var state: KeyState?
    /// The family whose parameters the children are.
    var family: CatalogKey?
  }

  /// A member of an object.
  struct Member {
    var name: String
    var content: Content

    indirect enum Content {
      case key(KeyState)
      /// A namespace, or the keys of a family.
      case object([Member], of: CatalogKey?)
    }
  }

  /// - Parameter families: Families that have an object even without a key.
  init(_ states: [KeyState], families: [CatalogKey] = []) {
    for state in states { node(of: state.key.storageString).state = state }
    for family in families { node(of: family.storageString).family = family }
  }

  private func node(of storageString: String) -> Node {
    var node = root
    for component in storageString.split(separator: ":", omittingEmptySubsequences: false) {
      let name = ExactString(String(component))
      let child = node.children[name] ?? Node()
      if node.children.updateValue(child, forKey: name) == nil { node.names.append(name) }
      node = child
    }
    return node
  }

  /// The members of the outermost object.
  var members: [Member] { Self.members(of: root) }

  private static func members(of node: Node) -> [Member] {
    node.names.flatMap { name -> [Member] in
      guard let child = node.children[name] else { return [] }
      let inner = members(of: child)
      guard let state = child.state else {
        return [Member(name: name.text, content: .object(inner, of: child.family))]
      }
      // A key whose storage string begins with that of another keeps it whole.
      return [Member(name: name.text, content: .key(state))]
        + inner.map { Member(name: "\(name.text):\($0.name)", content: $0.content) }
    }
  }

  /// The values as JSON; keys without one are left out.
  var document: JSONDocument { Self.document(of: members) }

  private static func document(of members: [Member]) -> JSONDocument {
    .object(
      members.map { member in
        switch member.content {
        case .key(let state): (member.name, state.json(reveal: true))
        case .object(let inner, _): (member.name, document(of: inner))
        }
      })
  }
}
