/// The arguments after the verb on the command line.
struct Arguments: Equatable {
  /// The options without a value, as in `--json`.
  private(set) var flags: Set<String> = []
  /// The options with a value; of a repeated option the last value.
  private(set) var values: [String: String] = [:]
  /// All other arguments, in order: mostly files.
  private(set) var operands: [String] = []

  /// The reason why arguments are refused.
  struct Refusal: Error, Equatable {
    var reason: String
  }

  /// The options of a verb, without their dashes.
  struct Options: Sendable {
    var flags: [String] = []
    var values: [String] = []
  }

  /// Parses arguments: `--` ends the options, and a value follows `=` or is the next argument.
  init(_ arguments: [String], options: Options) throws(Refusal) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        operands += rest
        return
      }
      guard argument.hasPrefix("-"), argument != "-" else {
        operands.append(argument)
        continue
      }
      let parts = argument.drop { $0 == "-" }.split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false
      ).map(String.init)
      let name = argument.hasPrefix("--") ? parts[0] : ""
      if options.flags.contains(name) {
        if parts.count > 1 { throw Refusal(reason: "--\(name) takes no value") }
        flags.insert(name)
      } else if options.values.contains(name) {
        guard let value = parts.count > 1 ? parts[1] : rest.popFirst() else {
          throw Refusal(reason: "--\(name) needs a value")
        }
        values[name] = value
      } else {
        throw Refusal(reason: "unknown option \(argument)")
      }
    }
  }

  /// The operand of a verb that takes exactly one.
  func only(_ noun: String) throws(Refusal) -> String {
    guard let first = operands.first else { throw Refusal(reason: "\(noun) is missing") }
    if operands.count > 1 {
      throw Refusal(reason: "\(operands.count) arguments where one is wanted: \(noun)")
    }
    return first
  }

  /// The operands of a verb that takes at least one.
  func some(_ noun: String) throws(Refusal) -> [String] {
    if operands.isEmpty { throw Refusal(reason: "\(noun) is missing") }
    return operands
  }

  /// The value of an option that takes one of a few words.
  func choice<Choice: RawRepresentable & CaseIterable>(_ name: String, or first: Choice)
    throws(Refusal) -> Choice where Choice.RawValue == String
  {
    guard let text = values[name] else { return first }
    if let choice = Choice(rawValue: text) { return choice }
    let words = Choice.allCases.map(\.rawValue).joined(separator: " or ")
    throw Refusal(reason: "--\(name) is \(words), not \(text)")
  }
}
