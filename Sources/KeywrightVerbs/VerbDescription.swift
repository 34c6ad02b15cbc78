/// The description of a verb: its help, the refusal of wrong arguments and the completions of shells are
/// all made from it.
package struct VerbDescription: Sendable {
  /// The word that selects the verb.
  package var word: String
  /// A short description for the list of verbs.
  package var summary: String
  /// The arguments that are no options, in order.
  package var operands: [Operand] = []
  /// Further usages, after the verb's word.
  package var otherUsages: [String] = []
  package var options: [Option] = []
  /// The description of what the verb does, in paragraphs of lines of at most 100 characters.
  package var discussion: String
  /// The meaning of exit codes, where it says more than ``ExitCode`` does.
  package var codes: [ExitCode: String] = [:]
  /// Whole command lines.
  package var examples: [String]
  /// Whether the list of verbs leaves it out, as one that only scripts call.
  package var isHidden = false

  package init(
    word: String, summary: String, operands: [Operand] = [], otherUsages: [String] = [],
    options: [Option] = [], discussion: String, codes: [ExitCode: String] = [:],
    examples: [String], isHidden: Bool = false
  ) {
    self.word = word
    self.summary = summary
    self.operands = operands
    self.otherUsages = otherUsages
    self.options = options
    self.discussion = discussion
    self.codes = codes
    self.examples = examples
    self.isHidden = isHidden
  }

  /// Whether the arguments are paths, none of which may be empty.
  package var takesPaths: Bool {
    operands.contains { [.file, .folder, .store].contains($0.completion) }
  }

  /// Arguments that are no options.
  package struct Operand: Sendable {
    /// The name in the usage, as in `FILE…`; with brackets where it can be left out.
    package var name: String
    package var completion: Completion

    package init(_ name: String, _ completion: Completion) {
      self.name = name
      self.completion = completion
    }
  }

  /// An option, which begins with `--`.
  package struct Option: Sendable {
    /// The name, without its dashes.
    package var name: String
    /// The form of the value; nil for an option without one.
    package var value: Operand?
    /// Whether each of several counts; else the last does.
    package var isRepeated = false
    /// Whether several verbs have it, with one meaning: the list of verbs describes it once.
    package private(set) var isCommon = false
    /// The description, whose line ends count as spaces.
    package var summary: String

    /// The option as one that several verbs have.
    package var common: Option {
      var option = self
      option.isCommon = true
      return option
    }

    /// The option of verbs whose output programs read.
    package static let json =
      flag("json", "standard output is one JSON value; of `watch` an object a line").common

    /// An option without a value, as in `--json`.
    package static func flag(_ name: String, _ summary: String) -> Option {
      Option(name: name, summary: summary)
    }

    /// An option with a value, as in `--module NAME`.
    package static func value(
      _ name: String, _ placeholder: String, _ summary: String,
      completing completion: Completion = .nothing, repeated isRepeated: Bool = false
    ) -> Option {
      Option(
        name: name, value: Operand(placeholder, completion), isRepeated: isRepeated,
        summary: summary)
    }

    /// An option whose value is one of a few words; if they make a long list, the summary has them.
    package static func choice<Choice: RawRepresentable & CaseIterable>(
      _ name: String, _ type: Choice.Type, _ summary: String
    ) -> Option where Choice.RawValue == String {
      let words = type.allCases.map(\.rawValue)
      let list = words.joined(separator: "|")
      if list.count <= 24 { return .value(name, list, summary, completing: .words(words)) }
      return .value(
        name, name.uppercased(), words.joined(separator: ", ") + "; " + summary,
        completing: .words(words))
    }
  }

  /// The values that a shell offers for an argument.
  package indirect enum Completion: Sendable, Equatable {
    case nothing, file, folder
    /// One of a few words.
    case words([String])
    /// A key of the schemas.
    case key
    /// A value of the key that is named before it.
    case value
    /// `KEY=value`.
    case assignment
    /// A namespace of the schemas.
    case namespace
    /// A suite, or the file of a store.
    case store
    /// One of several kinds.
    case either([Completion])
  }
}
