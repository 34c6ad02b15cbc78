extension ReadableStore {
  /// A report of a key for people, such as for an issue: each layer's raw and converted value, the
  /// default, processing, constraints, where it is declared, and the last commits.
  ///
  /// ```swift
  /// print(store.explain(Player.volume))
  /// ```
  ///
  /// ```
  /// player:volume, a Double
  ///   value        0.8, from layer 2
  ///   layer 1      'environment', read: nothing
  ///   layer 2      'user', read and written: 0.8, read as 0.8; commit 12, local
  ///   default      0.5
  ///   constraints  a value in 0.0...1.0
  ///   declared     Player.keys.json:9, Loudness.
  ///   last commit  12, local
  /// ```
  ///
  /// Values of keys that are declared `private` or `secret` are not shown, raw or converted.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - description: Its declaration; nil looks for it in `allKeys` of the key's namespace.
  ///
  /// It fills, computes and stores nothing, and reports nothing but a stored value that violates a constraint.
  public func explain<K: KeyType>(_ key: K, declared description: KeyDescription? = nil) -> String {
    let key = key.key
    let explanation = Explanation(
      key: key, description: description ?? key.declaration, hidesValues: core.hidesValues)
    return explanation.lines(of: self).joined(separator: "\n")
  }
}

/// The state of a key in a store, for people.
private struct Explanation<Space: Namespace, Value: Sendable> {
  let key: Key<Space, Value>
  let description: KeyDescription?
  /// Whether a store is among those described that shows no value.
  let hidesValues: Bool

  func lines(of store: some ReadableStore) -> [String] {
    var lines = ["\(key.storageString), \(withArticle(Value.self))"]
    var layers: [String] = []
    let source = describe(store, into: &layers)
    add("value", source.map { $0.value + $0.place } ?? "the default", to: &lines)
    lines += layers
    add("default", defaultText, to: &lines)
    add("processing", rules: key.descriptor?.processing.map(\.description) ?? [], to: &lines)
    add("constraints", rules: key.descriptor?.constraints.map(\.description) ?? [], to: &lines)
    if let description {
      let summary = description.summary.isEmpty ? "" : ", \(description.summary)"
      add("declared", "\(description.schema):\(description.line)\(summary)", to: &lines)
    }
    let last = store.core.recent.last(of: key.storageString)
      .map { "\($0.number), \($0.origin.words)" }
    let none = "none among the last \(RecentCommits.capacity) changes of this process"
    add("last commit", last ?? none, to: &lines)
    return lines
  }

  private func add(_ label: String, _ text: String, to lines: inout [String]) {
    let gap = String(repeating: " ", count: max(1, 13 - label.count))
    lines.append("  \(label)\(gap)\(text)")
  }

  /// Adds what is declared of the values; of a secret key only that something is, since it tells of them.
  private func add(_ label: String, rules: [String], to lines: inout [String]) {
    if rules.isEmpty { return }
    add(label, isSecret ? "<secret>" : rules.joined(separator: ", "), to: &lines)
  }

  // MARK: Layers

  /// Describes the content of a store, or of each of its layers.
  ///
  /// - Returns: The value that `get` gives and where it comes from; nil if there is none.
  private func describe(
    _ store: any ReadableStore, into lines: inout [String]
  ) -> (value: String, place: String)? {
    guard let stack = store.core.stack else {
      let found = Found(store, key)
      add("stored", text(of: found) + place(in: store, key, of: key.storageString), to: &lines)
      return found.value.map { (shown($0), "") }
    }
    var source: (value: String, place: String)?
    var isRead = true
    for (index, layer) in stack.layers.enumerated() {
      guard let store = layer.store else { continue }
      let label = "layer \(index + 1)"
      guard layer.takes(key.storageString) else {
        add(label, "'\(layer.name)' keeps other keys", to: &lines)
        continue
      }
      let found = Found(store, layer.inner(key))
      let place = layer.isChosen ? "" : place(in: store, layer.inner(key), of: key.storageString)
      add(label, "'\(layer.name)', \(layer.part): \(text(of: found))\(place)", to: &lines)
      if source == nil, layer.reader != nil {
        source = found.value.map { (shown($0), ", from \(label)") }
        isRead = isRead && found.error == nil
      }
    }
    if source != nil || !isRead { return source }
    return store.pendingValue(of: key).map { (shown($0), ", of an earlier version") }
  }

