import KeywrightSchema

extension VerbDescription {
  /// The whole help.
  package var help: String {
    var parts = [usage, discussion.trimmed]
    if !options.isEmpty { parts.append(optionList) }
    parts.append(codeList)
    parts.append(exampleList)
    return parts.joined(separator: "\n\n") + "\n\n"
  }

  /// The command line with all options, in lines of at most 88 characters.
  package var usage: String {
    let start = "usage: keywright " + word
    let indent = String(repeating: " ", count: start.count)
    let lines = (options.map(\.usage) + operands.map(\.name)).reduce(into: [start]) { lines, part in
      if lines[lines.count - 1].count + part.count + 1 > 88 { lines.append(indent) }
      lines[lines.count - 1] += " " + part
    }
    let others = otherUsages.map { "       keywright \(word) \($0)" }
    return (lines + others).joined(separator: "\n")
  }

  private var optionList: String {
    let width = options.map(\.spelling.count).max() ?? 0
    return options.map { option in
      let space = String(repeating: " ", count: width - option.spelling.count + 3)
      let lines = option.summary.split(separator: "\n")
      let joint = "\n" + String(repeating: " ", count: width + 5)
      return "  " + option.spelling + space + lines.joined(separator: joint)
    }.joined(separator: "\n")
  }

  private var codeList: String {
    "Exit codes:"
      + [.success, .problems, .usage, .failed].map { (code: ExitCode) in
        "\n  \(code.rawValue)  \(codes[code] ?? code.meaning)"
      }.joined()
  }

  private var exampleList: String {
    let label = examples.count == 1 ? "example: " : "examples: "
    let joint = "\n" + String(repeating: " ", count: label.count)
    return label + examples.joined(separator: joint)
  }
}

extension VerbDescription.Option {
  /// The option as it is written: `--module NAME`.
  package var spelling: String { "--" + name + (value.map { " " + $0.name } ?? "") }

  fileprivate var usage: String { "[\(spelling)]" + (isRepeated ? "…" : "") }
}

extension ExitCode {
  /// The meaning for most verbs.
  var meaning: String {
    switch self {
    case .success: "done"
    case .problems: "problems were found"
    case .usage: "wrong arguments"
    case .failed: "something cannot be read or written"
    }
  }
}

extension String {
  fileprivate var trimmed: String {
    var text = self[...]
    while text.last?.isNewline ?? false { text.removeLast() }
    return String(text)
  }
}

extension Arguments.Refusal {
  /// The refusal, with the usage of the verb whose arguments are wrong.
  package func text(for verb: VerbDescription) -> String {
    """
    keywright: \(printable(reason))

    \(verb.usage)

    `keywright \(verb.word) --help` explains it.

    """
  }
}
