import Keywright
import KeywrightSchema

/// A change of one value.
struct BrowseCommit: Sendable {
  let key: CatalogKey
  /// The value that it replaces; it replaces no other.
  let old: StoredValue?
  let new: StoredValue?
  var isUndo = false
  /// The field in which the person typed the value; nil for a step, a removal, an undo.
  var field: BrowseField?

  /// The key and its new value.
  func words(reveal: Bool) -> String {
    let text = KeyState(key: key, stored: new).text(reveal: reveal)
    return "\(printable(key.storageString)) = \(text.map(LineText.text) ?? "nothing")"
  }
}

/// The request that a key press makes of the world outside of the state.
enum BrowseEffect: Sendable {
  case none, quit, redraw
  case store(BrowseCommit)
  /// Opens the value of a field in the person's editor.
  case open(BrowseField)
}

extension BrowseState {
  /// Takes a key press.
  mutating func take(_ key: KeyPress) -> BrowseEffect {
    if key == .control("l") { return .redraw }
    switch mode {
    case .list: return takeInList(key)
    case .field(let field): return takeInField(key, field)
    case .page(let lines, let top): takeInPage(key, lines, top)
    }
    return .none
  }

  // MARK: The list

  private mutating func takeInList(_ key: KeyPress) -> BrowseEffect {
    if move(key) || find(key) || showPage(key) { return .none }
    switch key {
    case .text("q"): return .quit
    case .enter, .text("e"), .text("i"): edit()
    case .text("E"): return open()
    case .text(" "), .text("+"), .right, .text("l"): return step(by: 1)
    case .text("-"), .left, .text("h"): return step(by: -1)
    case .text("d"), .text("x"), .delete: return remove()
    case .text("u"), .control("_"): return undo()
    default: say("? shows the keys")
    }
    return .none
  }

  private mutating func move(_ key: KeyPress) -> Bool {
    let page = max(1, listHeight - 1)
    switch key {
    case .down, .text("j"), .control("n"), .control("e"): move(to: cursor + 1)
    case .up, .text("k"), .control("p"), .control("y"): move(to: cursor - 1)
    case .pageDown, .text("f"), .control("f"), .control("v"): move(to: cursor + page)
    case .pageUp, .text("b"), .control("b"): move(to: cursor - page)
    case .control("d"): move(to: cursor + max(1, page / 2))
    case .control("u"): move(to: cursor - max(1, page / 2))
    case .home, .text("g"), .text("<"): move(to: 0)
    case .end, .text("G"), .text(">"): move(to: lines.count - 1)
    case .tab, .text("}"), .text("]"): moveNamespace(by: 1)
    case .backTab, .text("{"), .text("["): moveNamespace(by: -1)
    default: return false
    }
    return true
  }

  /// Keys that choose which rows are shown.
  private mutating func find(_ key: KeyPress) -> Bool {
    switch key {
    case .text("/"): mode = .field(BrowseField(content: .search, text: TextField(filter.search)))
    case .text("c"): filter.isChanged.toggle()
    case .text("p"): filter.hasProblem.toggle()
    case .text("o"): filter.namespace = filter.namespace == nil ? chosen?.key.prefix : nil
    case .text("a"), .escape: filter = BrowseFilter()
    default: return false
    }
    return true
  }

  /// Keys that show something else over the list.
  private mutating func showPage(_ key: KeyPress) -> Bool {
    if key == .text("?") {
      mode = .page(BrowseHelp.lines, top: 0)
    } else if key == .text("v"), let chosen {
      let state = chosen.isFamily ? nil : chosen.state
      let text = KeyExplanation(key: chosen.key, state: state, reveal: settings.reveals).text
      mode = .page(text.split(separator: "\n").map(String.init), top: 0)
    } else {
      return false
    }
    return true
  }

  private mutating func say(_ text: String, isProblem: Bool = false) {
    message = Message(text: text, isProblem: isProblem)
  }

  // MARK: Values

