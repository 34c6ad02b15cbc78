import KeywrightSchema

/// Values by the components of their storage strings, as a JSON layer reads them.
struct NestedValues {
  private var root = Node()

  private final class Node {
    /// By their bytes: two components that are one to Swift are two.
    var names: [ExactString] = []
    var children: [ExactString: Node] = [:]
    var value: JSONDocument?
  }

  init(_ states: [KeyState]) {
    for state in states where state.value != nil {
      let name = state.key.storageString
      let components = name.split(separator: ":", omittingEmptySubsequences: false)
      var node = root
      for component in components {
        let name = ExactString(String(component))
        if node.children[name] == nil {
          node.names.append(name)
          node.children[name] = Node()
        }
        node = node.children[name] ?? node
      }
      node.value = state.json(reveal: true)
    }
  }

  var document: JSONDocument { Self.document(root) }

  private static func document(_ node: Node) -> JSONDocument {
    var members: [(String, JSONDocument)] = []
    for name in node.names {
      guard let child = node.children[name] else { continue }
      if let value = child.value { members.append((name.text, value)) }
      guard !child.names.isEmpty else { continue }
      // A key whose storage string begins with that of another keeps it whole.
      if child.value != nil, case .object(let inner) = document(child) {
        members += inner.map { ("\(name.text):\($0.0)", $0.1) }
      } else {
        members.append((name.text, document(child)))
      }
    }
    return .object(members)
  }
}
