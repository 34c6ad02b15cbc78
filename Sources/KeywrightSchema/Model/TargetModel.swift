/// All that the schemas of one target declare, checked: what code is generated from.
package struct TargetModel: Sendable {
  /// The name of the module that the target builds.
  package var module: String
  /// The schema files, in order.
  package var files: [FileModel]
  /// The declared types; a `TypeID` is an index into them.
  package var types: [TypeModel]
  /// The root: its keys have no ancestor, its children are the outermost namespaces.
  package var root: NamespaceModel

  /// The declared type of an id.
  package func type(_ id: TypeID) -> TypeModel { types[id.index] }

  /// Whether there is nothing at all to generate.
  package var isEmpty: Bool { root.keys.isEmpty && root.children.isEmpty && types.isEmpty }
}

/// One schema file.
package struct FileModel: Sendable {
  /// The path below the target, with `/`.
  package var name: String
  /// The modules that the file's symbols come from, in order.
  package var imports: [Import]
}

/// The words of a declaration that are for people.
package struct Documentation: Equatable, Sendable {
  /// One sentence.
  package var summary: String
  /// Further paragraphs.
  package var discussion: String

  /// Creates documentation.
  package init(summary: String = "", discussion: String = "") {
    self.summary = summary
    self.discussion = discussion
  }
}

/// Where something was declared.
package struct Origin: Equatable, Sendable {
  /// The index of the schema file.
  package var file: Int
  /// The line, from 1.
  package var line: Int
}
