extension ReadableStore {
  /// An account of the store for a bug report: every value that differs from its default, its layer
  /// and last commit, the issues, and the version of the library.
  ///
  /// ```swift
  /// print(store.report(AppKeys.keySet))
  /// ```
  ///
  /// ```
  /// Keywright 0.1.0
  /// Layers 'layers': 1 'environment', 2 'user'
  /// 2 of 34 keys differ from their defaults:
  ///   player:volume = 0.8 ('environment')
  ///   player:theme = dark ('user'; commit 12, local)
  /// no issues
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
    var lines = ["Keywright \(KeywrightVersion.current)", "\(self)"]
    lines.append("\(changed.count) of \(all.count) keys differ from their defaults:")
    lines += changed.map { "  \($0) = \(value(of: $0)) (\(place(of: $0)))" }
    let stores = (self as? Layers)?.layers.compactMap { $0.store } ?? []
    let issues = stores.flatMap { $0.issues } + self.issues
    lines.append(issues.isEmpty ? "no issues" : "\(issues.count) issues:")
    lines += issues.map { "  \($0)" }
    return lines.joined(separator: "\n")
  }

  /// Whether something is stored that is not the default.
  private func isDifferent(_ key: AnyKey) throws(StoreError) -> Bool {
    guard try key.isStored(in: self) else { return false }
    return try key.storedText(in: self) != key.defaultText
  }

  private func value(of key: AnyKey) -> String {
    if let redaction = key.sensitivity.redaction { return redaction }
    do throws(StoreError) {
      return try key.storedText(in: self) ?? "nothing"
    } catch {
      return "unreadable"
    }
  }

  private func place(of key: AnyKey) -> String {
    let source = (self as? Layers).flatMap { key.source(in: $0) }?.name ?? core.name
    let last = core.recent.last(of: key.storageString).map { "; \($0.text)" } ?? ""
    return "'\(source)'" + last
  }
}
