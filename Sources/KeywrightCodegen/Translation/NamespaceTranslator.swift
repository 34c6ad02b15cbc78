import KeywrightSchema

/// Turns what one schema file says of a namespace into declarations.
struct NamespaceTranslator {
  let namespace: NamespaceModel
  let file: Int
  let scope: Scope
  let out: SourceText

  private var part: NamespacePart { namespace.part(of: file) }
  private var access: Code { namespace.access.code }
  private var inner: Scope { scope.inside(namespace.path) }

  /// Writes the types and the first keys that the file declares in the namespace, and the namespaces that
  /// are first declared there.
  func writeMembers() {
    let inner = namespace.isRoot ? scope : inner
    writeTypes(in: inner)
    write(ownKeys, in: inner)
    for child in part.children where child.origin.file == file {
      NamespaceTranslator(namespace: child, file: file, scope: inner, out: out).write()
    }
  }

  func writeTypes(in inner: Scope) {
    for type in part.types {
      TypeTranslator(type: scope.model.type(type), scope: inner, out: out).write()
    }
  }

  /// The number of keys that a type, or an extension of it, declares.
  ///
  /// For each constant the compiler looks at all members of the declaration that it stands in, so its
  /// time would grow with the square of their number.
  static let keysTogether = 50

  /// The file's keys: those in the declaration of the namespace itself, and those in extensions of it.
  private var keys: (own: [KeyModel], further: [KeyModel]) {
    let own = part.keys.prefix(NamespaceTranslator.keysTogether)
    let further = part.keys.dropFirst(NamespaceTranslator.keysTogether)
    guard namespace.path.count > 1 else { return (Array(own), Array(further)) }
    // An extension does not find a symbol that a schema names and that an outer namespace declares.
    return (Array(own) + further.filter(\.namesSymbols), further.filter { !$0.namesSymbols })
  }

  /// The keys in the declaration of the namespace itself.
  var ownKeys: [KeyModel] { keys.own }

  /// The keys in each further extension.
  var furtherKeys: [[KeyModel]] {
    let keys = keys.further
    return stride(from: 0, to: keys.count, by: NamespaceTranslator.keysTogether).map { first in
      Array(keys[first..<min(first + NamespaceTranslator.keysTogether, keys.count)])
    }
  }

  func write(_ keys: [KeyModel], in inner: Scope) {
    let space = KeySpace(namespace: namespace, scope: inner)
    for key in keys { KeyTranslator(key: key, space: space).write(to: out) }
  }

  /// Writes the namespace itself.
  func write() {
    let path = Array(namespace.path.dropLast())
    let parent = path.isEmpty ? inner.runtime("Root") : inner.reference(to: path)
    let lines = namespace.documentation.lines
    out.member(
      "\(access)enum \(.name(namespace.swiftName)): \(.row(protocols.map(scope.runtime)))",
      documentation: lines.isEmpty ? ["The keys below `\(namespace.prefix)`."] : lines
    ) {
      out.member(
        "\(access)typealias Parent = \(parent)",
        documentation: ["The namespace around this one."])
      out.member(
        "\(access)static let namespaceID = \(string: namespace.id)",
        documentation: ["The component of this namespace in the storage strings of its keys."])
      writeMembers()
      writeLists()
      writeHooks()
      if namespace.hasValues {
        ValuesTranslator(namespace: namespace, file: file, scope: inner, out: out).write()
      }
    }
  }

  /// The protocols that the namespace conforms to: its hooks refine `Namespace`, so that one of a wrong
  /// shape does not compile.
  private var protocols: [String] {
    let hooks = [
      namespace.preCommit.map { _ in "PreCommitHook" },
      namespace.postCommit.map { _ in "PostCommitHook" },
    ].compactMap(\.self)
    return hooks.isEmpty ? ["Namespace"] : hooks
  }

  private func writeLists() {
    let list = KeyList(
      namespace: namespace, scope: inner, access: access,
      summary: "The keys of this namespace and of those inside it, as data.",
      namespacesName: "nestedNamespaces", out: out)
    list.writeKeys()
    list.writeObservedKeys()
    list.writeAdditions()
    if !namespace.children.isEmpty {
      list.writeNamespaces(summary: "The namespaces right inside this one.")
    }
  }

  /// Writes the hooks that the file names, whose functions its imports may bring.
  func writeHooks() {
    let pending = inner.runtime("PendingCommit")
    let commit = inner.runtime("Commit")
    let void = inner.swift("Void")
    if let hook = namespace.preCommit, hook.origin.file == file {
      let name = namespace.freeName("preCommitFunction")
      write(
        hook, name, as: "(inout \(pending)) throws -> \(void)",
        Signature("(_ commit: inout PendingCommit) throws"))
      write(hook, as: "preCommit(_ commit: inout \(pending)) throws", "try \(.name(name))(&commit)")
    }
    if let hook = namespace.postCommit, hook.origin.file == file {
      let name = namespace.freeName("postCommitFunction")
      write(hook, name, as: "(\(commit)) -> \(void)", Signature("(_ commit: Commit)"))
      write(hook, as: "postCommit(_ commit: \(commit))", "\(.name(name))(commit)")
    }
  }

  /// Writes a hook's function, in a constant that is reported at the schema's line.
  private func write(
    _ hook: SymbolReference, _ name: String, as type: Code, _ signature: Signature
  ) {
    out.reported(
      .row(
        ["private static let \(.name(name))", "\(hook.symbol.code) as @Sendable \(type)"],
        mark: " ="),
      at: scope.place(of: hook.origin), remark: signature.remark(on: hook.symbol, in: scope))
  }

  /// Writes the hook that calls it.
  private func write(_ hook: SymbolReference, as function: Code, _ call: Code) {
    out.member(
      "\(access)static func \(function)", documentation: ["Calls `\(hook.symbol.text)`."]
    ) { out.line(call) }
  }

  /// Writes the file's keys as members of the namespace's values struct, where its imports are seen.
  func writeValues() {
    if !namespace.hasValues { return }
    let scope = scope.inside(namespace.path + ["Values"])
    ValuesTranslator(namespace: namespace, file: file, scope: scope, out: out).writeMembers()
  }
}
