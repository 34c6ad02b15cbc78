import KeywrightImport

/// The text of a package's manifest, with the places of calls and arguments in it.
struct ManifestSource {
  let text: String
  private let tokens: SwiftTokens

  init(_ text: String) {
    self.text = text
    tokens = SwiftTokens(Array(text.utf8))
  }

  /// The end of the first line, which those that are added get too.
  var lineEnd: String { text.first(where: \.isNewline).map(String.init) ?? "\n" }

  typealias Argument = SwiftTokens.Argument

  /// The parts between brackets.
  struct List {
    var arguments: [Argument]
    /// The place in UTF-8 after the bracket that opens it.
    var start: Int

    subscript(label: String) -> Argument? { arguments.first { $0.label == label } }
  }

  /// The text of an argument's value.
  func text(of argument: Argument) -> String { tokens.text(of: argument.value) }

  /// The place in UTF-8 after an argument.
  func end(of argument: Argument) -> Int {
    tokens.tokens[argument.value.upperBound].bytes.upperBound
  }

  /// The parts of the first call of a function.
  func call(of name: String) -> List? {
    tokens.tokens.indices.first { tokens[$0] == name && tokens[$0 + 1] == "(" }
      .flatMap { list(at: $0 + 1) }
  }

  private func list(at open: Int) -> List? {
    tokens.arguments(of: open).map {
      List(arguments: $0, start: tokens.tokens[open].bytes.upperBound)
    }
  }

  /// The parts of an argument's value, if that is an array literal.
  func array(_ argument: Argument) -> List? {
    let start = argument.value.lowerBound
    return tokens[start] == "[" ? list(at: start) : nil
  }

  /// The name of the function that an element calls, with its parts: `.target(…)`, and the same with the
  /// name of its type before the dot.
  func call(_ argument: Argument) -> (name: String, list: List)? {
    let open = argument.value.dropFirst().first { tokens[$0] == "(" }
    return open.flatMap { open in list(at: open).map { (tokens[open - 1], $0) } }
  }

  /// The text of an argument's value, if that is a plain string literal.
  func string(_ argument: Argument?) -> String? {
    guard let argument else { return nil }
    let text = text(of: argument)
    guard text.count >= 2, text.first == "\"", text.last == "\"",
      !text.dropFirst().dropLast().contains(where: { "\"\\".contains($0) })
    else { return nil }
    return String(text.dropFirst().dropLast())
  }

  /// The blanks before an argument, if nothing else stands before it in its line.
  func indentation(of argument: Argument) -> String? {
    let start = tokens.tokens[argument.start].bytes.lowerBound
    let before = String(decoding: text.utf8.prefix(start), as: UTF8.self)
    let blanks = before.reversed().prefix { !$0.isNewline }
    return blanks.allSatisfy { $0 == " " || $0 == "\t" } ? String(blanks.reversed()) : nil
  }
}
