import KeywrightSchema

/// A sentence for standard error, in which nothing acts on a terminal: what is put into it is escaped.
///
/// ```swift
/// outcome.complaints += complaint("\(path: file) has no value of \(key)")
/// ```
package struct Sentence: ExpressibleByStringInterpolation {
  fileprivate let text: String

  package init(stringLiteral text: String) { self.text = text }

  package init(stringInterpolation parts: StringInterpolation) { text = parts.text }

  package static func + (first: Sentence, second: Sentence) -> Sentence {
    Sentence(stringLiteral: first.text + second.text)
  }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    package init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + 16 * interpolationCount)
    }

    package mutating func appendLiteral(_ literal: String) { text += literal }

    /// Adds a text of a schema, a store or a person.
    package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      text += printable(value.description)
    }

    /// Adds a path, as editors find the file by it.
    package mutating func appendInterpolation(path: String) { text += printable(path: path) }

    /// Adds words in which all that is not the command's is escaped already.
    package mutating func appendInterpolation(words: String) { text += words }
  }
}

/// The line of a sentence.
package func complaint(_ sentence: Sentence) -> String { "keywright: " + sentence.text + "\n" }

/// The line of a sentence that a person may want to know, where nothing failed.
package func note(_ sentence: Sentence) -> String { complaint("note: \(words: sentence.text)") }
