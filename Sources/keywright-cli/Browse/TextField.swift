import KeywrightSchema

/// A line of text that a person changes, with a cursor in it.
struct TextField: Equatable, Sendable {
  private(set) var characters: [Character]
  /// The number of characters before the cursor.
  private(set) var cursor: Int

  init(_ text: String = "") {
    characters = Array(text)
    cursor = characters.count
  }

  var text: String { String(characters) }

  /// Takes a key that changes the text or moves the cursor; false for any other.
  mutating func take(_ key: KeyPress) -> Bool {
    switch key {
    case .text(let text), .paste(let text): insert(text)
    case .left, .control("b"): cursor = max(0, cursor - 1)
    case .right, .control("f"): cursor = min(characters.count, cursor + 1)
    case .home, .control("a"): cursor = 0
    case .end, .control("e"): cursor = characters.count
    case .backspace: remove(from: max(0, cursor - 1), to: cursor)
    case .delete, .control("d"): remove(from: cursor, to: min(characters.count, cursor + 1))
    case .control("u"): remove(from: 0, to: cursor)
    case .control("k"): remove(from: cursor, to: characters.count)
    case .control("w"):
      let blanks = characters[..<cursor].lastIndex { $0 != " " }.map { $0 + 1 } ?? 0
      let start = characters[..<blanks].lastIndex(of: " ").map { $0 + 1 } ?? 0
      remove(from: start, to: cursor)
    default: return false
    }
    return true
  }

  private mutating func insert(_ text: String) {
    // A mark joins the character before it.
    let rest = characters.count - cursor
    let before = Array(String(characters[..<cursor]) + text)
    characters = before + characters[cursor...]
    cursor = characters.count - rest
  }

  private mutating func remove(from start: Int, to end: Int) {
    characters.removeSubrange(start..<end)
    cursor = start
  }

  /// The part around the cursor that fits into a width, and the cell of the cursor in it.
  ///
  /// - Parameter isHidden: Whether each character is shown as a dot.
  func shown(in width: Int, isHidden: Bool = false) -> (text: String, column: Int) {
    let cells = characters.map { isHidden ? "•" : printable(String($0)) }
    var start = cursor
    var column = 0
    while start > 0, column + CellWidth.of(cells[start - 1]) < width {
      start -= 1
      column += CellWidth.of(cells[start])
    }
    return (CellWidth.clip(cells[start...].joined(), to: width), column)
  }
}
