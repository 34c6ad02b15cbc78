/// The cells that text takes in a terminal, of text without controls.
///
/// `wcwidth` knows no scalar beyond ASCII in the locale C.
enum CellWidth {
  /// The most scalars of one character that are written.
  private static let mostScalars = 16

  static func of(_ text: String) -> Int {
    let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
    return isASCII ? text.utf8.count : text.reduce(0) { $0 + of($1) }
  }

  static func of(_ character: Character) -> Int {
    let scalars = character.unicodeScalars
    // A pair of regional indicators is as wide as an ideograph, and so is a character with the emoji selector.
    if scalars.contains("\u{FE0F}") { return 2 }
    return min(2, scalars.reduce(0) { $0 + of($1) })
  }

  private static func of(_ scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x300 { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    // The vowels and last consonants of a Hangul syllable.
    if 0x1160...0x11FF ~= scalar.value { return 0 }
    return isWide(scalar.value) ? 2 : 1
  }

  /// Searches the ranges: an even number of bounds lies before a scalar that is in none.
  private static func isWide(_ scalar: UInt32) -> Bool {
    let bounds = WideScalars.bounds
    guard scalar >= bounds[0] else { return false }
    var (low, high) = (0, bounds.count / 2)
    while low < high {
      let middle = (low + high) / 2
      if bounds[2 * middle + 1] < scalar { low = middle + 1 } else { high = middle }
    }
    return low < bounds.count / 2 && bounds[2 * low] <= scalar
  }

  /// The beginning of a text that fits into `width` cells, with `…` in place of the rest.
  static func clip(_ text: String, to width: Int) -> String {
    if width <= 0 { return "" }
    // A text with no more bytes than there are cells mostly fits.
    if text.utf8.count <= width, of(text) <= width { return text }
    var (result, cells) = ("", 0)
    for character in text {
      cells += of(character)
      // Marks without end would take no cell, and the connection for ever.
      if character.unicodeScalars.count > mostScalars { break }
      if cells > width {
        while of(result) > width - 1 { result.removeLast() }
        return result + "…"
      }
      result.append(character)
    }
    return result.utf8.count == text.utf8.count ? result : clip(result, to: width - 1) + "…"
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

  /// A text whose direction does not act on what stands beside it.
  static func isolated(_ text: String) -> String {
    text.unicodeScalars.contains(where: isRightToLeft) ? "\u{2068}\(text)\u{2069}" : text
  }

  /// Whether the scalar is of a script that runs from right to left, or one of its digits.
  private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
    default: false
    }
  }
}
