/// Turns the drafts of all files into one checked model.
///
/// The stages are methods in files of their own, run in this order: what a later one needs, an
/// earlier one has settled. Each reports what it finds and goes on.
final class TargetChecker {
  let module: String
  /// The day for which `expires` is looked at, if it is.
  let today: String?
  let diagnostics: DiagnosticBag
  let root: NamespaceNode
  let drafts: [FileDraft]
  /// For each type, the draft and the namespace it was declared in.
  var typeDrafts: [(draft: TypeDraft, node: NamespaceNode)] = []
  /// The types and namespaces whose names, in a script without capitals, values may have too.
  var uncasedTypes: [String: (name: String, place: Span)] = [:]
  /// The namespaces with keys of their own, each after its parent.
  private(set) var nodes: [NamespaceNode] = []
  /// The keys by storage string.
  var storage: [ExactString: CheckedKey] = [:]
  /// The families by the string that those of their values begin with.
  var families: [ExactString: CheckedKey] = [:]
  /// The strings of earlier versions, in the order of the schemas.
  var formers: [(string: Located<String>, key: CheckedKey)] = []

  init(
    module: String, drafts: [FileDraft], diagnostics: DiagnosticBag, today: String? = nil
  ) {
    self.module = module
    self.today = today
    self.drafts = drafts
    self.diagnostics = diagnostics
    self.root = NamespaceNode(member: Located("", at: Span(file: 0, start: 0, end: 0)), parent: nil)
  }

  /// Checks what the names of all files are to each other, and the types.
  ///
  /// - Returns: what checks the keys.
  func settle() -> DeclarationChecker {
    mergeNamespaces()
    settle(root)
    checkIDs(of: root)
    findUncasedTypes(in: root)
    checkNames(of: root)
    collectNodes(from: root)
    var declarations = DeclarationChecker(
      typeDrafts: typeDrafts, uncasedTypes: uncasedTypes, hasTypesOfRoot: !root.types.isEmpty,
      today: today, diagnostics: diagnostics)
    declarations.checkTypes()
    return declarations
  }

  private func collectNodes(from node: NamespaceNode) {
    if !node.keys.isEmpty { nodes.append(node) }
    for child in node.children { collectNodes(from: child) }
  }

  /// Checks what the keys of all files are to each other.
  ///
  /// - Parameters:
  ///   - keys: what was found of the keys, for each of `nodes`.
  ///   - types: the checked types.
  /// - Returns: the model; of use only if no error was reported.
  func finish(_ keys: [CheckedKeys], types: [TypeModel]) -> TargetModel {
    storage.reserveCapacity(keys.reduce(0) { $0 + $1.keys.count })
    for key in keys.lazy.flatMap(\.keys) {
      claim(key)
      checkMigration(of: key)
    }
    for (node, checked) in zip(nodes, keys) {
      diagnostics.add(checked.diagnostics)
      node.keyModels = checked.keys.compactMap(\.model)
      for function in checked.functions { checkFunction(function, in: node) }
    }
    let namespace = namespaceModel(of: root, types)
    checkSharedStrings()
    // What an error hides may be what is to be silenced.
    if !diagnostics.hasErrors { checkSuppressions(of: root) }
    let files = zip(diagnostics.sources, importsByFile).map { source, imports in
      FileModel(name: source.name, imports: imports)
    }
    return TargetModel(module: module, files: files, types: types, root: namespace)
  }

  private var importsByFile: [[Import]] {
    var imports = Array(repeating: [Import](), count: diagnostics.sources.count)
    for draft in drafts { imports[draft.member.span.file] = draft.imports.map(\.value) }
    return imports
  }

  private func namespaceModel(of node: NamespaceNode, _ types: [TypeModel]) -> NamespaceModel {
    let keys = node.keyModels
    let children = node.children.map { namespaceModel(of: $0, types) }
    let hooks = [node.words.preCommit, node.words.postCommit].compactMap(\.self)
    var parts = Dictionary(grouping: keys, by: \.origin.file).mapValues { NamespacePart(keys: $0) }
    for (_, id) in node.types {
      parts[types[id.index].origin.file, default: NamespacePart()].types.append(id)
    }
    for child in children {
      for file in child.parts.keys {
        parts[file, default: NamespacePart()].children.append(child)
      }
    }
    // A file may say something of a namespace and declare nothing in it.
    for file in [node.place.file] + hooks.map(\.span.file) where parts[file] == nil {
      parts[file] = NamespacePart()
    }
    let hasValues = node.words.values?.value ?? false
    return NamespaceModel(
      path: node.path, member: node.member, id: node.id, prefix: node.prefix,
      documentation: node.words.documentation, access: node.access,
      hasValues: hasValues,
      preCommit: hook(node.words.preCommit, named: "preCommit", of: node),
      postCommit: hook(node.words.postCommit, named: "postCommit", of: node),
      origin: diagnostics.sources.origin(of: node.place),
      parts: parts, types: node.types.map(\.id), keys: keys,
      takenNames: node.functionNames.union(
        keys.map(\.swiftName) + children.map(\.swiftName) + node.types.map(\.name)),
      valuesNames: hasValues
        ? Set(
          keys.flatMap(\.parameters).map(\.name)
            + children.filter(\.hasValues).map(\.member)) : [],
      children: children,
      reserved: node.reserved.map {
        Reservation(
          storageString: StorageString.joined(node.prefix, $0.value),
          origin: diagnostics.sources.origin(of: $0.span))
      })
  }

  private func hook(
    _ symbol: Located<Symbol>?, named name: String, of node: NamespaceNode
  ) -> HookModel? {
    guard let symbol else { return nil }
    // Inside a namespace these names are its own functions, which do nothing if it has no hook.
    let components = symbol.value.components
    let isBare = ["preCommit", "postCommit"].contains(symbol.value.text)
    let own = [module] + node.path + [name]
    if isBare || own.suffix(components.count) == components[...] {
      diagnostics.report(
        .hookOfItself(symbol.value.text, instead: "\(module).\(components.last ?? name)"),
        at: symbol.span)
    } else {
      checkFunction(symbol, in: node)
    }
    return HookModel(symbol: symbol.value, origin: diagnostics.sources.origin(of: symbol.span))
  }
}

extension [SourceFile] {
  /// Where something was declared.
  func origin(of span: Span) -> Origin {
    // A target without schemas has a root too, which is nowhere.
    if isEmpty { return Origin(file: span.file, line: 1) }
    return Origin(file: span.file, line: self[span.file].line(at: span.start))
  }
}
