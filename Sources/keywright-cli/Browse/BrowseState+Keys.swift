import Keywright
import KeywrightSchema

/// The request that a key press makes of the world outside of the state.
enum BrowseEffect: Sendable {
  case none, quit, suspend, redraw
  case store(BrowseCommit)
}

extension BrowseState {
  /// Takes a key press.
  mutating func take(_ key: KeyPress) -> BrowseEffect {
    switch (mode, key) {
    case (_, .control("l")): return .redraw
    case (_, .control("z")): return .suspend
    case (.list, .control("c")): return .quit
    case (_, .control("c")):
      mode = .list
      return .none
    case (.list, _): return takeInList(key)
    case (.search(let field), _): takeInSearch(key, field)
    case (.edit(let edit), _): return takeInField(key, edit)
    case (.add(let family, let field), _): takeInAddition(key, family, field)
    case (.page(let lines, let top), _): takeInPage(key, lines, top)
    }
    return .none
  }

  // MARK: The list

  private mutating func takeInList(_ key: KeyPress) -> BrowseEffect {
    if move(key) || choose(key) || show(key) { return .none }
    switch key {
    case .text("q"): return .quit
    case .enter, .text("e"), .text("i"): edit()
    case .text(" "), .text("+"), .right, .text("l"): return step(by: 1)
    case .text("-"), .left, .text("h"): return step(by: -1)
    case .text("d"), .text("x"), .delete: return remove()
    case .text("u"), .control("_"): return undo()
    default: answer("? shows the keys")
    }
    return .none
  }

  private mutating func move(_ key: KeyPress) -> Bool {
    let page = max(1, listHeight - 1)
    switch key {
    case .down, .text("j"), .control("n"), .control("e"): move(by: 1)
    case .up, .text("k"), .control("p"), .control("y"): move(by: -1)
    case .pageDown, .text("f"), .control("f"), .control("v"): move(by: page)
    case .pageUp, .text("b"), .control("b"): move(by: -page)
    case .control("d"): move(by: max(1, page / 2))
    case .control("u"): move(by: -max(1, page / 2))
    case .home, .text("g"), .text("<"): choose(0)
    case .end, .text("G"), .text(">"): choose(visible.count - 1)
    case .tab, .text("}"), .text("]"): moveGroup(by: 1)
    case .backTab, .text("{"), .text("["): moveGroup(by: -1)
    default: return false
    }
    return true
  }

  /// Keys that choose which entries are shown.
  private mutating func choose(_ key: KeyPress) -> Bool {
    var filter = filter
    switch key {
    case .text("/"):
      mode = .search(TextField(filter.search))
      return true
    case .text("c"): filter.isChanged.toggle()
    case .text("p"): filter.hasProblem.toggle()
    case .text("o"): filter.namespace = filter.namespace == nil ? chosen?.key.prefix : nil
    case .text("t"):
      let tags = model.tags
      let next = filter.tag.flatMap(tags.firstIndex).map { $0 + 1 } ?? 0
      filter.tag = tags.indices.contains(next) ? tags[next] : nil
      if tags.isEmpty { answer("no key has a tag") }
    case .text("a"), .escape: filter = BrowseFilter()
    default: return false
    }
    setFilter(filter)
    return true
  }

  /// Keys that show something else over the list.
  private mutating func show(_ key: KeyPress) -> Bool {
    switch key {
    case .text("?"): mode = .page(BrowseHelp.lines, top: 0)
    case .text("v"):
      guard let chosen else { return true }
      let state = chosen.isFamily ? nil : chosen.state
      let text = KeyExplanation(key: chosen.key, state: state, reveal: model.reveals).text
      mode = .page(text.split(separator: "\n").map(String.init), top: 0)
    default: return false
    }
    return true
  }

  // MARK: Values

  private mutating func edit() {
    if let family = chosen, family.isFamily {
      mode = .add(family.key, TextField())
      message = nil
      return
    }
    guard let chosen = changeable else { return }
    let isHidden = chosen.key.isSensitive && !model.reveals
    let text = isHidden ? "" : chosen.state.text(reveal: true) ?? ""
    mode = .edit(
      BrowseEdit(key: chosen.key, field: TextField(text), present: model.values[chosen.key]))
    message = nil
  }

  /// The chosen entry, if its value can be changed here; if not, the bottom line says why.
  private var changeable: BrowseEntry? {
    mutating get {
      guard let chosen else { return nil }
      if chosen.isFamily {
        answer("this stands for many keys; Enter adds one")
        return nil
      }
      guard let reason = chosen.state.refusal(skippingFunctions: model.skipsFunctions) else {
        return chosen
      }
      answer("read-only: \(reason)", isProblem: true)
      return nil
    }
  }

  private mutating func step(by count: Int) -> BrowseEffect {
    guard let chosen = changeable else { return .none }
    guard let text = chosen.text(after: count) else {
      answer("the value has no next one; Enter edits it")
      return .none
    }
    return store(text, chosen.key)
  }

  private mutating func remove() -> BrowseEffect {
    guard let chosen else { return .none }
    guard let old = model.values[chosen.key] else {
      answer("nothing is stored; it has the default")
      return .none
    }
    return .store(BrowseCommit(key: chosen.key, old: old, new: nil))
  }

  mutating func undo() -> BrowseEffect {
    guard let last = undoable.last else {
      answer("nothing is left to undo")
      return .none
    }
    return .store(BrowseCommit(key: last.key, old: last.new, new: last.old, isUndo: true))
  }

  /// Stores a text, if it is a value of the key.
  mutating func store(_ text: String, _ key: CatalogKey) -> BrowseEffect {
    var (old, typed) = (model.values[key], String?.none)
    if case .edit(let edit) = mode { (old, typed) = (edit.present, text) }
    do throws(ValueRefusal) {
      let value = try key.stored(fromText: text)
      if value == old {
        mode = .list
        answer("it is stored already")
        return .none
      }
      return .store(BrowseCommit(key: key, old: old, new: value, typed: typed))
    } catch {
      if case .list = mode { answer(printable(error.reason), isProblem: true) }
      return .none
    }
  }

  // MARK: Fields and pages

  private mutating func takeInSearch(_ key: KeyPress, _ field: TextField) {
    var field = field
    switch key {
    case .enter: mode = .list
    case .down, .up: _ = move(key)
    case .escape:
      mode = .list
      var filter = filter
      filter.search = ""
      setFilter(filter)
    default:
      guard field.take(key) else { return }
      mode = .search(field)
      var filter = filter
      filter.search = field.text
      setFilter(filter)
    }
  }

  private mutating func takeInField(_ key: KeyPress, _ edit: BrowseEdit) -> BrowseEffect {
    var edit = edit
    switch key {
    case .enter: return store(edit.field.text, edit.key)
    case .escape:
      mode = .list
      return .none
    case .tab, .up, .down:
      let choices = edit.key.choices(after: edit.field.text, by: key == .up ? -1 : 1)
      if let choices { edit.field = TextField(choices) }
    default:
      if edit.field.take(key) { edit.note = nil }
    }
    mode = .edit(edit)
    return .none
  }

  private mutating func takeInAddition(_ key: KeyPress, _ family: CatalogKey, _ field: TextField) {
    var field = field
    switch key {
    case .enter:
      guard let new = try? model.catalog.key(named: family.storageString + ":" + field.text) else {
        return
      }
      model.add(new)
      refilter()
      if !choose(new) {
        setFilter(BrowseFilter())
        _ = choose(new)
      }
      mode = .list
      edit()
      return
    case .escape:
      mode = .list
      return
    default: _ = field.take(key)
    }
    mode = .add(family, field)
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
