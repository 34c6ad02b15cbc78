/// A namespace of the target, merged from all files that declare it.
final class NamespaceNode {
  /// Not owned: a parent owns its children, and the checker owns the root.
  unowned let parent: NamespaceNode?
  /// The member name in schemas; empty for the root.
  let member: String
  /// The first place that declares it or, before one does, that names it on the way.
  var place: Span
  /// The keywords that have one value, merged from all files.
  let merged: NamespaceDeclaration
  /// Whether a file says something of it, and does not only pass through its name.
  var isDeclared = false
  var access: Access = .internal
  var children: [NamespaceNode] = []
  var keys: [KeyDeclaration] = []
  var reserved: [Located<String>] = []
  var sweeps: [SweptKey] = []
  var formerNames: [Located<String>] = []
  /// Whether values stay under former names for now.
  var movesLater = false
  var suppress: [Located<String>] = []
  var types: [(name: String, id: TypeID)] = []
  /// The types that were resolved here, by their spelling: most keys share a few.
  var resolvedTypes: [String: (type: ValueType, isOptional: Bool)] = [:]
  /// The declarations of the keys, by their names in Swift; asked for where a function is named.
  private(set) lazy var keyPlaces = Dictionary(
    keys.map { ($0.member.value, $0.member.span) }, uniquingKeysWith: { first, _ in first })
  /// The reserved ids, by the storage strings that a key would have with them; asked for when all
  /// files are merged.
  private(set) lazy var reservedStrings = Dictionary(
    reserved.map { (ExactString(StorageString.joined(prefix, $0.value)), $0) },
    uniquingKeysWith: { first, _ in first })
  /// The first names of the functions that are called here, or in a nested namespace from which this
  /// one's members are visible.
  var functionNames: Set<String> = []
  private var childIndices: [ExactString: Int] = [:]
  private var typeIndices: [String: TypeID] = [:]

  init(member: Located<String>, parent: NamespaceNode?) {
    self.parent = parent
    self.member = member.value
    self.place = member.span
    self.merged = NamespaceDeclaration(member: member)
  }

  var swiftName: String { SwiftName.capitalised(member) }
  var id: String { merged.id?.value ?? member }
  var depth: Int { parent.map { $0.depth + 1 } ?? 0 }

  // Known once all files are merged.
  private(set) var path: [String] = []
  private(set) var prefix = ""

  /// The prefixes of earlier versions, its own and those that its parent's give it, the newest first,
  /// each once.
  var formerPrefixes: [Located<String>] {
    guard let parent else { return [] }
    let inherited = parent.formerPrefixes.map {
      Located(StorageString.joined($0.value, id), at: $0.span)
    }
    let known = Set(formerNames.map { ExactString($0.value) })
    return formerNames + inherited.filter { !known.contains(ExactString($0.value)) }
  }

  /// Whether the values of its keys stay under former names for now: it says so, or an outer one.
  var keepsFormerNames: Bool { movesLater || parent?.keepsFormerNames ?? false }

  /// Computes where the namespace is, in Swift and on disk, from where its parent is.
  func resolvePath() {
    guard let parent else { return }
    path = parent.path + [swiftName]
    prefix = StorageString.joined(parent.prefix, id)
  }

  /// The namespace and those below it, each before those in it.
  var all: [NamespaceNode] { [self] + children.flatMap(\.all) }

  /// The path of a key, for messages.
  func swiftPath(of key: String) -> String { (path + [key]).joined(separator: ".") }

  /// The names in schemas, from the outermost to this one's.
  var memberPath: [String] { parent.map { $0.memberPath + [member] } ?? [] }

  /// Whether it is in a file of whose namespace only the name is not known.
  var isNameless: Bool { memberPath.first?.utf8.first == UInt8(ascii: "?") }

  /// Whether names are those of this namespace and of some around it, in Swift or in schemas.
  func isCalled(_ names: some Collection<String>) -> Bool {
    names.isEmpty || path.suffix(names.count).elementsEqual(names)
      || memberPath.suffix(names.count).elementsEqual(names)
  }

  /// The innermost namespace that holds this one and another, each of which may be it.
  func common(with other: NamespaceNode) -> NamespaceNode {
    if self === other { return self }
    guard let parent, depth >= other.depth else { return other.common(with: self) }
    return parent.common(with: other)
  }

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

  /// The widest access of what is inside.
  var widest: Access {
    children.map { $0.merged.access?.value ?? ($0.isDeclared ? .internal : $0.widest) }.max()
      ?? .internal
  }

  /// The names of all types that are seen from here.
  var visibleTypes: [String] { types.map(\.name) + (parent?.visibleTypes ?? []) }
}
