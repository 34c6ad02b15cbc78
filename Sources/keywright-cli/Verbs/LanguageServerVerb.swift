import KeywrightLanguageServer
import KeywrightSchema
import KeywrightVerbs

/// `lsp`: serves editors.
enum LanguageServerVerb: Verb {
  static let description = VerbDescription(
    word: "lsp", summary: "serves an editor while you write schemas (Language Server Protocol)",
    options: [.flag("stdio", "talks over standard input and output, as it always does")],
    discussion: """
      An editor starts it, and talks with it over standard input and output. While you write, it shows the
      problems of all schemas of the package and of their locks, in the words of a build. It offers the
      changes that mend them, completes words, says what a key is, and goes to the functions that a schema
      names. The article Schemas in an editor has the settings of editors.
      """,
    codes: [
      .success: "the editor took its leave",
      .problems: "the editor was gone without taking its leave",
      .failed: "the editor did not read",
    ],
    examples: ["keywright lsp"])

  static func run(_ arguments: Arguments) throws -> Outcome {
    try arguments.none()
    // A line about progress would stand between what an editor logs.
    Progress.pause()
    var server = LanguageServer(
      channel: StandardChannel(),
      session: ServerSession(today: try Check.day(nil, option: "today"), facts: facts))
    return Outcome(code: try server.run())
  }

  @Sendable static func facts(
    of key: KeyModel, in namespace: NamespaceModel, _ model: TargetModel
  ) -> KeyFacts {
    let described = DescribedKey(
      CatalogKey(
        model: key, target: CatalogTarget(path: "", sources: [], model: model),
        storageString: key.storageString, namespaces: [namespace]),
      prefix: nil)
    return KeyFacts(
      rule: described.rule, storageString: described.storageString, variable: described.variable,
      argument: described.argument)
  }
}
