/// A checked namespace, merged from all files that declare it.
package struct NamespaceModel: Sendable {
  /// The Swift names of the ancestors and of the namespace itself; empty for the root.
  package let path: [String]
  /// The name in schemas.
  package let member: String
  /// The component on disk.
  package let id: String
  /// The storage string that precedes those of its keys; empty for the root.
  package let prefix: String
  package let documentation: Documentation
  package let access: Access
  /// Whether a values struct is wanted.
  package let hasValues: Bool
  /// The function called before a commit, with the place that names it.
  package let preCommit: SymbolReference?
  /// The function called after a commit.
  package let postCommit: SymbolReference?
  /// The file in which it is declared in Swift, and the line in it.
  package let origin: Origin
  /// The parts that files add to it, by the number of the file.
  var parts: [Int: NamespacePart]
  package let types: [TypeID]
  /// Its keys, in the order of files and of places in them.
  package internal(set) var keys: [KeyModel]
  /// The names that mean something in it: of keys, namespaces, types, and of functions outside.
  package let takenNames: Set<String>
  /// The names that its values struct uses beside those: of parameters, and of the namespaces in it.
  package let valuesNames: Set<String>
  /// The namespaces in it.
  package internal(set) var children: [NamespaceModel]
  /// The storage strings that no key of it may take again.
  package let reserved: [Reservation]

  /// The part that a file adds to it; an empty one if the file does not mention it.
  package func part(of file: Int) -> NamespacePart { parts[file] ?? NamespacePart() }

  /// The namespace and those below it, each before those in it.
  package var all: [NamespaceModel] { [self] + children.flatMap(\.all) }

  /// Whether this is the root, which is no namespace of its own in Swift.
  package var isRoot: Bool { path.isEmpty }
  /// The name of the Swift type.
  package var swiftName: String { path.last ?? "Root" }
}

/// A storage string that had a key once.
package struct Reservation: Sendable {
  /// The whole storage string.
  package let storageString: String
  package let origin: Origin
  /// Whether the stored value is removed.
  package var removes = false
  /// Whether the key was a family, whose values are below the storage string.
  package var isFamily = false
}

/// The part of a namespace that one file declares, in the order of places in it.
///
/// Looked up, since each file is translated by itself, and there may be thousands.
package struct NamespacePart: Sendable {
  /// The types that the file declares in it.
  package internal(set) var types: [TypeID] = []
  /// The keys that the file declares in it.
  package internal(set) var keys: [KeyModel] = []
  /// The namespaces in it that the file adds to.
  package internal(set) var children: [NamespaceModel] = []
}
