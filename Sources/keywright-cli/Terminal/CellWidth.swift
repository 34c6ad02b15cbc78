/// The cells that text takes in a terminal, of text without controls.
enum CellWidth {
  /// The most scalars of one character that are written: marks without end would take no cell, and the
  /// connection for ever.
  private static let mostScalars = 16

  static func of(_ text: String) -> Int { text.reduce(0) { $0 + of($1) } }

  static func of(_ character: Character) -> Int {
    if character.isASCII { return 1 }
    let scalars = character.unicodeScalars
    // A pair of regional indicators is as wide as an ideograph, and so is a character with the emoji selector.
    if scalars.contains("\u{FE0F}") { return 2 }
    return min(2, scalars.prefix(mostScalars).reduce(0) { $0 + of($1) })
  }

  private static func of(_ scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x300 { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return isWide(scalar) ? 2 : 1
    }
  }

  /// Whether UAX #11 calls the scalar wide or fullwidth: the blocks of East Asia, and emoji.
  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF,
      0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F,
      0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F265,
      0x20000...0x3FFFD:
      true
    default: scalar.properties.isEmojiPresentation
    }
  }

  /// The beginning of a text that fits into `width` cells, with `…` in place of the rest.
  static func clip(_ text: String, to width: Int) -> String {
    if width <= 0 { return "" }
    var (cells, end) = (0, text.startIndex)
    for index in text.indices {
      cells += of(text[index])
      if cells > width || text[index].unicodeScalars.count > mostScalars {
        return text[..<end] + "…"
      }
      if cells < width { end = text.index(after: index) }
    }
    return text
  }

  /// A text with blanks after it, up to a number of cells; a longer one is clipped.
  static func pad(_ text: String, to width: Int) -> String {
    let clipped = clip(text, to: width)
    return clipped + String(repeating: " ", count: max(0, width - of(clipped)))
  }

  /// The lines into which a text is broken at blanks.
  static func wrap(_ text: String, to width: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, of(last) + 1 + of(String(word)) <= width {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(clip(String(word), to: width))
      }
    }
    return lines
  }
}
