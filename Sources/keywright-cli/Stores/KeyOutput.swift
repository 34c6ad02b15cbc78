import Keywright
import KeywrightSchema
import KeywrightStorage

/// Keys and values as verbs print them.
enum KeyOutput {
  /// The option of all verbs that print values.
  static let reveal = VerbDescription.Option.flag(
    "reveal", "shows private and secret values too")

  /// `KEY=value`; nil for a key without a value.
  static func line(_ state: KeyState, reveal: Bool) -> String? {
    state.text(reveal: reveal).map { "\(state.key.storageString)=\(LineText.text($0))\n" }
  }

  /// A line for each key, the sources in a column of their own.
  static func table(_ states: [KeyState], reveal: Bool) -> String {
    let ink = Ink.ofOutput
    let rows = states.map { state in
      let value = state.text(reveal: reveal).map { "=" + LineText.text($0) } ?? ""
      return (state: state, name: printable(state.key.storageString), value: value)
    }
    let width = min(56, rows.map { $0.name.count + $0.value.count }.max() ?? 0)
    return rows.map { row in
      let space = String(
        repeating: " ", count: max(0, width - row.name.count - row.value.count) + 2)
      let color: Ink.Color = row.state.source == .unreadable ? .red : .faint
      var source = row.state.source.rawValue
      if let former = row.state.formerKey {
        source += ", `\(printable(former))` is not migrated yet"
      }
      return ink.paint(row.name, row.state.isChanged ? .bold : .plain) + row.value + space
        + ink.paint(source, color) + "\n"
    }.joined()
  }

  /// The sentence for a value that is not of its key's type; nil for any other.
  static func complaint(_ state: KeyState, _ location: StoreLocation) -> String? {
    guard state.source == .unreadable, let stored = state.stored else { return nil }
    return
      "keywright: \(printable(state.key.storageString)) holds \(withArticle(stored.tree.kind)) in "
      + "\(printable(path: location.path)), which is no \(state.key.typeText); "
      + "the program has the default\n"
  }
}

extension CatalogKey {
  /// A note about a key that the program does not keep in its usual store; nil for any other.
  var homeNote: String? {
    let name = printable(storageString)
    if model.coding == .memory { return "keywright: note: the program stores no `\(name)`\n" }
    guard let store = model.lifecycle.store, store != "default" else { return nil }
    return "keywright: note: the program keeps `\(name)` in its store `\(store)`\n"
  }
}

/// A value in the rest of a line: a text that would not survive is quoted as in JSON.
enum LineText {
  static func text(_ text: String) -> String {
    let isPlain =
      !text.hasPrefix("\"") && text.first?.isWhitespace != true && text.last?.isWhitespace != true
      && text == printable(text)
    return isPlain ? text : JSONText.quoted(text)
  }

  /// The value of the rest of a line.
  static func value(_ line: String) -> String {
    guard line.hasPrefix("\""), let tree = JSONReader.value(of: line),
      case .string(let text) = tree.content
    else { return line }
    return text
  }
}
