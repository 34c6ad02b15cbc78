import KeywrightStorage

extension ReadableStore {
  /// An account of the store for a bug report: the versions of the library and of the files that it writes,
  /// every value that differs from its default with its layer and last commit, the issues, and the last
  /// commits.
  ///
  /// ```swift
  /// print(store.report(AppKeys.keySet))
  /// ```
  ///
  /// ```
  /// Keywright 0.1.0, journal format 1
  /// Layers 'layers': 1 'environment', 2 'user'
  /// 2 of 34 keys differ from their defaults:
  ///   player:volume = 0.8 ('environment')
  ///   player:theme = dark ('user'; commit 12, local)
  /// no issues
  /// last commits:
  ///   commit 13, local: player:nickname
  ///   commit 12, local: player:theme
  /// ```
  ///
  /// Values of keys that are declared `private` or `secret` are not shown.
  ///
  /// - Parameter keys: The program's keys.
  ///
  /// Nothing is reported, filled, computed or stored by it.
  ///
  /// Complexity: O(*n*) in the number of keys.
  public func report(_ keys: KeySet) -> String {
    let all = (try? keys.keys(storedIn: self)) ?? keys.all
    let changed = all.filter { ((try? isDifferent($0)) ?? true) }
    var lines = [
      "Keywright \(KeywrightVersion.current), journal format \(JournalFormat.version)", "\(self)",
    ]
    lines.append("\(changed.count) of \(all.count) keys differ from their defaults:")
    lines += changed.map { "  \($0) = \(account(of: $0))" }
    let stores = (self as? Layers)?.layers.compactMap { $0.store } ?? []
    let issues = stores.flatMap { $0.issues } + self.issues
    let count = issues.count == 1 ? "1 issue:" : "\(issues.count) issues:"
    lines.append(issues.isEmpty ? "no issues" : count)
    lines += issues.map { "  \($0)" }
    lines += lastCommits(of: all)
    return lines.joined(separator: "\n")
  }

  /// Whether something is stored that is not the default.
  private func isDifferent(_ key: AnyKey) throws(StoreError) -> Bool {
    let text = try key.storedText(in: self)
    if text == key.defaultText { return false }
    return try text != nil ? true : key.isStored(in: self)
  }

  /// The last commits that changed some keys, the last one first; each key is named with its own last one.
  private func lastCommits(of keys: [AnyKey]) -> [String] {
    let most = 10
    var changed: [UInt64: (commit: String, keys: [AnyKey])] = [:]
    for key in keys {
      guard let last = core.recent.last(of: key.storageString) else { continue }
      changed[last.number, default: (last.text, [])].keys.append(key)
    }
    if changed.isEmpty { return ["no commits since the store was opened"] }
    return ["last commits:"]
      + changed.sorted { $0.key > $1.key }.prefix(most).map { _, change in
        let names = change.keys.prefix(most).map(\.description).joined(separator: ", ")
        let more = change.keys.count > most ? " and \(change.keys.count - most) more" : ""
        return "  \(change.commit): \(names)\(more)"
      }
  }

  /// The value of a key, and where it comes from.
  private func account(of key: AnyKey) -> String {
    let last = core.recent.last(of: key.storageString).map { "; \($0.text)" } ?? ""
    guard let layers = self as? Layers else {
      return "\(value(of: key)) ('\(core.name)'\(last))"
    }
    let (text, layer, passed) = key.base.finding(in: layers)
    let other = text == key.defaultText ? "the default" : "of an earlier version"
    let place = layer.map { "'\($0.name)'" } ?? other
    // A commit wrote no value of a layer that is only read.
    let isCommitted = layer.map { $0.writer != nil } ?? true
    return
      "\(key.sensitivity.shown(text) ?? "nothing") (\(place)\(passed)\(isCommitted ? last : ""))"
  }

  private func value(of key: AnyKey) -> String {
    do throws(StoreError) {
      return key.sensitivity.shown(try key.storedText(in: self)) ?? "nothing"
    } catch {
      return "unreadable"
    }
  }
}

extension KeyType {
  /// The value that counts in some layers as text, its layer, nil if it is of none, and the layers above that have one
  /// which cannot be read.
  fileprivate func finding(in layers: Layers) -> (text: String?, layer: Layer?, passed: String) {
    let finding = layers.stack.finding(of: key, isCounted: false)
    let passed = finding.passed.map { "; unreadable in '\($0.name)'" }.joined()
    switch finding.value {
    case .hit(let value): return (key.text(of: value), layers.layers[finding.index], passed)
    case .miss: return (key.defaultAtHand.flatMap(key.text), nil, passed)
    case .absent:
      return ((layers.pendingValue(of: key) ?? key.defaultAtHand).flatMap(key.text), nil, passed)
    }
  }
}
