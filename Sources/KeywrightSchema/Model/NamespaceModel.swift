/// A checked namespace, merged from all files that declare it; a class, since every key's
/// translation looks at its namespace.
package final class NamespaceModel: Sendable {
  /// The Swift names of the ancestors and of the namespace itself; empty for the root.
  package let path: [String]
  /// The name in schemas.
  package let member: String
  /// The component on disk.
  package let id: String
  /// The storage string that precedes those of its keys; empty for the root.
  package let prefix: String
  /// Summary and discussion.
  package let documentation: Documentation
  /// How far it is seen.
  package let access: Access
  /// Whether a values struct is wanted.
  package let hasValues: Bool
  /// The function called before a commit, with the place that names it.
  package let preCommit: HookModel?
  /// The function called after a commit.
  package let postCommit: HookModel?
  /// The file in which it is declared in Swift, and the line in it.
  package let origin: Origin
  /// The files that declare it or something in it.
  package let files: Set<Int>
  /// The types declared in it.
  package let types: [TypeID]
  /// Its keys, in the order of files and of places in them.
  package let keys: [KeyModel]
  /// The Swift names of its keys.
  package let keyNames: Set<String>
  /// The namespaces in it.
  package let children: [NamespaceModel]

  init(
    path: [String], member: String, id: String, prefix: String, documentation: Documentation,
    access: Access, hasValues: Bool, preCommit: HookModel?, postCommit: HookModel?, origin: Origin,
    files: Set<Int>, types: [TypeID], keys: [KeyModel], keyNames: Set<String>,
    children: [NamespaceModel]
  ) {
    self.path = path
    self.member = member
    self.id = id
    self.prefix = prefix
    self.documentation = documentation
    self.access = access
    self.hasValues = hasValues
    self.preCommit = preCommit
    self.postCommit = postCommit
    self.origin = origin
    self.files = files
    self.types = types
    self.keys = keys
    self.keyNames = keyNames
    self.children = children
  }

  /// Whether this is the root, which is no namespace of its own in Swift.
  package var isRoot: Bool { path.isEmpty }
  /// The name of the Swift type.
  package var swiftName: String { path.last ?? "Root" }
}

/// A commit hook.
package struct HookModel: Equatable, Sendable {
  /// The function.
  package var symbol: Symbol
  /// Where the schema names it.
  package var origin: Origin
}
