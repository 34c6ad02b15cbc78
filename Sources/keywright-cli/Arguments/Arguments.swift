/// What follows a verb on the command line.
struct Arguments: Equatable {
  /// The options that stand alone and are there, as in `--json`.
  private(set) var flags: Set<String> = []
  /// The options with a value, the last one of each.
  private(set) var values: [String: String] = [:]
  /// Everything else, in order: mostly files.
  private(set) var operands: [String] = []

  /// Why arguments were refused.
  struct Refusal: Error, Equatable {
    var reason: String
  }

  /// Which options a verb has, without their dashes.
  struct Options: Sendable {
    var flags: [String] = []
    var values: [String] = []
  }

  /// Reads arguments; `--` ends the options, and a value may follow `=` or stand alone.
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

  /// The one operand that a verb wants.
  func only(_ noun: String) throws(Refusal) -> String {
    guard let first = operands.first else { throw Refusal(reason: "\(noun) is missing") }
    if operands.count > 1 {
      throw Refusal(reason: "\(operands.count) arguments where one is wanted: \(noun)")
    }
    return first
  }

  /// The operands of a verb that wants at least one.
  func some(_ noun: String) throws(Refusal) -> [String] {
    if operands.isEmpty { throw Refusal(reason: "\(noun) is missing") }
    return operands
  }

  /// The value of an option that has a few.
  func choice<Choice: RawRepresentable & CaseIterable>(_ name: String, or first: Choice)
    throws(Refusal) -> Choice where Choice.RawValue == String
  {
    guard let text = values[name] else { return first }
    if let choice = Choice(rawValue: text) { return choice }
    let words = Choice.allCases.map(\.rawValue).joined(separator: " or ")
    throw Refusal(reason: "--\(name) is \(words), not \(text)")
  }
}
