// The values that pass from one stage to the next. Those that hold classes are `@unchecked Sendable`
// without a lock: the thread that runs a stage makes its value and hands it over when it is done.

/// The schemas of one target.
package struct SchemaTarget: Sendable {
  /// The name of the module that the target builds.
  package let module: String
  /// The schema files; their order decides which of two places is "first".
  package let sources: [SourceFile]
  /// The day for which expired keys are reported, or nil.
  package let today: String?
  /// The record of what released programs stored.
  package let lock: LockInput
  /// The paths of the stores of releases beside it.
  package let fixtures: [String]
  /// The other targets of the package.
  package let others: OtherTargets

  /// Creates a target from its schemas.
  package init(
    module: String, sources: [SourceFile], today: String? = nil, lock: LockInput = .notAsked,
    fixtures: [String] = [], others: OtherTargets = .none
  ) {
    self.module = module
    self.sources = sources
    self.today = today
    self.lock = lock
    self.fixtures = fixtures
    self.others = others
  }

  /// The schemas, one by one.
  package var schemas: [SchemaSource] {
    sources.indices.map { SchemaSource(index: $0, sources: sources, module: module) }
  }
}

/// One schema among those of its target.
package struct SchemaSource: Sendable {
  let index: Int
  let sources: [SourceFile]
  let module: String
}

/// The JSON of one schema.
package struct SchemaSyntax: @unchecked Sendable {
  // `@unchecked`: no lock. The thread that parses the schema hands `diagnostics` over when it is done.

  let file: Int
  let module: String
  /// Nil if the text could not be read to its end.
  let root: JSONNode?
  let diagnostics: DiagnosticBag
}

/// The declarations of one schema.
package struct ParsedFile: @unchecked Sendable {
  // `@unchecked`: no lock. The thread that reads the declarations hands them over when it is done.

  let file: Int
  /// Nil if the text could not be read to its end.
  let declaration: FileDeclaration?
  let diagnostics: DiagnosticBag
}

/// The declarations of a target: names and types are known and checked, keys are not.
package struct ResolvedTarget: @unchecked Sendable {
  // `@unchecked`: no lock. One thread resolves the target; see `ResolvedNamespace` for what follows.

  let checker: TargetChecker
  let declarations: DeclarationChecker
  /// The modules that each file imports.
  let imports: [[ImportModel]]

  /// The namespaces whose keys have to be checked; they are independent of each other.
  package var namespaces: [ResolvedNamespace] {
    checker.tree.namespacesWithKeys.map {
      ResolvedNamespace(node: $0, declarations: declarations)
    }
  }
}

/// One namespace whose keys have to be checked.
package struct ResolvedNamespace: @unchecked Sendable {
  // `@unchecked`: no lock. While keys are checked, a thread changes only the namespace that it was
  // given, which remembers the types that it resolved.

  let node: NamespaceNode
  let declarations: DeclarationChecker
}

/// The checked schemas of a target.
package struct CheckedTarget: Sendable {
  /// The model, or nil if there was an error.
  package let model: TargetModel?
  /// All diagnostics of all files, in order.
  package let diagnostics: [Diagnostic]
}
