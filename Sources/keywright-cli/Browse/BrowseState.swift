import Keywright
import KeywrightSchema
import KeywrightVerbs

/// The state of the screen of `keywright browse`: all that it draws, and all that a key press changes.
struct BrowseState: Sendable {
  let settings: BrowseSettings
  private var values: StoredValues
  private(set) var rows: BrowseRows
  var filter = BrowseFilter() { didSet { show(chosen?.key) } }
  /// The lines of the list, from the top.
  private(set) var lines: [Line] = []
  /// The number of keys that the filter shows, families left out.
  private(set) var shownCount = 0
  /// The number of the line of the chosen key.
  private(set) var cursor = 0
  /// The first line that the screen has room for.
  private(set) var top = 0
  var size: ScreenSize { didSet { scroll() } }
  var mode = Mode.list
  /// The sentence at the bottom.
  var message: Message?
  /// The changes that others made since the screen shows the values, in words, by storage string.
  private(set) var news: [ExactString: String] = [:]
  /// Keys of families that the person named.
  private var added: [CatalogKey] = []
  /// The changes that can be undone, the last one at the end.
  var undoable: [BrowseCommit] = []

  /// A row, or the heading above it.
  struct Line: Equatable, Sendable {
    /// The number of the row.
    let place: Int
    var isHeading = false
  }

  enum Mode: Sendable {
    case list
    case field(BrowseField)
    /// A text over the whole screen, from a line on.
    case page([String], top: Int)
  }

  struct Message: Equatable, Sendable {
    var text: String
    var isProblem = false
  }

  init(
    _ values: StoredValues, _ settings: BrowseSettings,
    size: ScreenSize = ScreenSize(rows: 24, columns: 80)
  ) throws(PlainRefusal) {
    (self.settings, self.values, self.size) = (settings, values, size)
    rows = try BrowseRows(values, settings)
    show(nil)
  }

  // MARK: The list

  /// The number of rows for the list: all but the title, the key's description and the bottom line.
  var listHeight: Int { max(1, size.rows - 2 - detailHeight) }
  var detailHeight: Int { size.rows >= 18 ? 6 : size.rows >= 12 ? 4 : 0 }

  /// The chosen row; nil if the filter shows none.
  var chosen: BrowseRow? {
    guard lines.indices.contains(cursor), !lines[cursor].isHeading else { return nil }
    return rows.all[lines[cursor].place]
  }

  /// Finds the lines again, and goes to the row of a key, if the filter shows it.
  private mutating func show(_ key: CatalogKey?) {
    (lines, shownCount) = ([], 0)
    var prefix: String?
    for place in rows.places(filter) {
      if rows.all[place].prefix != prefix { lines.append(Line(place: place, isHeading: true)) }
      prefix = rows.all[place].prefix
      lines.append(Line(place: place))
      shownCount += rows.all[place].isFamily ? 0 : 1
    }
    let same = key.flatMap(rows.place).flatMap { lines.firstIndex(of: Line(place: $0)) }
    go(to: same ?? cursor)
  }

  /// Goes to a line; from a heading on to the key behind it.
  private mutating func go(to line: Int) {
    let wanted = max(0, min(line, lines.count - 1))
    let isHeading = lines.indices.contains(wanted) && lines[wanted].isHeading
    cursor = !isHeading ? wanted : wanted > 0 && wanted < cursor ? wanted - 1 : wanted + 1
    scroll()
  }

  /// Goes to a line as a person does, who has read the message about the value.
  mutating func move(to line: Int) {
    message = nil
    go(to: line)
  }

  /// Goes to the first key of the next namespace, or of the previous one.
  mutating func moveNamespace(by step: Int) {
    let headings = lines.indices.filter { lines[$0].isHeading }
    let found =
      step > 0 ? headings.first { $0 > cursor } : headings.last { $0 < cursor - 1 }
    if let found { move(to: found + 1) }
  }

  private mutating func scroll() {
    // A heading is shown with its first key.
    let first = cursor > 0 && lines[cursor - 1].isHeading ? cursor - 1 : cursor
    if first < top { top = first }
    if cursor >= top + listHeight { top = cursor - listHeight + 1 }
    top = max(0, min(top, lines.count - listHeight))
  }

  // MARK: Changes

  /// Shows what is stored now.
  ///
  /// - Parameter commit: The change that this screen made, of which the person need not be told.
  mutating func reload(_ values: StoredValues, after commit: BrowseCommit? = nil) {
    let (old, own) = (rows, commit?.key.storageString)
    self.values = values
    rebuild(at: chosen?.key)
    if let own { news[ExactString(own)] = nil }
    if let commit, !commit.isUndo { undoable.append(commit) }
    for row in rows.all where row.key.storageString != own && !row.isFamily {
      guard let words = row.news(since: old[row.key], reveal: settings.reveals) else { continue }
      news[ExactString(row.key.storageString)] = words
      tell(row, words)
    }
  }

  private mutating func rebuild(at key: CatalogKey?) {
    // The namespace was found at the beginning.
    guard let new = try? BrowseRows(values, settings, adding: added) else { return }
    rows = new
    show(key)
  }

  /// Says what others did to a value if it is at the cursor, or being edited.
  private mutating func tell(_ row: BrowseRow, _ words: String) {
    let name = row.key.storageString
    if case .field(var field) = mode, case .value(let key, _) = field.content,
      key.storageString == name
    {
      field.content = .value(key, present: row.state.stored)
      field.note = "it is \(row.value(reveal: settings.reveals) ?? "nothing") now: " + words
      mode = .field(field)
    } else if chosen?.key.storageString == name {
      message = Message(text: "\(printable(name)) \(words)")
    }
  }

  /// Says why a change was not stored. A text that the person typed comes back, to replace the value that is there
  /// now.
  mutating func refuse(_ commit: BrowseCommit, _ reason: String) {
    message = Message(text: (commit.isUndo ? "not undone: " : "") + reason, isProblem: true)
    guard var field = commit.field else { return }
    field.content = .value(commit.key, present: rows[commit.key]?.state.stored)
    field.note = reason
    mode = .field(field)
  }

  /// Goes to a key of a family, for which nothing need be stored.
  mutating func add(_ key: CatalogKey) {
    added.append(key)
    rebuild(at: key)
    if chosen?.key.storageString == key.storageString { return }
    filter = BrowseFilter()
    show(key)
  }
}

/// A text that a person types in the bottom line.
struct BrowseField: Sendable {
  var content: Content
  var text: TextField
  /// A note about a change from outside during the edit, or the reason why nothing was stored.
  var note: String?

  enum Content: Sendable {
    /// The words of a search.
    case search
    /// The value of a key, and the stored one that the person saw.
    case value(CatalogKey, present: StoredValue?)
    /// The components of a new key of a family.
    case member(of: CatalogKey)
  }

  /// The reason why the text is no value of its key, or no key of its family; nil if it is one.
  func refusal(_ catalog: SchemaCatalog) -> String? {
    do {
      switch content {
      case .search: break
      case .value(let key, _): _ = try key.stored(fromText: text.text)
      case .member(let family): _ = try catalog.key(named: name(in: family))
      }
      return nil
    } catch {
      return (error as? ValueRefusal)?.reason ?? "\(error)"
    }
  }

  /// The storage string of a family's key with these components.
  func name(in family: CatalogKey) -> String { "\(family.storageString):\(text.text)" }
}
