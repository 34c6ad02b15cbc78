import KeywrightSchema

/// A generated file as it grows: two spaces a level, lines of up to 100 bytes where they can be broken.
final class SourceText {
  private static let width = 100

  /// The text so far, in UTF-8.
  private(set) var bytes: [UInt8] = []
  private var level = 0
  /// Whether nothing stands in the present block.
  private var isAtStart = true

  /// Begins a file with a comment.
  init(header: String) {
    comment(header)
    isAtStart = false
  }

  // MARK: Lines

  /// Writes a line, or as many as the code needs.
  func line(_ code: Code) {
    let isLong =
      2 * level + code.length > Self.width && 2 * level + code.flat.utf8.count > Self.width
    guard isLong, let (start, items, end) = code.broken() else { return verbatim(code.flat) }
    line(start)
    indented { fill(items, end) }
  }

  /// Writes items on as few lines as hold them, and what follows the last.
  private func fill(_ items: [Code], _ end: Code) {
    var row: Code = ""
    for (index, item) in items.enumerated() {
      let item: Code = index == items.count - 1 ? "\(item)\(end)" : item
      let longer: Code = index == 0 ? item : "\(row) \(item)"
      if index > 0, 2 * level + longer.length > Self.width {
        line(row)
        row = item
      } else {
        row = longer
      }
    }
    line(row)
  }

  /// Writes a line, however long it is.
  func verbatim(_ text: String) {
    isAtStart = false
    if !text.isEmpty {
      bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * level))
    }
    bytes.append(contentsOf: text.utf8)
    bytes.append(UInt8(ascii: "\n"))
  }

  func indented(_ body: () -> Void) {
    level += 1
    body()
    level -= 1
  }

  /// Writes a comment, wrapped at spaces.
  func comment(_ text: String, mark: String = "//") {
    CommentWriter.write(text, width: Self.width - 1 - mark.utf8.count - 2 * level) { part in
      verbatim(part.isEmpty ? mark : mark + " " + part)
    }
  }

  // MARK: Declarations

  /// Writes a declaration after a blank line, unless it begins its block.
  func member(
    _ head: Code, documentation: [String] = [], comment: String? = nil, attributes: [Code] = []
  ) {
    if !isAtStart { verbatim("") }
    for text in documentation { self.comment(text, mark: "///") }
    if let comment { self.comment(comment) }
    for attribute in attributes { line(attribute) }
    line(head)
  }

  /// Writes a declaration with what stands between its braces.
  func member(
    _ head: Code, documentation: [String] = [], comment: String? = nil, attributes: [Code] = [],
    _ body: () -> Void
  ) {
    member(
      "\(head) {", documentation: documentation, comment: comment, attributes: attributes)
    isAtStart = true
    indented(body)
    line("}")
  }

  /// Writes what stands in an extension; nothing at all if that is nothing.
  func `extension`(of type: Code, _ body: () -> Void) {
    let start = bytes.count
    member("extension \(type) {")
    let empty = bytes.count
    isAtStart = true
    indented(body)
    if bytes.count == empty { takeBack(to: start) } else { line("}") }
    isAtStart = false
  }

  /// Writes a declaration on one line, of which the compiler reports mistakes at a line of a schema.
  ///
  /// - Parameters:
  ///   - place: the line; without one the remark stands above the declaration, with the place in words.
  ///   - remark: what mends a mistake that the compiler cannot explain: at the end of the line, since the
  ///     compiler shows that below its message.
  func reported(_ declaration: Code, at place: (line: SchemaLine?, name: String), remark: String) {
    guard let schema = place.line else {
      member(declaration, comment: place.name + "\n" + remark)
      return
    }
    member("#sourceLocation(file: \(string: schema.file), line: \(schema.line))")
    verbatim(declaration.flat + "  // " + CommentWriter.line(remark))
    line("#sourceLocation()")
  }

  /// Takes back what was written since.
  func takeBack(to count: Int) { bytes.removeLast(bytes.count - count) }
}

/// A line of a schema, by its path below the package.
struct SchemaLine: Sendable {
  let file: String
  let line: Int
}
