import KeywrightVerbs

/// `lsp`: serves editors.
enum LanguageServerVerb: Verb {
  static let description = VerbDescription(
    word: "lsp", summary: "serves an editor while you write schemas (Language Server Protocol)",
    options: [.flag("stdio", "talks over standard input and output, as it always does")],
    discussion: """
      An editor starts it, and talks with it over standard input and output. While you write, it shows the
      problems of all schemas of the package and of their locks, in the words of a build. It offers the
      changes that mend them, completes words, says what a key is, finds its uses and renames it. The
      article Schemas in an editor has the settings of editors.
      """,
    codes: [
      .success: "the editor took its leave",
      .problems: "the editor was gone without taking its leave",
      .failed: "the editor did not read",
    ],
    examples: ["keywright lsp"])

  static func run(_ arguments: Arguments) throws -> Outcome {
    if let operand = arguments.operands.first {
      throw Arguments.Refusal(reason: "one argument too many: \(operand)")
    }
    // A line about progress would stand between what an editor logs.
    Progress.pause()
    var server = LanguageServer(
      channel: StandardChannel(), session: ServerSession(today: try Check.day(nil, option: "today"))
    )
    return Outcome(code: try server.run())
  }
}
