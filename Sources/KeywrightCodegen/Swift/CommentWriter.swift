import KeywrightSchema

/// Writes comments: no text can end one, or hide what it says.
enum CommentWriter {
  /// Gives the lines of a documentation comment, without `///`, wrapped at spaces to a width.
  static func write(_ text: String, width: Int, line body: (String) -> Void) {
    // Most texts are one short line, which stays as it is.
    if text.utf8.count <= width, isPlain(text), text.utf8.last != UInt8(ascii: " ") {
      return body(text)
    }
    var isFenced = false
    for line in split(text) {
      let line = clean(line)
      if line.drop(while: { $0 == " " }).hasPrefix("```") { isFenced.toggle() }
      if isFenced || line.hasPrefix("    ") {
        // Code keeps its lines.
        body(line)
      } else {
        for part in wrapped(line, width: width) { body(part) }
      }
    }
  }

  /// One line of plain text.
  static func line(_ text: String) -> String {
    clean(split(text).joined(separator: " "))
  }

  /// Whether the text is one line of characters that print, and so the same in a comment.
  private static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
  }

  /// Splits at everything that some reader takes for the end of a line.
  private static func split(_ text: String) -> [String] {
    if isPlain(text) { return [text] }
    var lines = [""]
    var previous: Unicode.Scalar = " "
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n" where previous == "\r": break
      case "\n", "\r", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}": lines.append("")
      default: lines[lines.count - 1].unicodeScalars.append(scalar)
      }
      previous = scalar
    }
    while lines.count > 1, lines.last?.allSatisfy({ $0 == " " }) == true { lines.removeLast() }
    return lines
  }

  private static func clean(_ line: String) -> String {
    if isPlain(line) { return trimmed(line) }
    var result = ""
    for scalar in line.unicodeScalars {
      // Joiners are part of words and of emoji.
      let isJoiner = scalar == "\u{200C}" || scalar == "\u{200D}"
      if scalar == "\t" {
        result += "  "
      } else if isJoiner || !ScalarClass.isUnsafeInSource(scalar) {
        result.unicodeScalars.append(scalar)
      } else {
        result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      }
    }
    return trimmed(result)
  }

  private static func trimmed(_ line: String) -> String {
    var line = line
    while line.utf8.last == UInt8(ascii: " ") { line.removeLast() }
    return line
  }

  private static func wrapped(_ line: String, width: Int) -> [String] {
    if line.utf8.count <= width { return [line] }
    let indent = String(line.prefix { $0 == " " })
    var lines: [String] = []
    var current = indent
    for word in line.split(separator: " ") {
      if current.count + word.count >= width, current.count > indent.count {
        lines.append(trimmed(current))
        current = indent
      }
      current += word + " "
    }
    return lines + [trimmed(current)]
  }
}
