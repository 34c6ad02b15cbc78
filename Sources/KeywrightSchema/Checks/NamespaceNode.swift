/// A namespace while the target is checked: what all files say of it, in one place.
final class NamespaceNode {
  /// Not owned: a parent owns its children, and the checker owns the root.
  unowned let parent: NamespaceNode?
  /// The member name in schemas; empty for the root.
  let member: String
  /// The first place that declares it or, before one does, that names it on the way.
  var place: Span
  var words = NamespaceWords()
  /// Whether a file says something of it, and does not only pass through its name.
  var isDeclared = false
  var access: Access = .internal
  var children: [NamespaceNode] = []
  var keys: [KeyDraft] = []
  var reserved: [Located<String>] = []
  var suppress: [Located<String>] = []
  var types: [(name: String, id: TypeID)] = []
  /// The types that were resolved here, by their spelling: most keys share a few.
  var resolvedTypes: [String: (type: ValueType, isOptional: Bool)] = [:]
  private var childIndices: [ExactString: Int] = [:]
  private var typeIndices: [String: TypeID] = [:]

  init(member: Located<String>, parent: NamespaceNode?) {
    self.parent = parent
    self.member = member.value
    self.place = member.span
  }

  var swiftName: String { words.name?.value ?? SwiftName.capitalised(member) }
  var id: String { words.id?.value ?? member }
  var depth: Int { parent.map { $0.depth + 1 } ?? 0 }

  // Asked for by every key, and settled once all files are merged.
  private(set) lazy var path: [String] = parent.map { $0.path + [swiftName] } ?? []
  private(set) lazy var prefix: String = parent.map { StorageString.joined($0.prefix, id) } ?? ""
  private lazy var dottedPath: String = path.map { $0 + "." }.joined()

  /// The path of a key, for messages.
  func swiftPath(of key: String) -> String { dottedPath + key }

  /// The child of a name, made if there is none yet.
  func child(_ member: Located<String>) -> NamespaceNode {
    let key = ExactString(member.value)
    if let index = childIndices[key] { return children[index] }
    let node = NamespaceNode(member: member, parent: self)
    childIndices[key] = children.count
    children.append(node)
    return node
  }

  func declare(_ name: String, _ id: TypeID) {
    types.append((name, id))
    if typeIndices[name] == nil { typeIndices[name] = id }
  }

  /// The type of a name that is seen from here: declared here or in an ancestor.
  func lookUp(_ name: String) -> TypeID? {
    typeIndices[name] ?? parent?.lookUp(name)
  }

  /// The names of all types that are seen from here.
  var visibleTypes: [String] { types.map(\.name) + (parent?.visibleTypes ?? []) }
}
