import Keywright

/// What `explain` says of a key in a store without layers.
struct Explained {
  /// `stored`, `unreadable` or `default`; nil if it says something else.
  var source: String?
  /// The value as it is shown.
  var value = ""
  /// The default as it is shown.
  var ownDefault = ""
  /// Whether what is stored violates a constraint: then no road may take it in again.
  var isRefused = false
  /// All that is said.
  let text: String

  /// - Parameter tree: The tree that is stored under the key.
  init(explanationOf key: AnyKey, over tree: StoredValue?, in store: some ReadableStore) {
    let text = key.explain(in: store)
    self.text = text
    func row(_ label: String) -> String {
      // A name may have several lines.
      let lines = text.split(separator: "\n").filter { $0.hasPrefix("  \(label) ") }
      return String(lines.first?.drop { $0 == " " }.dropFirst(label.count).drop { $0 == " " } ?? "")
    }
    (value, ownDefault) = (row("value"), row("default"))
    let isShown = key.sensitivity == .public
    let tree = tree.map { "\($0)" } ?? "nothing"
    let stored = row("stored")
    let readable = isShown ? "\(tree), read as \(value)" : value
    let unreadable =
      isShown ? "\(tree), not readable as" : "something that is not shown, not readable as"
    if stored == "nothing" || stored.hasPrefix("nothing;") {
      source = "default"
    } else if stored.hasPrefix(unreadable) {
      source = "unreadable"
    } else if stored.hasPrefix(readable) {
      source = "stored"
      isRefused = stored.dropFirst(readable.count).hasPrefix(", ")
    }
  }
}

extension Checker {
  /// Compares what `explain` says with what the program has.
  func compare(
    _ explained: Explained, of key: AnyKey, over tree: StoredValue?, with account: Account
  ) {
    // A value that a key corrects on reading may give way to a default that is nil.
    let isCorrected = explained.source == "stored" && account == Account(source: "default")
    if explained.source != account.source, !isCorrected {
      differ("\(key) explained", explained.text, account.description)
    }
    // Without a value `explain` says no more than that.
    guard key.sensitivity == .public, key.isPlain, key.defaultText != nil else { return }
    if account.source == "stored", !explained.isRefused {
      compare(explained.value, key, account.text, "value")
    }
    compare(explained.ownDefault, key, key.defaultText, "default")
  }

  private func compare(_ shown: String, _ key: AnyKey, _ text: String?, _ what: String) {
    guard let text else { return }
    // A text stands in quotes: it may be empty.
    if shown != text, shown != "\(StoredValue.string(text))" {
      differ("\(key) explained, its \(what)", shown, text)
    }
  }
}

extension AnyKey {
  /// Whether a value that is set again stays as it is.
  var isPlain: Bool {
    let text = explain(in: MemoryStore())
    return !text.contains("processing")
  }
}
