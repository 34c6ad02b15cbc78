/// A namespace while the target is checked: what all files say of it, in one place.
final class NamespaceNode {
  /// Not owned: a parent owns its children, and the checker owns the root.
  unowned let parent: NamespaceNode?
  /// The member name in schemas; empty for the root.
  let member: String
  /// The first place that declares it or, before one does, that names it on the way.
  var place: Span
  /// What all files say of it in words that have one value.
  let words: NamespaceDraft
  /// Whether a file says something of it, and does not only pass through its name.
  var isDeclared = false
  var access: Access = .internal
  var children: [NamespaceNode] = []
  var keys: [KeyDraft] = []
  /// Those of the keys whose types could be read, when they are checked.
  var keyModels: [KeyModel] = []
  var reserved: [Located<String>] = []
  var suppress: [Located<String>] = []
  var types: [(name: String, id: TypeID)] = []
  /// The types that were resolved here, by their spelling: most keys share a few.
  var resolvedTypes: [String: (type: ValueType, isOptional: Bool)] = [:]
  /// Where the keys are declared, by their names in Swift; asked for where a function is named.
  private(set) lazy var keyPlaces = Dictionary(
    keys.map { ($0.swiftName.value, $0.swiftName.span) }, uniquingKeysWith: { first, _ in first })
  /// The reserved ids, by the storage strings that a key would have with them; asked for when all
  /// files are merged.
  private(set) lazy var reservedStrings = Dictionary(
    reserved.map { (ExactString(StorageString.joined(prefix, $0.value)), $0) },
    uniquingKeysWith: { first, _ in first })
  /// What functions begin with that are named here, or nested so that this one's members are seen.
  var functionNames: Set<String> = []
  private var childIndices: [ExactString: Int] = [:]
  private var typeIndices: [String: TypeID] = [:]

  init(member: Located<String>, parent: NamespaceNode?) {
    self.parent = parent
    self.member = member.value
    self.place = member.span
    self.words = NamespaceDraft(member: member)
  }

  var swiftName: String { words.name?.value ?? SwiftName.capitalised(member) }
  var id: String { words.id?.value ?? member }
  var depth: Int { parent.map { $0.depth + 1 } ?? 0 }

  // Settled once all files are merged.
  private(set) var path: [String] = []
  private(set) var prefix = ""

  /// Settles where the namespace is, in Swift and on disk, when its parent is settled.
  func settlePath() {
    guard let parent else { return }
    path = parent.path + [swiftName]
    prefix = StorageString.joined(parent.prefix, id)
  }

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
    children.map { $0.words.access?.value ?? ($0.isDeclared ? .internal : $0.widest) }.max()
      ?? .internal
  }

  /// The names of all types that are seen from here.
  var visibleTypes: [String] { types.map(\.name) + (parent?.visibleTypes ?? []) }
}

extension TargetChecker {
  /// Builds the tree of namespaces, with what all files say of each.
  func mergeNamespaces() {
    for draft in drafts {
      var node = root
      for name in draft.path {
        node = node.child(name)
        if node.depth > NameCheck.deepestNamespace { break }
      }
      if node.depth > NameCheck.deepestNamespace {
        diagnostics.report(.namespaceTooDeep(limit: NameCheck.deepestNamespace), at: node.place)
      } else {
        merge(draft, into: node, at: (draft.path.last ?? draft.member).span)
      }
    }
  }

  private func merge(_ draft: NamespaceDraft, into node: NamespaceNode, at place: Span) {
    if node.depth > NameCheck.deepestNamespace {
      diagnostics.report(.namespaceTooDeep(limit: NameCheck.deepestNamespace), at: place)
      return
    }
    agree("id", &node.words.id, draft.id, in: node)
    agree("summary", &node.words.summary, draft.summary, in: node)
    agree("discussion", &node.words.discussion, draft.discussion, in: node)
    agree("preCommit", &node.words.preCommit, draft.preCommit, in: node)
    agree("postCommit", &node.words.postCommit, draft.postCommit, in: node)
    agree("name", &node.words.name, draft.name, in: node)
    agree("values", &node.words.values, draft.values, in: node)
    if node.parent == nil {
      // The access of a file without a namespace is that of what it declares.
      for key in draft.keys { key.access = key.access ?? draft.access }
      for type in draft.types { type.access = draft.access?.value }
      for child in draft.children { child.access = child.access ?? draft.access }
    } else {
      agree("access", &node.words.access, draft.access, in: node)
      if !node.isDeclared { node.place = place }
      node.isDeclared = true
    }
    node.keys += draft.keys
    node.reserved += draft.reserved
    node.suppress += draft.suppress
    declareTypes(of: draft, in: node)
    for child in draft.children {
      merge(child, into: node.child(child.member), at: child.member.span)
    }
  }

  /// Takes over what a further place says, unless an earlier one has said otherwise.
  private func agree<Value: Equatable>(
    _ word: String, _ first: inout Located<Value>?, _ second: Located<Value>?,
    in node: NamespaceNode
  ) {
    guard let second else { return }
    if node.parent == nil {
      diagnostics.report(.needsNamespace(word: word), at: second.span)
    } else if let first {
      if first.value == second.value { return }
      diagnostics.report(
        .namespaceDisagrees(word: word, namespace: node.member), at: second.span,
        notes: [(.otherValueHere(word), first.span)])
    } else {
      first = second
    }
  }

  private func declareTypes(of draft: NamespaceDraft, in node: NamespaceNode) {
    for type in draft.types {
      node.declare(type.member.value, TypeID(index: typeDrafts.count))
      typeDrafts.append((type, node))
    }
  }

  /// Gives each namespace its path and its access: its own word, else its parent's.
  ///
  /// One that no file declares, only names on the way to a nested one, is as open as those in it.
  func settle(_ node: NamespaceNode) {
    node.settlePath()
    for child in node.children {
      let inherited = node.parent == nil ? .internal : node.access
      child.access = child.words.access?.value ?? inherited
      if !child.isDeclared { child.access = max(inherited, child.widest) }
      if node.parent != nil {
        checkAccess(child.words.access, of: child.member, inside: node)
      }
      for key in child.keys { checkAccess(key.access, of: key.member.value, inside: child) }
      settle(child)
    }
  }

  private func checkAccess(
    _ access: Located<Access>?, of name: String, inside outer: NamespaceNode
  ) {
    guard let access, access.value > outer.access else { return }
    let word = outer.words.access
    diagnostics.report(
      .accessTooWide(
        access.value.rawValue, of: name, beside: "inside a namespace", outer.access.rawValue),
      at: access.span,
      notes: [
        word.map { (.otherValueHere("access"), $0.span) }
          ?? (.declaredHere(outer.member), outer.place)
      ])
  }
}

extension DeclarationChecker {
  /// Reports a declaration that is seen farther than a type it names, which only a type outside of
  /// all namespaces can bring about.
  func checkAccess(
    _ access: Access, of name: String, beside type: ValueType, at place: Span
  ) {
    if !hasTypesOfRoot { return }
    var seen: Set<TypeID> = []
    for case .declared(let id) in type.parts
    where types[id.index].access < access && seen.insert(id).inserted {
      let other = typeDrafts[id.index].draft.member
      diagnostics.report(
        .accessTooWide(
          access.rawValue, of: name, beside: "with a type `\(other.value)`",
          types[id.index].access.rawValue),
        at: place, notes: [(.declaredHere(other.value), other.span)])
    }
  }
}
