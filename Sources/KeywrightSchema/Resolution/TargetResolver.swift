/// Merges the declarations of all files into one tree of namespaces.
struct TargetResolver {
  private(set) var tree: NamespaceTree
  private let diagnostics: DiagnosticBag

  /// Resolves where each namespace is, in Swift and on disk, and which types are declared.
  ///
  /// - Complexity: O(*n*) in the number of declarations.
  static func resolve(_ files: [FileDeclaration], into diagnostics: DiagnosticBag) -> NamespaceTree
  {
    var resolver = TargetResolver(diagnostics: diagnostics)
    for file in files { resolver.merge(file) }
    resolver.resolve(resolver.tree.root)
    resolver.findUncasedTypes(in: resolver.tree.root)
    return resolver.tree
  }

  private init(diagnostics: DiagnosticBag) {
    self.diagnostics = diagnostics
    let nowhere = Span(file: 0, start: 0, end: 0)
    tree = NamespaceTree(root: NamespaceNode(member: Located("", at: nowhere), parent: nil))
  }

  private mutating func merge(_ declaration: FileDeclaration) {
    if let prefix = declaration.environmentPrefix {
      if let first = tree.environmentPrefix, first.value != prefix.value {
        diagnostics.report(
          .namespaceMerge,
          "`environmentPrefix` differs from that of another file; a program has one",
          at: prefix.span, notes: [(.otherValueHere("environmentPrefix"), first.span)])
      }
      tree.environmentPrefix = tree.environmentPrefix ?? prefix
    }
    var node = tree.root
    for name in declaration.path {
      node = node.child(name)
      if node.depth > NameCheck.deepestNamespace { break }
    }
    if node.depth > NameCheck.deepestNamespace {
      diagnostics.report(.namespaceTooDeep(limit: NameCheck.deepestNamespace), at: node.place)
    } else {
      merge(declaration, into: node, at: (declaration.path.last ?? declaration.member).span)
    }
  }

  private mutating func merge(
    _ declaration: NamespaceDeclaration, into node: NamespaceNode, at place: Span
  ) {
    if node.depth > NameCheck.deepestNamespace {
      diagnostics.report(.namespaceTooDeep(limit: NameCheck.deepestNamespace), at: place)
      return
    }
    agree("id", &node.merged.id, declaration.id, in: node)
    agree("title", &node.merged.title, declaration.title, in: node)
    agree("summary", &node.merged.summary, declaration.summary, in: node)
    agree("discussion", &node.merged.discussion, declaration.discussion, in: node)
    agree("preCommit", &node.merged.preCommit, declaration.preCommit, in: node)
    agree("postCommit", &node.merged.postCommit, declaration.postCommit, in: node)
    agree("values", &node.merged.values, declaration.values, in: node)
    agree("flat", &node.merged.flat, declaration.flat, in: node)
    if node.parent == nil {
      // The access of a file without a namespace is that of what it declares.
      for key in declaration.keys { key.access = declaration.access?.value }
      for type in declaration.types { type.access = declaration.access?.value }
      for child in declaration.children { child.access = child.access ?? declaration.access }
    } else {
      agree("access", &node.merged.access, declaration.access, in: node)
      if !node.isDeclared { node.place = place }
      node.isDeclared = true
    }
    node.keys += declaration.keys
    node.reserved += declaration.reserved
    node.sweeps += declaration.sweeps
    if node.parent == nil, let name = declaration.formerNames.first {
      diagnostics.report(.needsNamespace(keyword: "former"), at: name.span)
    } else {
      node.formerNames += declaration.formerNames
    }
    if let span = declaration.movesLater {
      if declaration.formerNames.isEmpty {
        diagnostics.report(.movesNothing(keyword: "former"), at: span)
      } else {
        node.movesLater = true
      }
    }
    node.suppress += declaration.suppress
    declareTypes(of: declaration, in: node)
    for child in declaration.children {
      merge(child, into: node.child(child.member), at: child.member.span)
    }
  }

  /// Takes over what a further place says, unless an earlier one has said otherwise.
  private func agree<Value: Equatable>(
    _ keyword: String, _ first: inout Located<Value>?, _ second: Located<Value>?,
    in node: NamespaceNode
  ) {
    guard let second else { return }
    if node.parent == nil {
      diagnostics.report(.needsNamespace(keyword: keyword), at: second.span)
    } else if let first {
      if first.value == second.value { return }
      diagnostics.report(
        .namespaceMerge,
        "`\(keyword)` of namespace `\(node.member)` differs from what another place says",
        at: second.span, notes: [(.otherValueHere(keyword), first.span)])
    } else {
      first = second
    }
  }

  private mutating func declareTypes(of declaration: NamespaceDeclaration, in node: NamespaceNode) {
    for type in declaration.types {
      node.declare(type.member.value, TypeID(index: tree.types.count))
      tree.types.append((type, node))
    }
  }

  /// Gives each namespace its path and its access: its own keyword, else its parent's.
  ///
  /// One that no file declares, only names on the way to a nested one, is as open as those in it.
  private func resolve(_ node: NamespaceNode) {
    node.resolvePath()
    for child in node.children {
      let inherited = node.parent == nil ? .internal : node.access
      child.access = child.merged.access?.value ?? inherited
      if !child.isDeclared { child.access = max(inherited, child.widest) }
      if node.parent != nil {
        checkAccess(child.merged.access, of: child.member, inside: node)
      }
      resolve(child)
    }
  }

  private func checkAccess(
    _ access: Located<Access>?, of name: String, inside outer: NamespaceNode
  ) {
    guard let access, access.value > outer.access else { return }
    let keyword = outer.merged.access
    diagnostics.report(
      .accessTooWide(
        access.value.rawValue, of: name, beside: "inside a namespace", outer.access.rawValue),
      at: access.span,
      notes: [
        keyword.map { (.otherValueHere("access"), $0.span) }
          ?? (.declaredHere(outer.member), outer.place)
      ])
  }

  /// Finds the types and namespaces whose names begin with a letter that is no capital: a key, field
  /// or parameter of such a name would hide them from generated code.
  private mutating func findUncasedTypes(in node: NamespaceNode) {
    for type in node.types where SwiftName.isLowerCamelCase(type.name) {
      tree.uncasedTypes[type.name] = (type.name, tree.types[type.id.index].declaration.member.span)
    }
    for child in node.children {
      if SwiftName.isLowerCamelCase(child.swiftName) {
        tree.uncasedTypes[child.swiftName] = (child.swiftName, child.place)
      }
      findUncasedTypes(in: child)
    }
  }
}
