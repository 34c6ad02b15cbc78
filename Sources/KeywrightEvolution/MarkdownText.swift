import KeywrightSchema

/// Texts as parts of Markdown.
package enum MarkdownText {
  /// Text whose code spans stay and in which nothing else is markup.
  package static func prose(_ text: String) -> String {
    Paragraphs.spans(of: text).map { $0.isCode ? code($0.text) : escaped($0.text) }.joined()
  }

  /// Text in which nothing is markup, on one line.
  package static func escaped(_ text: String) -> String {
    var result = ""
    for character in Paragraphs.line(text) {
      if character.isASCII, character.isPunctuation || character.isSymbol,
        !",.:;?%/\"'".contains(character)
      {
        result.append("\\")
      }
      result.append(character)
    }
    return result
  }

  /// A code span; it begins with more backticks than the text has in a row.
  package static func code(_ text: String) -> String {
    let text = Paragraphs.line(text)
    var longest = 0
    var run = 0
    for character in text {
      run = character == "`" ? run + 1 : 0
      longest = max(longest, run)
    }
    if text.isEmpty { return "` `" }
    let fence = String(repeating: "`", count: longest + 1)
    let needsSpace = text.hasPrefix("`") || text.hasSuffix("`") || text.allSatisfy { $0 == " " }
    return needsSpace ? "\(fence) \(text) \(fence)" : fence + text + fence
  }
}
