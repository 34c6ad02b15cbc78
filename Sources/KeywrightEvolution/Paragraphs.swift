import KeywrightSchema

/// Texts of schemas, taken apart before each document escapes them.
package enum Paragraphs {
  /// The paragraphs, which blank lines separate.
  package static func of(_ text: String) -> [String] {
    var paragraphs: [[Substring]] = [[]]
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      if line.allSatisfy(\.isWhitespace) {
        if paragraphs.last?.isEmpty == false { paragraphs.append([]) }
      } else {
        paragraphs[paragraphs.count - 1].append(line)
      }
    }
    return paragraphs.filter { !$0.isEmpty }.map { $0.joined(separator: " ") }
  }

  /// A text on one line, without characters that act on a terminal or the order of letters.
  package static func line(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
    if isPlain { return text }
    return printable(path: String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 }))
  }

  /// The parts of a text between single backticks, and those around them.
  package static func spans(of text: String) -> [(isCode: Bool, text: String)] {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false).map(String.init)
    // A backtick without a partner is a character like others.
    if parts.count < 3 || parts.count.isMultiple(of: 2) { return [(false, text)] }
    return parts.enumerated().filter { !$0.element.isEmpty }
      .map { (!$0.offset.isMultiple(of: 2), $0.element) }
  }
}
