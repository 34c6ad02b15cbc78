/// The contents of a terminal's screen at one moment.
struct Frame: Equatable, Sendable {
  var rows: [Row] = []
  /// The cell of the cursor in the last row, from 0; nil for a hidden cursor.
  var cursor: Int?

  /// A row: texts from left to right, as far as there is room for them, without control characters.
  struct Row: Equatable, Sendable {
    private(set) var pieces: [Piece] = []
    private var room: Int

    init(columns: Int) { room = columns }

    /// The text alone.
    var text: String { pieces.map(\.text).joined() }

    mutating func add(_ text: String, _ look: Ink.Color = .plain) {
      let clipped = CellWidth.clip(text, to: room)
      room -= CellWidth.of(clipped)
      pieces.append(Piece(text: clipped, look: look))
    }
  }

  struct Piece: Equatable, Sendable {
    let text: String
    let look: Ink.Color
  }
}

/// The rows and columns of a terminal.
struct ScreenSize: Equatable, Sendable {
  var rows: Int
  var columns: Int
}

/// Writes the rows that differ from those that a terminal shows.
struct FrameWriter {
  let ink: Ink
  private var shown: [Frame.Row] = []

  init(_ ink: Ink) { self.ink = ink }

  /// Forgets what the terminal shows, as after another size.
  mutating func forget() { shown = [] }

  /// The bytes that turn the terminal to a frame.
  ///
  /// A row is erased before its text: after a full row the cursor still stands in the last column, and erasing to
  /// the end would take that cell, too.
  mutating func text(for frame: Frame) -> String {
    var text = "\u{1B}[?25l\u{1B}[0m"
    for (number, row) in frame.rows.enumerated() {
      if shown.indices.contains(number), shown[number] == row { continue }
      let pieces = row.pieces.map { ink.paint($0.text, $0.look) }.joined()
      text += "\u{1B}[\(number + 1);1H\u{1B}[K" + pieces
    }
    if let cursor = frame.cursor { text += "\u{1B}[\(frame.rows.count);\(cursor + 1)H\u{1B}[?25h" }
    shown = frame.rows
    return text
  }
}
