import KeywrightSchema

/// Draws the state of `keywright browse`: rows of cells, of nothing but the state.
struct BrowseScreen {
  private let state: BrowseState
  private let columns: Int

  init(_ state: BrowseState) {
    (self.state, columns) = (state, max(state.size.columns, 1))
  }

  var frame: Frame {
    var frame = Frame(rows: [title])
    if case .page(let lines, let top) = state.mode {
      frame.rows += page(lines, top)
      frame.rows.append(bar("q leaves this page"))
      return fitted(frame)
    }
    frame.rows += list
    let (bottom, column) = bottom
    // A long message takes rows of the description.
    frame.rows += detail.dropLast(min(detail.count, bottom.count - 1))
    frame.rows += bottom
    frame = fitted(frame)
    frame.cursor = column.map {
      Frame.Cell(row: frame.rows.count - 1, column: min($0, columns - 1))
    }
    return frame
  }

  /// The frame with exactly the rows of the terminal.
  private func fitted(_ frame: Frame) -> Frame {
    var frame = frame
    let rows = max(state.size.rows, 1)
    while frame.rows.count < rows { frame.rows.insert(Frame.Row(), at: frame.rows.count - 1) }
    // The bottom line is the last to go.
    while frame.rows.count > rows { frame.rows.remove(at: max(0, frame.rows.count - 2)) }
    frame.rows = frame.rows.map { $0.clipped(to: columns) }
    return frame
  }

  private func bar(_ text: String) -> Frame.Row {
    Frame.Row(CellWidth.pad(" " + text, to: columns), .inverse)
  }

  // MARK: The parts

  private var title: Frame.Row {
    let model = state.model
    let shown =
      state.filter.isEmpty
      ? counted(model.keyCount, "key")
      : "\(state.visible.count { !model.entries[$0].isFamily }) of "
        + "\(counted(model.keyCount, "key")): \(state.filter.words)"
    let problems = model.problemCount
    let rest = [
      shown, "\(model.changedCount) changed", problems > 0 ? counted(problems, "problem") : nil,
      state.pending > 0 ? "storing\u{2026}" : nil,
    ].compactMap(\.self).joined(separator: "  ")
    // The addresses of a cluster may be longer than the line.
    let room = max(8, columns - CellWidth.of(rest) - 3)
    return bar(CellWidth.clip(printable(path: model.store), to: room) + "  " + rest)
  }

  private var list: [Frame.Row] {
    let lines = state.lines.dropFirst(state.top).prefix(state.listHeight)
    if lines.isEmpty {
      let words =
        state.filter.isEmpty ? "The schemas declare no key." : "No key is so; a shows all."
      return [Frame.Row("  " + words)] + Array(repeating: Frame.Row(), count: state.listHeight - 1)
    }
    let rows = lines.map { line in
      switch line {
      case .group(let number): heading(state.model.groups[number])
      case .entry(let number): row(number)
      }
    }
    return rows + Array(repeating: Frame.Row(), count: state.listHeight - rows.count)
  }

  private func heading(_ group: BrowseModel.Group) -> Frame.Row {
    let name = group.prefix.isEmpty ? "General" : LineText.name(group.prefix)
    var row = Frame.Row(CellWidth.clip(name, to: columns), .bold)
    let rest = columns - CellWidth.of(name) - 2
    if !group.title.isEmpty, rest > 4 {
      row.add(
        "  " + CellWidth.isolated(CellWidth.clip(Paragraphs.line(group.title), to: rest)), .faint)
    }
    return row
  }

  /// A line of the list. The value stands last, so that its width in the terminal moves nothing else.
  private func row(_ number: Int) -> Frame.Row {
    let entry = state.model.entries[state.visible[number]]
    let isChosen = number == state.cursor
    let look: Frame.Look =
      isChosen ? .inverse : entry.hasProblem ? .red : entry.isChanged ? .bold : .plain
    let name = CellWidth.isolated(CellWidth.pad(entry.name, to: nameWidth))
    var row = Frame.Row()
    row.add("\(isChosen ? ">" : " ")\(mark(entry)) \(name)", look)
    row.add("  " + CellWidth.pad(entry.source, to: 11) + "  ", .faint)
    let rest = columns - nameWidth - 18
    let value = entry.value(reveal: state.model.reveals) ?? "nothing"
    let isPlain = entry.news == nil && entry.state.isReadable
    row.add(
      CellWidth.isolated(CellWidth.clip(value, to: rest)),
      isPlain ? .plain : entry.state.isReadable ? .green : .red)
    return row
  }

