/// A checked namespace, merged from all files that declare it.
package struct NamespaceModel: Sendable {
  /// The Swift names of the ancestors and of the namespace itself; empty for the root.
  package var path: [String]
  /// The name in schemas.
  package var member: String
  /// The component on disk.
  package var id: String
  /// The storage string that precedes those of its keys; empty for the root.
  package var prefix: String
  /// Summary and discussion.
  package var documentation: Documentation
  /// How far it is seen.
  package var access: Access
  /// Whether a values struct is wanted.
  package var hasValues: Bool
  /// The function called before a commit, with the place that names it.
  package var preCommit: HookModel?
  /// The function called after a commit.
  package var postCommit: HookModel?
  /// The file in which it is declared in Swift, and the line in it.
  package var origin: Origin
  /// The files that declare it or something in it.
  package var files: Set<Int>
  /// The types declared in it.
  package var types: [TypeID]
  /// Its keys, in the order of files and of places in them.
  package var keys: [KeyModel]
  /// The Swift names of its keys.
  package var keyNames: Set<String>
  /// The namespaces in it.
  package var children: [NamespaceModel]

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
