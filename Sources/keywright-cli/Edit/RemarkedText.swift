import KeywrightSchema

/// A text with remarks of the command, each in a line of its own above what it is about.
enum RemarkedText {
  /// The beginning of a remark, which is a comment.
  private static let mark = "//! "

  /// The text without the remarks.
  static func withoutRemarks(_ text: String) -> String {
    lines(of: text).filter { !$0.drop { $0 == " " || $0 == "\t" }.hasPrefix("//!") }
      .joined(separator: "\n")
  }

  /// The text with remarks above its lines.
  static func adding(_ remarks: [EditedValues.Remark], to text: String) -> String {
    let byLine = Dictionary(grouping: remarks, by: \.line)
    let lines = lines(of: text)
    let last = max(lines.count, 1)
    let remarked = lines.enumerated().flatMap { index, line -> [String] in
      let number = index + 1
      // A remark about something missing at the end stands above the last line.
      let own = number == last ? remarks.filter { $0.line >= last } : byLine[number] ?? []
      let indent = line.prefix { $0 == " " || $0 == "\t" }
      return own.map { indent + mark + printable($0.text) } + [String(line)]
    }
    return remarked.joined(separator: "\n")
  }

  /// The lines, as the JSON parser counts them.
  private static func lines(of text: String) -> [Substring] {
    text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
  }
}