  private func mark(_ entry: BrowseEntry) -> String {
    if entry.hasProblem { return "!" }
    if entry.isChanged { return "*" }
    if entry.isFamily { return "+" }
    if entry.key.model.lifecycle.deprecated != nil { return "~" }
    return entry.state.refusal(skippingFunctions: state.model.skipsFunctions) != nil ? "#" : " "
  }

  private var nameWidth: Int { min(state.model.nameWidth, max(8, columns * 2 / 5)) }

  /// The description of the chosen key, its news, and the remarks about its value.
  private var detail: [Frame.Row] {
    guard state.detailHeight > 0 else { return [] }
    guard let entry = state.chosen else {
      return [bar("")] + Array(repeating: Frame.Row(), count: state.detailHeight - 1)
    }
    let described = DescribedKey(entry.key, prefix: nil)
    let summary = [described.ownTitle, described.summary].compactMap(\.self).filter { !$0.isEmpty }
    var texts: [(String, Frame.Look)] = []
    texts.append((summary.joined(separator: ": "), .plain))
    texts.append((described.rule, .plain))
    if let news = entry.news { texts.append((news, .green)) }
    let problems = entry.hasProblem
    texts += entry.state.remarks.map { ($0, problems ? .red : .plain) }
    if let reason = entry.state.refusal(skippingFunctions: state.model.skipsFunctions) {
      texts.append(("read-only: \(reason)", .plain))
    }
    let room = state.detailHeight - 1
    let rows = texts.filter { !$0.0.isEmpty }.flatMap { text, look in
      CellWidth.wrap(Paragraphs.line(text), to: columns - 2).map {
        Frame.Row(" " + CellWidth.isolated($0), look)
      }
    }.prefix(room)
    return [bar(printable(entry.key.storageString))] + rows
      + Array(repeating: Frame.Row(), count: room - rows.count)
  }

  private static let hints =
    "? help  / search  Enter edits  Space + - step  d default  u undo  q ends"

  /// The bottom line, and the cell of its cursor; of a long message several lines.
  private var bottom: ([Frame.Row], Int?) {
    switch state.mode {
    case .search(let field):
      let (text, column) = field.shown(in: columns - 2)
      return ([Frame.Row("/" + text)], column + 1)
    case .edit(let edit):
      let (row, column) = bottom(edit)
      return ([row], column)
    case .add(let family, let field):
      let (row, column) = bottom(family, field)
      return ([row], column)
    case .list, .page:
      guard let message = state.message else { return ([Frame.Row(Self.hints, .faint)], nil) }
      let look: Frame.Look = message.isProblem ? .red : .plain
      let lines = CellWidth.wrap(message.text, to: columns)
        .map { Frame.Row(CellWidth.isolated($0), look) }
      let room = max(1, state.detailHeight - 1)
      return (lines.isEmpty ? [Frame.Row()] : Array(lines.prefix(room)), nil)
    }
  }

  /// A field, behind which stands why its text is no value yet.
  private func bottom(_ edit: BrowseEdit) -> (Frame.Row, Int?) {
    let isHidden = edit.key.isSensitive && !state.model.reveals
    return bottom("= ", edit.field, edit.note ?? edit.refusal, isHidden: isHidden)
  }

  /// A field for the components of a family's new key.
  private func bottom(_ family: CatalogKey, _ field: TextField) -> (Frame.Row, Int?) {
    var reason: String?
    do throws(UnknownName) {
      _ = try state.model.catalog.key(named: family.storageString + ":" + field.text)
    } catch {
      reason = error.reason
    }
    let label = family.parameterText.dropFirst() + " = "
    return bottom(CellWidth.clip(String(label), to: columns / 2), field, reason)
  }

  private func bottom(
    _ label: String, _ field: TextField, _ note: String?, isHidden: Bool = false
  ) -> (Frame.Row, Int?) {
    let room = max(8, (note == nil ? columns : columns / 2) - 1 - label.count)
    let (text, column) = field.shown(in: room, isHidden: isHidden)
    var row = Frame.Row(label, .bold)
    row.add(text)
    if let note {
      let rest = columns - 4 - CellWidth.of(text) - label.count
      row.add("  " + CellWidth.clip(printable(note), to: rest), .red)
    }
    return (row, column + label.count)
  }

  private func page(_ lines: [String], _ top: Int) -> [Frame.Row] {
    let height = max(1, state.size.rows - 2)
    let shown = lines.dropFirst(top).prefix(height)
      .map { Frame.Row(CellWidth.isolated(CellWidth.clip(printable($0), to: columns))) }
    return shown + Array(repeating: Frame.Row(), count: height - shown.count)
  }
}