  /// The chosen row, if its value can be changed here; if not, the bottom line says why.
  private mutating func changeable() -> BrowseRow? {
    guard let chosen else { return nil }
    if chosen.isFamily {
      say("this stands for many keys; Enter adds one")
      return nil
    }
    guard let reason = chosen.state.refusal(skippingFunctions: settings.skipsFunctions) else {
      return chosen
    }
    say("read-only: \(reason)", isProblem: true)
    return nil
  }

  private func field(of row: BrowseRow) -> BrowseField {
    let isHidden = row.key.isSensitive && !settings.reveals
    let text = isHidden ? "" : row.state.text(reveal: true) ?? ""
    return BrowseField(
      content: .value(row.key, present: row.state.stored), text: TextField(text))
  }

  private mutating func edit() {
    message = nil
    if let family = chosen, family.isFamily {
      mode = .field(BrowseField(content: .member(of: family.key), text: TextField()))
    } else if let row = changeable() {
      mode = .field(field(of: row))
    }
  }

  private mutating func open() -> BrowseEffect {
    guard let row = changeable() else { return .none }
    // Editors write copies of what they edit.
    if row.key.isSecret || row.key.isSensitive && !settings.reveals {
      say("it is \(row.key.model.lifecycle.sensitivity.rawValue); Enter edits it here")
      return .none
    }
    return .open(field(of: row))
  }

  private mutating func step(by count: Int) -> BrowseEffect {
    guard let row = changeable() else { return .none }
    guard let text = row.text(after: count) else {
      say("the value has no next one; Enter edits it")
      return .none
    }
    do throws(ValueRefusal) {
      let new = try row.key.stored(fromText: text)
      return .store(BrowseCommit(key: row.key, old: row.state.stored, new: new))
    } catch {
      say(printable(error.reason), isProblem: true)
      return .none
    }
  }

  private mutating func remove() -> BrowseEffect {
    guard let chosen else { return .none }
    guard let old = chosen.state.stored else {
      say("nothing is stored; it has the default")
      return .none
    }
    return .store(BrowseCommit(key: chosen.key, old: old, new: nil))
  }

  private mutating func undo() -> BrowseEffect {
    guard let last = undoable.popLast() else {
      say("nothing is left to undo")
      return .none
    }
    return .store(BrowseCommit(key: last.key, old: last.new, new: last.old, isUndo: true))
  }

  // MARK: Fields and pages

  private mutating func takeInField(_ key: KeyPress, _ field: BrowseField) -> BrowseEffect {
    var field = field
    switch (key, field.content) {
    case (.enter, _): return accept(field)
    case (.escape, let content):
      mode = .list
      if case .search = content { filter.search = "" }
      return .none
    case (.down, .search), (.up, .search): _ = move(key)
    case (.tab, .value(let chosen, _)), (.down, .value(let chosen, _)),
      (.up, .value(let chosen, _)):
      let choice = chosen.choice(after: field.text.text, by: key == .up ? -1 : 1)
      if let choice { field.text = TextField(choice) }
    default:
      if field.text.take(key) { field.note = nil }
      if case .search = field.content { filter.search = field.text.text }
    }
    mode = .field(field)
    return .none
  }

  /// Does what a field is for; one that is refused stays, with the reason.
  mutating func accept(_ field: BrowseField) -> BrowseEffect {
    let isRefused = field.refusal(settings.catalog) != nil
    mode = isRefused ? .field(field) : .list
    if isRefused { return .none }
    if case .member(let family) = field.content,
      let key = settings.catalog.find(field.name(in: family))
    {
      add(key)
      edit()
    }
    guard case .value(let key, let old) = field.content,
      let new = try? key.stored(fromText: field.text.text)
    else { return .none }
    if new != old { return .store(BrowseCommit(key: key, old: old, new: new, field: field)) }
    say("it is stored already")
    return .none
  }

  private mutating func takeInPage(_ key: KeyPress, _ lines: [String], _ top: Int) {
    let page = max(1, size.rows - 2)
    let step: Int
    switch key {
    case .down, .text("j"), .enter: step = 1
    case .up, .text("k"): step = -1
    case .pageDown, .text("f"), .text(" "): step = page
    case .pageUp, .text("b"): step = -page
    default:
      mode = .list
      return
    }
    mode = .page(lines, top: max(0, min(top + step, lines.count - page)))
  }
}
