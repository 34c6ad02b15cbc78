/// A part of the command line: a name with the words up to the next name, or words without a name.
struct ParsedArgument: Sendable {
  /// The text between `--` and `=`; nil for words that belong to no name.
  let name: String?
  /// The text after `=`.
  let value: String?
  /// The arguments as they were given, the name first.
  let words: [String]
  /// Whether all words up to the next name belong to the name.
  let takesAllWords: Bool

  static func parse(_ arguments: [String], takesAllWords: Bool) -> [ParsedArgument] {
    // By bytes: a combining mark is part of the `=` before it, to a `Character`.
    func isName(_ argument: String) -> Bool { argument.utf8.starts(with: "--".utf8) }
    var result: [ParsedArgument] = []
    var rest = arguments[...]
    while let first = rest.first {
      if first == "--" {
        result.append(.init(name: nil, value: nil, words: Array(rest), takesAllWords: false))
        break
      }
      let words = rest.dropFirst().prefix { !isName($0) }
      rest = rest.dropFirst(1 + words.count)
      guard isName(first) else {
        result.append(
          .init(name: nil, value: nil, words: [first] + words, takesAllWords: false))
        continue
      }
      let parts = first.utf8.dropFirst(2).split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false
      ).map { String(decoding: $0, as: UTF8.self) }
      result.append(
        .init(
          name: parts[0], value: parts.count == 2 ? parts[1] : nil, words: [first] + words,
          takesAllWords: takesAllWords))
    }
    return result
  }

  /// The text of each name; of several the last counts.
  static func lastTexts(_ parsed: [ParsedArgument]) -> [(String, TextValues.Text)] {
    parsed.compactMap { argument in
      guard let name = argument.name else { return nil }
      if let value = argument.value { return (name, TextValues.Text(value)) }
      return (name, TextValues.Text(argument.words.dropFirst().first, flag: "true"))
    }
  }

  /// The words of each name, of all its repetitions; for a key that is no list, the first of the last.
  static func lists(_ parsed: [ParsedArgument]) -> [(String, TextValues.Text)] {
    let named = parsed.compactMap { argument in
      argument.name.map { name in
        (name: name, words: argument.value.map { [$0] } ?? Array(argument.words.dropFirst()))
      }
    }
    // By bytes: to compare by canonical equivalence takes quadratic time for hostile names.
    let lists = Dictionary(grouping: named) { StorageString($0.name) }
      .mapValues { $0.flatMap(\.words).joined(separator: ",") }
    return named.map { name, words in
      let list = words.isEmpty ? nil : lists[StorageString(name)]
      return (name, TextValues.Text(words.first, flag: words.first ?? "true", list: list))
    }
  }
}
