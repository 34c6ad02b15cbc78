/// Turns the drafts of all files into one checked model.
///
/// The stages are methods in files of their own, run in this order: what a later one needs, an
/// earlier one has settled. Each reports what it finds and goes on.
final class TargetChecker {
  let module: String
  /// The day for which `expires` is looked at, if it is.
  let today: String?
  var diagnostics: DiagnosticBag
  let root: NamespaceNode
  let drafts: [FileDraft]
  var types: [TypeModel] = []
  /// For each type, the draft and the namespace it was declared in.
  var typeDrafts: [(draft: TypeDraft, node: NamespaceNode)] = []
  /// The types and namespaces whose names, in a script without capitals, values may have too.
  var uncasedTypes: [String: (name: String, place: Span)] = [:]
  /// The places of the words `suppress` that silenced something.
  var usedSuppressions: Set<Span> = []
  /// The keys by storage string.
  var storage: [ExactString: (name: String, place: Span)] = [:]
  /// The families by the string that those of their values begin with.
  var families: [ExactString: (name: String, place: Span)] = [:]
  /// The strings of earlier versions, in the order of the schemas.
  var formers: [(string: Located<String>, name: String)] = []

  init(
    module: String, drafts: [FileDraft], diagnostics: DiagnosticBag, today: String? = nil
  ) {
    self.module = module
    self.today = today
    self.drafts = drafts
    self.diagnostics = diagnostics
    self.root = NamespaceNode(member: Located("", at: Span(file: 0, start: 0, end: 0)), parent: nil)
  }

  /// Checks everything.
  ///
  /// - Returns: the model; of use only if no error was reported.
  func check() -> TargetModel {
    mergeNamespaces()
    settleAccess(of: root)
    findUncasedTypes(in: root)
    checkNames(of: root)
    checkTypes()
    storage.reserveCapacity(drafts.reduce(0) { $0 + $1.keys.count })
    let namespace = namespaceModel(of: root)
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

  func origin(of span: Span) -> Origin {
    // A target without schemas has a root too, which is nowhere.
    if diagnostics.sources.isEmpty { return Origin(file: span.file, line: 1) }
    return Origin(file: span.file, line: diagnostics.sources[span.file].line(at: span.start))
  }

  private func namespaceModel(of node: NamespaceNode) -> NamespaceModel {
    let keys = node.keys.compactMap { keyModel(of: $0, in: node) }
    let children = node.children.map { namespaceModel(of: $0) }
    let hooks = [node.words.preCommit, node.words.postCommit].compactMap(\.self)
    let origins =
      [node.place.file] + keys.map(\.origin.file) + hooks.map(\.span.file)
      + node.types.map { types[$0.id.index].origin.file }
    return NamespaceModel(
      path: node.path, member: node.member, id: node.id, prefix: node.prefix,
      documentation: node.words.documentation, access: node.access,
      hasValues: node.words.values?.value ?? false,
      preCommit: hook(node.words.preCommit, named: "preCommit", of: node),
      postCommit: hook(node.words.postCommit, named: "postCommit", of: node),
      origin: origin(of: node.place),
      files: children.reduce(into: Set(origins)) { $0.formUnion($1.files) },
      types: node.types.map(\.id), keys: keys,
      memberNames: Set(
        keys.map(\.swiftName) + children.map(\.swiftName) + node.types.map(\.name)),
      children: children)
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
    }
    return HookModel(symbol: symbol.value, origin: origin(of: symbol.span))
  }
}
