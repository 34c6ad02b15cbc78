import KeywrightSchema
import KeywrightVerbs

/// `complete`: answers the scripts.
enum Complete: Verb {
  static let description = VerbDescription(
    word: "complete", summary: "answers the scripts of `keywright completions`",
    operands: [.init("-- WORD…", .nothing)],
    options: [.value("line", "TEXT", "the whole command line up to the cursor")],
    discussion: """
      Prints `words`, `files` or `folders` for what the shell adds by itself, then the words that may
      stand in place of the last WORD, with a description after a tab.
      """,
    examples: ["keywright complete -- get player:"], isHidden: true)

  static func run(_ arguments: Arguments) throws -> Outcome {
    let words = arguments.values["line"].map { split($0) } ?? arguments.operands
    let request = CompletionRequest(
      words: words, verbs: Command.verbs.map { $0.description },
      catalog: { try? SchemaSearch.catalog($0) })
    return Outcome(output: request.answer.text)
  }

  /// The words of a command line, without the command.
  private static func split(_ line: String) -> [String] {
    var words = [""]
    var quote: Character?
    var isEscaped = false
    for character in line {
      switch character {
      case _ where isEscaped:
        words[words.count - 1].append(character)
        isEscaped = false
      case "\\" where quote != "'": isEscaped = true
      case quote: quote = nil
      case "\"" where quote == nil, "'" where quote == nil: quote = character
      case " " where quote == nil, "\t" where quote == nil:
        if words.last != "" { words.append("") }
      default: words[words.count - 1].append(character)
      }
    }
    return Array(words.dropFirst())
  }
}
