import Keywright
import KeywrightSchema

/// The state of the screen of `keywright browse`, which key presses and changes of the store move on.
struct BrowseState: Sendable {
  var model: BrowseModel
  private(set) var filter = BrowseFilter()
  /// The entries that the filter shows.
  private(set) var visible: [Int] = []
  /// The lines of the list, from the top.
  private(set) var lines: [Line] = []
  /// The number of the chosen entry among the visible ones.
  private(set) var cursor = 0
  /// The first line that the screen has room for.
  private(set) var top = 0
  private(set) var size: ScreenSize
  var mode = Mode.list
  /// The sentence at the bottom.
  var message: Message?
  var undoable: [BrowseCommit] = []
  /// The number of commits that did not end yet.
  var pending = 0

  enum Line: Equatable, Sendable {
    case group(Int)
    /// A number among the visible entries.
    case entry(Int)
  }

  enum Mode: Sendable {
    case list
    case search(TextField)
    case edit(BrowseEdit)
    /// The components of a new key of a family.
    case add(CatalogKey, TextField)
    /// A text over the whole screen, from a line on.
    case page([String], top: Int)
  }

  struct Message: Equatable, Sendable {
    var text: String
    var isProblem = false
    /// Whether it answers a key press: the end of an earlier commit does not hide it.
    var isAnswer = false
  }

  init(_ model: BrowseModel, size: ScreenSize) {
    (self.model, self.size) = (model, size)
    refilter()
  }

  // MARK: The list

  /// The number of rows for the list: all but the title, the key's description and the bottom line.
  var listHeight: Int { max(1, size.rows - 2 - detailHeight) }
  var detailHeight: Int { size.rows >= 18 ? 6 : size.rows >= 12 ? 4 : 0 }

  /// The chosen entry; nil if the filter shows none.
  var chosen: BrowseEntry? { chosenPlace.map { model.entries[$0] } }
  private var chosenPlace: Int? { visible.indices.contains(cursor) ? visible[cursor] : nil }

  mutating func resize(_ size: ScreenSize) {
    self.size = size
    scroll()
  }

  mutating func setFilter(_ filter: BrowseFilter) {
    self.filter = filter
    refilter()
  }

  /// Finds the visible entries again; the chosen one stays, if it is among them.
  mutating func refilter() {
    let chosenKey = chosen?.key.storageString
    visible = model.places(filter)
    lines = []
    var group = -1
    for (number, place) in visible.enumerated() {
      if model.entries[place].group != group {
        group = model.entries[place].group
        lines.append(.group(group))
      }
      lines.append(.entry(number))
    }
    let same = chosenKey.flatMap { key in
      visible.firstIndex { model.entries[$0].key.storageString == key }
    }
    cursor = same ?? max(0, min(cursor, visible.count - 1))
    scroll()
  }

  mutating func move(by count: Int) { choose(cursor + count) }

  mutating func choose(_ number: Int) {
    cursor = max(0, min(number, visible.count - 1))
    // The person has read the message about the value.
    message = nil
    scroll()
  }

  /// Goes to a key; false if the filter hides it.
  mutating func choose(_ key: CatalogKey) -> Bool {
    guard let place = model.place(of: key), let number = visible.firstIndex(of: place) else {
      return false
    }
    choose(number)
    return true
  }

  /// Goes to the first entry of the next group, or of the previous one.
  mutating func moveGroup(by step: Int) {
    guard let group = chosen?.group else { return }
    let groups = visible.map { model.entries[$0].group }
    let isFirst = groups.firstIndex(of: group) == cursor
    let wanted =
      step > 0
      ? groups.first { $0 > group } : isFirst ? groups.last { $0 < group } : group
    if let wanted, let number = groups.firstIndex(of: wanted) { choose(number) }
  }

  private mutating func scroll() {
    let line = lines.firstIndex(of: .entry(cursor)) ?? 0
    // The heading of a group is shown with its first entry.
    let first = line > 0 && lines[line - 1] != .entry(cursor - 1) ? line - 1 : line
    if first < top { top = first }
    if line >= top + listHeight { top = line - listHeight + 1 }
    top = max(0, min(top, lines.count - listHeight))
  }

  /// Answers a key press in the bottom line.
  mutating func answer(_ text: String, isProblem: Bool = false) {
    message = Message(text: text, isProblem: isProblem, isAnswer: true)
  }

  // MARK: Changes

  /// Takes over what another program stored.
  ///
  /// - Returns: The keys whose values changed.
  @discardableResult
  mutating func take(_ changes: [(name: String, value: StoredValue?)]) -> [CatalogKey] {
    finish(changes.compactMap { model.take($0.name, $0.value, isOwn: false) })
  }

  /// Takes over what the administrator changed.
  ///
  /// - Returns: The keys.
  @discardableResult
  mutating func takePolicyChanges(on names: [String]) -> [CatalogKey] {
    finish(names.compactMap { model.takePolicyChange(on: $0) })
  }

  /// Takes over all that is stored now.
  mutating func take(_ values: StoredValues) { finish(model.take(values)) }

  @discardableResult
  private mutating func finish(_ keys: [CatalogKey]) -> [CatalogKey] {
    for key in keys { tell(key) }
    if !keys.isEmpty { refilter() }
    return keys
  }

  /// Shows the news of a key if its value is at the cursor, or being edited.
  private mutating func tell(_ key: CatalogKey) {
    guard let place = model.place(of: key), let news = model.entries[place].news else { return }
    if case .edit(var edit) = mode, edit.key.storageString == key.storageString {
      edit.present = model.values[key]
      edit.note =
        "it is \(model.entries[place].value(reveal: model.reveals) ?? "nothing") now: " + news
      mode = .edit(edit)
    } else if chosen?.key.storageString == key.storageString {
      message = Message(text: "\(printable(key.storageString)) \(news)")
    }
  }
}

/// A value that is being edited.
struct BrowseEdit: Sendable {
  let key: CatalogKey
  var field: TextField
  /// The stored value at this moment.
  var present: StoredValue?
  /// A note about a change from outside during the edit, or the reason why nothing was stored.
  var note: String?

  /// The reason why the text is no value of the key; nil if it is one.
  var refusal: String? {
    do throws(ValueRefusal) {
      _ = try key.stored(fromText: field.text)
      return nil
    } catch {
      return printable(error.reason)
    }
  }
}