  /// The remark that the key belongs into another store; empty if it does not.
  private func place(
    in store: any ReadableStore, _ key: Key<Space, Value>, of name: StorageString
  ) -> String {
    let other = store.core.keyElsewhere(among: [name, key.storageString])
    return other.map { "; its schema names the store '\($0.key.store)'" } ?? ""
  }

  /// The content of one plain store for the key.
  private struct Found {
    var value: Value?
    var raw: StoredValue?
    var error: StoreError?
    var commit: String?
    var remark: String?
    /// Whether a value without a stored form is kept by the store itself.
    var isKept = false

    init(_ store: any ReadableStore, _ key: Key<Space, Value>) {
      do throws(StoreError) {
        raw = store.core.typed(try store.stored(key.storageString), for: key)
        value =
          if let cache = store.core.cache {
            try cache.uncountedValue(of: key)
          } else {
            try store.heldValue(of: key)
          }
        isKept = !store.core.encodesValues
      } catch {
        self.error = error
      }
      commit = store.core.recent.last(of: key.storageString)?.text
      remark = (store as? any RemoteStore)?.remark(on: key.storageString)
    }
  }

  private func text(of found: Found) -> String {
    var text: String
    if let value = found.value {
      let absent = found.isKept ? "kept as it is" : "nothing under its own name"
      let raw = found.raw.map { isRedacted ? shown(value) : "\($0)" } ?? absent
      text = isRedacted ? raw : "\(raw), read as \(shown(value))"
      let stored = found.raw.flatMap(key.uncorrectedValue(from:)) ?? value
      if let violation = key.violation(of: stored) { text += ", \(violation.failure)" }
    } else if let error = found.error, error.code != .unreadable {
      text = "cannot be read: \(error.code.rawValue)"
    } else if let raw = found.raw {
      let content = isRedacted ? "something that is not shown" : "\(raw)"
      let expected = found.error?.expected ?? "\(Value.self)"
      let reason = found.error?.underlying.map { ": \($0)" } ?? ""
      text = "\(content), not readable as \(expected)\(reason)"
    } else if found.error != nil {
      text = "a value of another type, not readable as \(Value.self)"
    } else {
      text = "nothing"
    }
    if let commit = found.commit { text += "; \(commit)" }
    if let remark = found.remark { text += "; \(remark)" }
    return text
  }

  // MARK: Values

  /// The words in place of a value that is not shown; nil if it may be.
  private var redaction: String? {
    if let declared = description?.sensitivity.redaction ?? key.sensitivity.redaction {
      return declared
    }
    return hidesValues ? KeyDescription.Sensitivity.secret.redaction : nil
  }
  private var isRedacted: Bool { redaction != nil }
  private var isSecret: Bool {
    description?.sensitivity == .secret || key.sensitivity == .secret
  }

  private func shown(_ value: Value) -> String {
    if let redaction { return redaction }
    guard let stored = (try? key.stored(value)).flatMap(\.self) else { return "\(value)" }
    // In quotes: it may be empty.
    if Value.self == String.self || Value.self == String?.self { return "\(stored)" }
    return key.textForm.text(of: stored)
  }

  private var defaultText: String {
    guard let value = key.defaultAtHand else { return "computed when it is first needed" }
    return key.form.isAbsent(value) ? "nil" : shown(value)
  }
}

extension Layer {
  fileprivate var part: String {
    switch (reader != nil, writer != nil) {
    case (true, true): isFilled ? "read, filled from below and written" : "read and written"
    case (true, false): isFilled ? "read and filled from below" : "read"
    default: "written"
    }
  }
}
