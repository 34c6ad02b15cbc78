import KeywrightSchema

extension VerbDescription {
  /// The whole help: what the list of verbs says of common options and of exit codes is not in it.
  package var help: String {
    let own = options.filter { !$0.isCommon }
    let common = options.filter(\.isCommon).map { "--" + $0.name }
    let shared =
      (common.isEmpty ? "" : "`keywright --help` explains \(common.joined(separator: ", ")). ")
      + (codes.isEmpty ? "" : "Exit codes: \(codeText).")
    let parts = [
      usage, discussion, Self.list(own), Self.wrapped(shared.words), exampleList,
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
  }

  /// The command line with all options, in lines of at most 88 characters.
  package var usage: String {
    let start = "usage: keywright " + word
    return ([Self.wrapped((options.map(\.usage) + operands.map(\.name)), after: start)] + others)
      .joined(separator: "\n")
  }

  /// The command line without its options.
  fileprivate var shortUsage: String {
    let names = operands.map { " " + $0.name }.joined()
    return (["usage: keywright \(word)\(options.isEmpty ? "" : " [options]")\(names)"] + others)
      .joined(separator: "\n")
  }

  private var others: [String] { otherUsages.map { "       keywright \(word) \($0)" } }

  /// A description of each option.
  static func list(_ options: [Option]) -> String {
    let width = options.map(\.spelling.count).max() ?? 0
    return options.map { option in
      let space = String(repeating: " ", count: width - option.spelling.count + 3)
      return wrapped(
        option.summary.words, after: "  " + option.spelling + space, indent: width + 5, width: 100)
    }.joined(separator: "\n")
  }

  private var codeText: String {
    [ExitCode.success, .problems, .usage, .failed].compactMap { code in
      codes[code].map { "\(code.rawValue) \($0)" }
    }.joined(separator: "; ")
  }

  private var exampleList: String {
    let label = examples.count == 1 ? "example: " : "examples: "
    let joint = "\n" + String(repeating: " ", count: label.count)
    return label + examples.joined(separator: joint)
  }

  /// Words in lines, of which all but the first begin below its first word.
  private static func wrapped(
    _ words: [String], after start: String = "", indent: Int? = nil, width: Int = 88
  ) -> String {
    let indent = String(repeating: " ", count: indent ?? start.count)
    return words.reduce(into: [start]) { lines, word in
      let line = lines[lines.count - 1]
      if line.count + word.count + 1 > width { lines.append(indent) }
      let isStart = lines[lines.count - 1].last.map { $0 == " " } ?? true
      lines[lines.count - 1] += (isStart ? "" : " ") + word
    }.joined(separator: "\n")
  }
}

extension VerbDescription.Option {
  /// The option as it is written: `--module NAME`.
  package var spelling: String { "--" + name + (value.map { " " + $0.name } ?? "") }

  fileprivate var usage: String { "[\(spelling)]" + (isRepeated ? "…" : "") }
}

extension String {
  fileprivate var words: [String] { split(whereSeparator: \.isWhitespace).map(String.init) }
}

extension Arguments.Refusal {
  /// The refusal, with the form of the verb whose arguments are wrong.
  package func text(for verb: VerbDescription) -> String {
    """
    keywright: \(printable(reason))

    \(verb.shortUsage)
    `keywright \(verb.word) --help` explains it.

    """
  }
}
