/// The checked declarations of all schemas of a target, from which code is generated.
package struct TargetModel: Sendable {
  /// The name of the module that the target builds.
  package let module: String
  /// The schema files, in order.
  package let files: [FileModel]
  /// The declared types; a `TypeID` is an index into them.
  package internal(set) var types: [TypeModel]
  /// The root: its keys have no ancestor, its children are the outermost namespaces.
  package internal(set) var root: NamespaceModel
  /// The names of keys in the environment and among arguments.
  package let textNames: TextNames
  /// The types of values that functions of migrations convert, as releases stored them, by storage string.
  package internal(set) var formerTypes: [ExactString: ValueType] = [:]
  /// The releases of the target's lock, the oldest first.
  package internal(set) var releases: [String] = []

  /// The form in which values of a type are stored; nil for one of the user's own.
  package func form(of type: ValueType) -> StoredForm? {
    switch type {
    case .scalar(let scalar): scalar.form
    case .array, .set: .array
    case .dictionary: .dictionary
    case .declared(let id):
      switch self.type(id).kind {
      case .structure: .dictionary
      case .enumeration(_, let hasIntegers): hasIntegers ? .integer : .string
      }
    case .own: nil
    }
  }

  package func type(_ id: TypeID) -> TypeModel { types[id.index] }

  /// The names that files in several folders share.
  package var sharedFileNames: Set<String> {
    var seen: Set<String> = []
    return Set(files.lazy.map(\.lastComponent).filter { !seen.insert($0).inserted })
  }

  /// Whether there is nothing at all to generate.
  package var isEmpty: Bool { root.keys.isEmpty && root.children.isEmpty && types.isEmpty }
}

package struct FileModel: Sendable {
  /// The path below the target, with `/`.
  package let name: String
  /// The path below the package, with `/`.
  package let packagePath: String
  /// The modules that the file's symbols come from, in order.
  package let imports: [ImportModel]

  /// The name without its folders.
  package var lastComponent: String { name.split(separator: "/").last.map(String.init) ?? name }
}

/// The texts of a declaration that are for people.
package struct Documentation: Sendable {
  /// A few words; empty if there are none.
  package let title: String
  /// One sentence.
  package let summary: String
  /// Further paragraphs.
  package let discussion: String
}
