import KeywrightEvolution
import KeywrightSchema

/// Draws the state of `keywright browse`: rows of cells, of nothing but the state.
struct BrowseScreen {
  private let state: BrowseState
  private let columns: Int

  init(_ state: BrowseState) {
    (self.state, columns) = (state, max(state.size.columns, 1))
  }

  var frame: Frame {
    if case .page(let lines, let top) = state.mode {
      let height = max(1, state.size.rows - 2)
      let shown = lines.dropFirst(top).prefix(height).map { row(printable($0)) }
      return fitted([title] + filled(shown, to: height) + [bar("q leaves this page")])
    }
    if case .field(let field) = state.mode {
      let (bottom, cursor) = bottom(field)
      return fitted([title] + list + detail + [bottom], cursor: min(cursor, columns - 1))
    }
    // A long message takes rows of the description.
    let message = message
    return fitted([title] + list + detail.dropLast(message.count - 1) + message)
  }

  /// A frame with exactly the rows of the terminal: the bottom line is the last to go.
  private func fitted(_ rows: [Frame.Row], cursor: Int? = nil) -> Frame {
    Frame(rows: rows.dropLast().prefix(state.size.rows - 1) + rows.suffix(1), cursor: cursor)
  }

  private func row(_ text: String, _ look: Ink.Color = .plain) -> Frame.Row {
    var row = Frame.Row(columns: columns)
    row.add(text, look)
    return row
  }

  private func bar(_ text: String) -> Frame.Row {
    row(CellWidth.pad(" " + text, to: columns), .inverse)
  }

  /// Exactly so many rows: empty ones after these, or the first of these.
  private func filled(_ rows: some Collection<Frame.Row>, to height: Int) -> [Frame.Row] {
    rows.prefix(height) + Array(repeating: row(""), count: max(0, height - rows.count))
  }

  // MARK: The parts

  private var title: Frame.Row {
    let (rows, words) = (state.rows, state.filter.words)
    let keys = counted(rows.keyCount, "key")
    var rest = words.isEmpty ? keys : "\(state.shownCount) of \(keys): \(words)"
    rest += "  \(rows.changedCount) changed"
    if rows.problemCount > 0 { rest += "  " + counted(rows.problemCount, "problem") }
    // The addresses of a cluster may be longer than the line.
    let room = max(8, columns - CellWidth.of(rest) - 3)
    return bar(CellWidth.clip(printable(path: state.settings.store), to: room) + "  " + rest)
  }

  private var list: [Frame.Row] {
    let shown = state.lines.indices.dropFirst(state.top).prefix(state.listHeight)
    let rows = shown.map { number in
      let row = state.rows.all[state.lines[number].place]
      return state.lines[number].isHeading
        ? heading(row.key) : self.row(row, isChosen: number == state.cursor)
    }
    if !rows.isEmpty { return filled(rows, to: state.listHeight) }
    let isEmpty = state.filter == BrowseFilter()
    let words = isEmpty ? "The schemas declare no key." : "No key is so; a shows all."
    return filled([row("  " + words)], to: state.listHeight)
  }

  private func heading(_ key: CatalogKey) -> Frame.Row {
    var row = row(key.prefix.isEmpty ? "General" : LineText.name(key.prefix), .bold)
    let words = key.namespaces.last?.documentation
    let title = words.map { $0.title.isEmpty ? $0.summary : $0.title } ?? ""
    row.add("  " + Paragraphs.line(title), .faint)
    return row
  }

  /// A line of the list. The value stands last, so that its width in the terminal moves nothing else.
  private func row(_ row: BrowseRow, isChosen: Bool) -> Frame.Row {
    let look: Ink.Color = row.hasProblem ? .red : row.isChanged ? .bold : .plain
    let width = min(state.rows.nameWidth, max(8, columns * 2 / 5))
    let isNew = state.news[ExactString(row.key.storageString)] != nil
    var line = Frame.Row(columns: columns)
    line.add(
      "\(isChosen ? ">" : " ")\(mark(row)) \(CellWidth.pad(row.name, to: width))",
      isChosen ? .inverse : look)
    line.add("  " + CellWidth.pad(row.source, to: 11) + "  ", .faint)
    line.add(
      row.value(reveal: state.settings.reveals) ?? "nothing",
      !row.state.isReadable ? .red : isNew ? .green : .plain)
    return line
  }

  private func mark(_ row: BrowseRow) -> String {
    if row.hasProblem { return "!" }
    if row.isChanged { return "*" }
    if row.isFamily { return "+" }
    if row.key.model.lifecycle.deprecated != nil { return "~" }
    return refusal(row) == nil ? " " : "#"
  }

  private func refusal(_ row: BrowseRow) -> String? {
    row.state.refusal(skippingFunctions: state.settings.skipsFunctions)
  }

  /// The chosen key, with its description, its news, and the remarks about its value.
  private var detail: [Frame.Row] {
    guard let chosen = state.chosen else { return filled([bar("")], to: state.detailHeight) }
    let lines = description(chosen).flatMap { text, look in
      CellWidth.wrap(Paragraphs.line(text), to: columns - 2).map { row(" " + $0, look) }
    }
    return filled([bar(printable(chosen.key.storageString))] + lines, to: state.detailHeight)
  }

  private func description(_ row: BrowseRow) -> [(String, Ink.Color)] {
    let described = DescribedKey(row.key, prefix: nil)
    let summary = [described.ownTitle, described.summary].compactMap(\.self).filter { !$0.isEmpty }
    let news = state.news[ExactString(row.key.storageString)]
    return [(summary.joined(separator: ": "), .plain), (described.rule, .plain)]
      + (news.map { [($0, .green)] } ?? [])
      + row.state.remarks.map { ($0, row.hasProblem ? .red : .plain) }
      + (refusal(row).map { [("read-only: \($0)", .plain)] } ?? [])
  }

  // MARK: The bottom line

  private static let hints =
    "? help  / search  Enter edits  Space + - step  d default  u undo  q ends"

  private var message: [Frame.Row] {
    guard let message = state.message else { return [row(Self.hints, .faint)] }
    let rows = CellWidth.wrap(message.text, to: columns)
      .map { row($0, message.isProblem ? .red : .plain) }
    return filled(rows, to: max(1, min(rows.count, state.detailHeight - 1)))
  }

  /// A field, behind which stands why its text is refused, and the column of the cursor.
  private func bottom(_ field: BrowseField) -> (Frame.Row, Int) {
    let label = CellWidth.clip(label(of: field), to: columns / 2)
    let note = field.note ?? field.refusal(state.settings.catalog)
    let room = max(8, (note == nil ? columns : columns / 2) - 1 - CellWidth.of(label))
    let (text, column) = field.text.shown(in: room, isHidden: isHidden(field))
    var row = row(label, .bold)
    row.add(text)
    if let note { row.add("  " + printable(note), .red) }
    return (row, column + CellWidth.of(label))
  }

  private func label(of field: BrowseField) -> String {
    switch field.content {
    case .search: "/"
    case .value: "= "
    case .member(let family): family.parameterText.dropFirst() + " = "
    }
  }

  private func isHidden(_ field: BrowseField) -> Bool {
    guard case .value(let key, _) = field.content else { return false }
    return key.isSensitive && !state.settings.reveals
  }
}
