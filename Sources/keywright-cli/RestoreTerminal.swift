import KeywrightVerbs

/// `restore-terminal`: the guardian of the terminal of another process.
enum RestoreTerminal: Verb {
  static let description = VerbDescription(
    words: [TerminalGuardian.verb], summary: "restores the terminal of a command that is killed",
    discussion: """
      Standard input is a pipe from the command whose terminal is standard output.
      """,
    examples: ["keywright restore-terminal"], isHidden: true)

  static func run(_ arguments: Arguments) throws -> Outcome {
    TerminalGuardian.watch()
    return Outcome()
  }
}
