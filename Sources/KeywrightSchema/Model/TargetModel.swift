/// All that the schemas of one target declare, checked: what code is generated from; a class, since
/// all who generate it look at it.
package final class TargetModel: Sendable {
  /// The name of the module that the target builds.
  package let module: String
  /// The schema files, in order.
  package let files: [FileModel]
  /// The declared types; a `TypeID` is an index into them.
  package let types: [TypeModel]
  /// The root: its keys have no ancestor, its children are the outermost namespaces.
  package let root: NamespaceModel

  init(module: String, files: [FileModel], types: [TypeModel], root: NamespaceModel) {
    self.module = module
    self.files = files
    self.types = types
    self.root = root
  }

  /// The declared type of an id.
  package func type(_ id: TypeID) -> TypeModel { types[id.index] }

  /// Whether there is nothing at all to generate.
  package var isEmpty: Bool { root.keys.isEmpty && root.children.isEmpty && types.isEmpty }
}

/// One schema file.
package struct FileModel: Sendable {
  /// The path below the target, with `/`.
  package let name: String
  /// The modules that the file's symbols come from, in order.
  package let imports: [Import]
}

/// The words of a declaration that are for people.
package struct Documentation: Sendable {
  /// One sentence.
  package let summary: String
  /// Further paragraphs.
  package let discussion: String

  /// Creates documentation.
  package init(summary: String = "", discussion: String = "") {
    self.summary = summary
    self.discussion = discussion
  }
}

/// Where something was declared.
package struct Origin: Sendable {
  /// The index of the schema file.
  package let file: Int
  /// The line, from 1.
  package let line: Int
}

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
  /// The parts that files add to it, by the number of the file.
  let parts: [Int: NamespacePart]
  /// The types declared in it.
  package let types: [TypeID]
  /// Its keys, in the order of files and of places in them.
  package let keys: [KeyModel]
  /// The names that mean something in it: of keys, namespaces, types, and of functions outside.
  package let takenNames: Set<String>
  /// The names that its values struct uses beside those: of parameters, and of the namespaces in it.
  package let valuesNames: Set<String>
  /// The namespaces in it.
  package let children: [NamespaceModel]
  /// The storage strings that no key of it may take again.
  package let reserved: [Reservation]

  init(
    path: [String], member: String, id: String, prefix: String, documentation: Documentation,
    access: Access, hasValues: Bool, preCommit: HookModel?, postCommit: HookModel?, origin: Origin,
    parts: [Int: NamespacePart], types: [TypeID], keys: [KeyModel], takenNames: Set<String>,
    valuesNames: Set<String>, children: [NamespaceModel], reserved: [Reservation]
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
    self.parts = parts
    self.types = types
    self.keys = keys
    self.takenNames = takenNames
    self.valuesNames = valuesNames
    self.children = children
    self.reserved = reserved
  }

  /// The part that a file adds to it; an empty one if the file does not mention it.
  package func part(of file: Int) -> NamespacePart { parts[file] ?? NamespacePart() }

  /// Whether this is the root, which is no namespace of its own in Swift.
  package var isRoot: Bool { path.isEmpty }
  /// The name of the Swift type.
  package var swiftName: String { path.last ?? "Root" }
}

/// A storage string that had a key once.
package struct Reservation: Sendable {
  /// The whole storage string.
  package let storageString: String
  /// Where it is reserved.
  package let origin: Origin
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

/// A commit hook.
package struct HookModel: Sendable {
  /// The function.
  package let symbol: Symbol
  /// Where the schema names it.
  package let origin: Origin
}

/// How far a declaration is seen, from the narrowest to the widest.
package enum Access: String, CaseIterable, Comparable, Sendable {
  case `internal`
  case package
  case `public`

  package static func < (left: Access, right: Access) -> Bool {
    left.rank < right.rank
  }

  private var rank: Int {
    switch self {
    case .internal: 0
    case .package: 1
    case .public: 2
    }
  }
}

/// A module that generated code imports.
package struct Import: Sendable {
  /// The access level given by the schema's author, or nil.
  package let level: String?
  /// The module, `Palette` or `Palette.Colors`.
  package let module: String

  /// The levels that Swift knows for an import.
  package static let levels = ["public", "package", "internal", "fileprivate", "private"]

  /// Reads `"Rules"` or `"public Palette"`, or returns nil if the text is neither.
  package init?(_ text: String) {
    let words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    guard let module = words.last, words.count <= 2 else { return nil }
    if words.count == 2, !Self.levels.contains(words[0]) { return nil }
    let parts = module.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.allSatisfy(SwiftName.isIdentifier), !Self.levels.contains(module) else {
      return nil
    }
    self.level = words.count == 2 ? words[0] : nil
    self.module = module
  }
}
