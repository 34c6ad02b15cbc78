import KeywrightEvolution
package import KeywrightSchema

/// The arguments after the verb on the command line.
package struct Arguments: Equatable {
  /// The options without a value, as in `--json`.
  package private(set) var flags: Set<String> = []
  /// The values of options that have one, in order.
  package private(set) var lists: [String: [String]] = [:]
  /// All other arguments, in order: mostly files.
  package private(set) var operands: [String] = []

  /// The options with a value; of a repeated option the last value.
  package var values: [String: String] { lists.compactMapValues(\.last) }

  package func has(_ flag: VerbDescription.Option) -> Bool { flags.contains(flag.name) }

  package func value(of option: VerbDescription.Option) -> String? { values[option.name] }

  /// The reason why arguments are refused.
  package struct Refusal: Error, Equatable {
    package var reason: String

    package init(reason: String) { self.reason = reason }
  }

  /// Parses arguments: `--` ends the options, and a value follows `=` or is the next argument.
  package init(_ arguments: [String], options: [VerbDescription.Option]) throws(Refusal) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        operands += rest
        return
      }
      guard argument.hasPrefix("-"), argument != "-", !Self.isNumber(argument) else {
        operands.append(argument)
        continue
      }
      let parts = argument.drop { $0 == "-" }.split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false
      ).map(String.init)
      let name = argument.hasPrefix("--") ? parts.first ?? "" : ""
      guard let option = options.first(where: { $0.name == name }) else {
        throw Self.unknown(argument, name, options)
      }
      if let value = option.value {
        guard let text = parts.count > 1 ? parts[1] : rest.popFirst() else {
          throw Refusal(reason: "--\(name) needs a value: \(value.name)")
        }
        lists[name, default: []].append(text)
      } else {
        if parts.count > 1 { throw Refusal(reason: "--\(name) takes no value") }
        flags.insert(name)
      }
    }
  }

  /// A value such as `-0.5` or `-inf` is no option.
  private static func isNumber(_ argument: String) -> Bool {
    argument == "-inf"
      || argument.dropFirst().first.map { $0.isASCII && $0.isNumber || $0 == "." } ?? false
  }

  private static func unknown(
    _ argument: String, _ name: String, _ options: [VerbDescription.Option]
  ) -> Refusal {
    let names = options.map(\.name)
    let word = String(argument.drop { $0 == "-" })
    let meant = names.first { $0 == word } ?? SpellingSuggestion.nearest(to: name, among: names)
    let advice = meant.map { "; did you mean --\($0)?" }
    return Refusal(
      reason: "unknown option \(argument)"
        + (advice ?? (name.isEmpty ? "; behind -- it is no option" : "")))
  }

  /// What a verb prints: for programs with `--json`, else for people.
  package func output(
    _ document: @autoclosure () -> JSONDocument, or text: @autoclosure () -> String
  ) -> String {
    has(.json) ? document().text() + "\n" : text()
  }

  /// The operand of a verb that takes exactly one.
  package func only(_ noun: String) throws(Refusal) -> String {
    guard let first = operands.first else { throw Refusal(reason: "\(noun) is missing") }
    if operands.count > 1 {
      throw Refusal(reason: "\(operands.count) arguments where one is wanted: \(noun)")
    }
    return first
  }

  /// The operands of a verb that takes at least one.
  package func some(_ noun: String) throws(Refusal) -> [String] {
    if operands.isEmpty { throw Refusal(reason: "\(noun) is missing") }
    return operands
  }

  /// The operands of a verb that takes none.
  package func none() throws(Refusal) {
    if let first = operands.first { throw Refusal(reason: "one argument too many: \(first)") }
  }

  /// The value of an option that takes one of a few words.
  package func choice<Choice: RawRepresentable & CaseIterable>(_ name: String, or first: Choice)
    throws(Refusal) -> Choice where Choice.RawValue == String
  {
    guard let text = values[name] else { return first }
    if let choice = Choice(rawValue: text) { return choice }
    let words = Choice.allCases.map(\.rawValue).joined(separator: " or ")
    throw Refusal(reason: "--\(name) is \(words), not \(text)")
  }

  /// The files that the operands name, of which there is at least one.
  package func files(_ noun: String) throws -> [(path: String, bytes: [UInt8])] {
    try some(noun).map { (path: $0, bytes: try InputFiles.bytes(of: $0)) }
  }
}
