/// Checks the declarations of all files against each other, and makes the model of the target.
///
/// The checks are methods in files of their own. Each reports its findings and goes on.
struct TargetChecker {
  let module: String
  let tree: NamespaceTree
  let diagnostics: DiagnosticBag
  /// The storage strings that releases had.
  let released: Set<ExactString>
  /// The names of keys in the environment and among arguments.
  let textNames: TextNames
  /// The keys by storage string.
  var storage: [ExactString: CheckedKey] = [:]
  /// The keys by the variable that a program's environment may give them in.
  var variables: [String: CheckedKey] = [:]
  /// The families by the string with which the storage strings of their values begin.
  var families: [ExactString: CheckedKey] = [:]
  /// The strings of earlier versions, in the order of the schemas.
  var formers: [(string: Located<String>, key: CheckedKey)] = []

  /// Checks the names and ids of all namespaces against each other.
  func checkDeclaredNames() {
    checkIDs(of: tree.root)
    checkNames(of: tree.root)
  }

  /// Checks the keys of all files against each other, and makes the model.
  ///
  /// - Parameters:
  ///   - keys: the checked keys of all namespaces.
  ///   - types: the checked types.
  ///   - imports: the modules that each file imports.
  /// - Returns: the model; of use only if no error was reported.
  mutating func model(
    of keys: [CheckedKey], types: [TypeModel], imports: [[ImportModel]]
  ) -> TargetModel {
    for key in keys {
      register(key)
      checkMigration(of: key)
      for function in key.declaration.functions { checkFunction(function, in: key.node) }
      checkOwnTypes(of: key)
    }
    let models = Dictionary(grouping: keys, by: { ObjectIdentifier($0.node) })
      .mapValues { $0.compactMap(\.model) }
    let root = namespaceModel(of: tree.root, models, types)
    checkSharedStrings()
    // An error may hide the problem that the suppression is for.
    if !diagnostics.hasErrors { checkSuppressions(of: tree.root) }
    let files = zip(diagnostics.sources, imports).map { source, imports in
      FileModel(name: source.name, packagePath: source.packagePath, imports: imports)
    }
    return TargetModel(
      module: module, files: files, types: types, root: root, textNames: textNames)
  }

  private func namespaceModel(
    of node: NamespaceNode, _ allKeys: [ObjectIdentifier: [KeyModel]], _ types: [TypeModel]
  ) -> NamespaceModel {
    let keys = allKeys[ObjectIdentifier(node)] ?? []
    let children = node.children.map { namespaceModel(of: $0, allKeys, types) }
    let hooks = [node.merged.preCommit, node.merged.postCommit].compactMap(\.self)
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
    let hasValues = node.merged.values?.value ?? false
    return NamespaceModel(
      path: node.path, member: node.member, id: node.id, prefix: node.prefix,
      documentation: node.merged.documentation, access: node.access,
      hasValues: hasValues,
      preCommit: hook(node.merged.preCommit, named: "preCommit", of: node),
      postCommit: hook(node.merged.postCommit, named: "postCommit", of: node),
      origin: diagnostics.sources.origin(of: node.place),
      parts: parts, types: node.types.map(\.id), keys: keys,
      takenNames: node.functionNames.union(
        keys.map(\.name) + children.map(\.swiftName) + node.types.map(\.name)),
      valuesNames: hasValues
        ? Set(
          keys.flatMap(\.parameters).map(\.name)
            + children.filter(\.hasValues).map(\.member)) : [],
      children: children,
      reserved: node.reserved.flatMap { reservations(of: $0, in: node) })
  }

  /// The storage strings that an entry of `reserved` stands for: the id's own, and those that it had when the
  /// namespace had other names, unless another key has such a one today.
  private func reservations(of id: Located<String>, in node: NamespaceNode) -> [Reservation] {
    let sweep = node.sweeps.first { ExactString($0.id.value) == ExactString(id.value) }
    let formers = node.formerPrefixes.map { StorageString.joined($0.value, id.value) }
      .filter { storage[ExactString($0)] == nil }
    return ([StorageString.joined(node.prefix, id.value)] + formers).map {
      Reservation(
        storageString: $0, origin: diagnostics.sources.origin(of: id.span),
        removes: sweep?.isErased ?? false, isFamily: sweep?.isFamily ?? false)
    }
  }

  private func hook(
    _ symbol: Located<Symbol>?, named name: String, of node: NamespaceNode
  ) -> SymbolReference? {
    guard let symbol else { return nil }
    // Inside a namespace these names are its own functions, which do nothing if it has no hook.
    let components = symbol.value.components
    let isBare = ["preCommit", "postCommit"].contains(symbol.value.text)
    let own = [module] + node.path + [name]
    if isBare || own.suffix(components.count) == components[...] {
      let instead = "\(module).\(components.last ?? name)"
      diagnostics.report(
        .symbol,
        "`\(symbol.value.text)` means the generated hook itself here; write `\(instead)` for a function "
          + "that stands outside of all types", remedy: .replacement(instead), at: symbol.span)
    } else {
      checkFunction(symbol, in: node)
    }
    return diagnostics.sources.reference(to: symbol)
  }
}
