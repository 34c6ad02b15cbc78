/// The words of a message, in which names of the schema are cut to a length that people read.
///
/// ```swift
/// let text: MessageText = "`\(name)` is declared twice"
/// ```
struct MessageText: ExpressibleByStringInterpolation, Sendable {
  /// The longest name that is shown whole, in characters.
  static let longestName = 60

  let string: String

  init(words: String) {
    string = words
  }

  init(stringLiteral value: String) {
    string = value
  }

  init(stringInterpolation: StringInterpolation) {
    string = stringInterpolation.string
  }

  struct StringInterpolation: StringInterpolationProtocol {
    var string = ""

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ literal: String) { string += literal }

    /// Appends a name, cut if it is long.
    mutating func appendInterpolation(_ name: some StringProtocol) {
      string += MessageText.cut(name)
    }

    /// Appends words unchanged; names in them have been cut already.
    mutating func appendInterpolation(words: String) { string += words }

    mutating func appendInterpolation(_ text: MessageText) { string += text.string }

    mutating func appendInterpolation(_ number: Int) { string += "\(number)" }
  }

  static func + (left: MessageText, right: MessageText) -> MessageText {
    MessageText(words: left.string + right.string)
  }

  /// The name without its middle, if it is long.
  private static func cut(_ name: some StringProtocol) -> String {
    let isShort = name.utf8.count <= longestName || name.dropFirst(longestName).isEmpty
    return isShort ? String(name) : name.prefix(longestName - 20) + "…" + name.suffix(19)
  }
}

extension Sequence<MessageText> {
  func joined(separator: String) -> MessageText {
    MessageText(words: map(\.string).joined(separator: separator))
  }
}
