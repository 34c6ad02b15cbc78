import KeywrightSchema
import KeywrightVerbs

/// `completions SHELL`: prints a script for a shell.
enum Completions: Verb {
  static let description = VerbDescription(
    word: "completions", summary: "prints the script by which a shell completes keywright",
    operands: [.init("bash|zsh|fish", .words(CompletionScript.allCases.map(\.rawValue)))],
    options: [.json],
    discussion: """
      The script completes verbs, options, files, suites, and from the schemas around the current folder,
      or those of --schemas, keys, namespaces and the values of enums. It asks the command, so that it
      needs no update.
      """,
    examples: [
      #"eval "$(keywright completions bash)""#,
      "keywright completions zsh > ~/.zfunc/_keywright",
      "keywright completions fish > ~/.config/fish/completions/keywright.fish",
    ])

  static func run(_ arguments: Arguments) throws -> Outcome {
    let name = try arguments.only("a shell: bash, zsh or fish")
    guard let script = CompletionScript(rawValue: name) else {
      throw Arguments.Refusal(reason: "the shell is bash, zsh or fish, not \(name)")
    }
    return Outcome(
      output: arguments.output(
        ["shell": .string(name), "script": .string(script.text)], or: script.text))
  }
}
