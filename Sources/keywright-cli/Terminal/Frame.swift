/// The contents of a terminal's screen at one moment.
struct Frame: Equatable, Sendable {
  var rows: [Row]
  /// The cell of the cursor, from 0; nil for a hidden one.
  var cursor: Cell?

  struct Cell: Equatable, Sendable {
    var row: Int
    var column: Int
  }

  /// A row: texts from left to right, none of which has a control character.
  struct Row: Equatable, Sendable {
    var pieces: [Piece] = []

    init(_ pieces: [Piece] = []) { self.pieces = pieces }
    init(_ text: String, _ look: Look = .plain) { pieces = [Piece(text: text, look: look)] }

    /// The text alone.
    var text: String { pieces.map(\.text).joined() }

    /// The cells of the row that a width has room for.
    func clipped(to width: Int) -> Row {
      var (row, rest) = (Row(), width)
      for piece in pieces where rest > 0 {
        let text = CellWidth.clip(piece.text, to: rest)
        row.add(text, piece.look)
        rest -= CellWidth.of(text)
      }
      return row
    }

    mutating func add(_ text: String, _ look: Look = .plain) {
      pieces.append(Piece(text: text, look: look))
    }
  }

  struct Piece: Equatable, Sendable {
    var text: String
    var look: Look
  }

  /// The looks that both a light and a dark terminal have: of the terminal's own colours, red and green alone.
  enum Look: String, Sendable {
    case plain = "", bold = "1", faint = "2", inverse = "7", red = "31", green = "32"
  }
}

/// The rows and columns of a terminal.
struct ScreenSize: Equatable, Sendable {
  var rows: Int
  var columns: Int
}

/// Writes the rows that differ from those that a terminal shows.
struct FrameWriter {
  /// Whether rows have looks; without, they are text alone.
  let isColored: Bool
  private var shown: Frame?

  init(isColored: Bool) { self.isColored = isColored }

  /// Forgets what the terminal shows, as after another size.
  mutating func forget() { shown = nil }

  /// The bytes that turn the terminal to a frame.
  mutating func text(for frame: Frame) -> String {
    var text = "\u{1B}[?25l"
    if shown == nil { text += "\u{1B}[0m\u{1B}[2J" }
    for (number, row) in frame.rows.enumerated() {
      if let shown, shown.rows.indices.contains(number), shown.rows[number] == row { continue }
      text += "\u{1B}[\(number + 1);1H" + row.pieces.map(painted).joined() + "\u{1B}[K"
    }
    if let cursor = frame.cursor {
      text += "\u{1B}[\(cursor.row + 1);\(cursor.column + 1)H\u{1B}[?25h"
    }
    shown = frame
    return text
  }

  private func painted(_ piece: Frame.Piece) -> String {
    guard isColored, piece.look != .plain else { return piece.text }
    return "\u{1B}[\(piece.look.rawValue)m\(piece.text)\u{1B}[0m"
  }
}
