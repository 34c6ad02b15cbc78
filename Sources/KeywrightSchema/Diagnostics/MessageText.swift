/// The words of a message, in which names of the schema are cut to a length that people read.
///
/// ```swift
/// let text: MessageText = "`\(name)` is declared twice"
/// ```
package struct MessageText: ExpressibleByStringInterpolation, Sendable {
  /// The longest name that is shown whole, in characters.
  static let longestName = 60

  private(set) var string: String
  /// The words where the message is about a value of a secret key: nothing of the schema is quoted but the words
  /// of its language and the names of its types.
  private(set) var redacted: String

  init(words: String, redacted: String = SecretText.redaction) {
    string = words
    self.redacted = redacted
  }

  package init(stringLiteral value: String) {
    self.init(words: value, redacted: value)
  }

  package init(stringInterpolation: StringInterpolation) {
    self = stringInterpolation.text
  }

  package struct StringInterpolation: StringInterpolationProtocol {
    var text: MessageText = ""

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ literal: String) { appendInterpolation(known: literal) }

    /// Appends a name, cut if it is long.
    package mutating func appendInterpolation(_ name: some StringProtocol) {
      appendInterpolation(words: MessageText.cut(name))
    }

    /// Appends words unchanged; names in them have been cut already.
    package mutating func appendInterpolation(words: String) { text += MessageText(words: words) }

    /// Appends words of the schema language, or the name of a type, which tell of no value.
    package mutating func appendInterpolation(known words: String) {
      text += MessageText(words: words, redacted: words)
    }

    package mutating func appendInterpolation(_ text: MessageText) { self.text += text }

    /// Appends the question whether another spelling is meant; other words where there is none to suggest.
    package mutating func appendInterpolation(
      meant suggestion: String?, otherwise ending: MessageText = ""
    ) {
      text += suggestion.map { "; did you mean `\($0)`?" } ?? ending
    }

    /// Appends the advice to give something another name, with members that keep what is stored.
    mutating func appendInterpolation(
      call subject: String, _ name: String, with members: [MemberText]
    ) {
      text += "call \(known: subject) `\(name)`"
      for member in members { text += ", with \(member.text)" }
    }

    package mutating func appendInterpolation(_ number: Int) {
      appendInterpolation(words: "\(number)")
    }
  }

  package static func += (left: inout MessageText, right: MessageText) {
    left.string += right.string
    left.redacted += right.redacted
  }

  package static func + (left: MessageText, right: MessageText) -> MessageText {
    var text = left
    text += right
    return text
  }

  /// The name without its middle, if it is long.
  static func cut(_ name: some StringProtocol) -> String {
    let isShort = name.utf8.count <= longestName || name.dropFirst(longestName).isEmpty
    return isShort ? String(name) : name.prefix(longestName - 20) + "…" + name.suffix(19)
  }
}

extension Sequence<MessageText> {
  func joined(separator: String) -> MessageText {
    MessageText(
      words: map(\.string).joined(separator: separator),
      redacted: map(\.redacted).joined(separator: separator))
  }
}
