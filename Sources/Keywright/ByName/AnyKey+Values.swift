extension AnyKey {
  // MARK: Reading

  /// The value in a store, or the default, as text; nil for a nil.
  ///
  /// The value of a secret key too: code that shows it to others looks at ``sensitivity`` first, or asks for
  /// ``shownText(in:)``.
  ///
  /// - Parameter store: The store.
  public func text(in store: some ReadableStore) -> String? {
    base.form(in: store).map(textForm.text)
  }

  /// The value in a store, or the default, as JSON on one line; nil for a nil.
  ///
  /// - Parameter store: The store.
  public func json(in store: some ReadableStore) -> String? {
    base.form(in: store).map(textForm.jsonText)
  }

  /// The value as a screen or a log may show it: that of a private or secret key is left out; nil for a nil.
  ///
  /// - Parameter store: The store.
  public func shownText(in store: some ReadableStore) -> String? {
    sensitivity.shown(text(in: store))
  }

  /// The stored value as text; nil if nothing is stored.
  ///
  /// - Parameter store: The store.
  /// - Throws: ``StoreError/Code/unreadable`` if what is stored is not of the key's type; any error
  ///   of a store that cannot be read.
  public func storedText(in store: some ReadableStore) throws(StoreError) -> String? {
    try base.storedText(in: store)
  }

  /// The default as text; nil for a nil, and for one that is computed and was not needed yet.
  public var defaultText: String? { storedDefault.map(textForm.text) }

  /// The default as JSON on one line; nil as ``defaultText``.
  public var defaultJSON: String? { storedDefault.map(textForm.jsonText) }

  /// Whether something is stored, readable or not.
  ///
  /// - Parameter store: The store.
  /// - Throws: Any error of a store that cannot be read.
  public func isStored(in store: some ReadableStore) throws(StoreError) -> Bool {
    try store.contains(base)
  }

  /// The layer that the value comes from; nil if it is the default.
  ///
  /// - Parameter layers: The layers.
  public func source(in layers: Layers) -> Layers.Source? { layers.source(of: base) }

  /// Whether a value shows that no commit can change.
  ///
  /// - Parameter layers: The layers.
  public func isForced(in layers: Layers) -> Bool { layers.isForced(base) }

  /// An account of the key, as text for people; see ``ReadableStore/explain(_:declared:)``.
  ///
  /// - Parameter store: The store.
  public func explain(in store: some ReadableStore) -> String { store.explain(base) }

  // MARK: Writing

  /// Stores the value that a text stands for, by the table of <doc:Command-line-environment-and-files>.
  ///
  /// One commit, as of a typed `set`.
  ///
  /// - Parameters:
  ///   - text: The text that a person wrote.
  ///   - store: The store.
  /// - Throws: ``StoreError/Code/malformed`` if the text is not a value of the key's type; else
  ///   what ``Store/set(_:to:)`` throws. Then nothing changed.
  public func set(text: String, in store: some Store) throws(StoreError) {
    try base.set(text: text, in: store)
  }

  /// Stores the value that a JSON text stands for; null resets a key whose value may be absent.
  ///
  /// - Parameters:
  ///   - json: One JSON value.
  ///   - store: The store.
  /// - Throws: As ``set(text:in:)``.
  public func set(json: String, in store: some Store) throws(StoreError) {
    try base.set(json: json, in: store)
  }

  /// Removes the stored value, so that the default counts.
  ///
  /// - Parameter store: The store.
  /// - Throws: As ``Store/remove(_:)``.
  public func reset(in store: some Store) throws(StoreError) { try store.remove(base) }

  /// Calls a function after each commit that changes the key.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - listener: Receives the old and the new value as text; see ``Store/observe(_:_:)-(K,_)``.
  /// - Returns: A token; the observation ends when it is cancelled or released.
  public func observe(
    in store: some Store,
    _ listener: @escaping @Sendable (_ old: String?, _ new: String?) -> Void
  ) -> ObservationToken {
    base.observe(in: store, listener)
  }
}

extension KeyType {
  /// The stored form of the value in a store, or of the default; nil for a nil, and for a value that has none.
  fileprivate func form(in store: some ReadableStore) -> StoredValue? {
    (try? key.stored(store.get(key))) ?? nil
  }

  fileprivate func storedText(in store: some ReadableStore) throws(StoreError) -> String? {
    try store.heldValue(of: key).flatMap(key.text)
  }

  fileprivate func set(text: String, in store: some Store) throws(StoreError) {
    let value: Value
    do throws(TextFailure) {
      value = try key.value(fromText: text)
    } catch {
      throw malformed(text, error)
    }
    try store.set(self, to: value)
  }

  fileprivate func set(json: String, in store: some Store) throws(StoreError) {
    if Value.self is any NilValue.Type, json.isNull { return try store.remove(self) }
    let value: Value
    do throws(TextFailure) {
      value = try key.value(fromJSON: json)
    } catch {
      throw malformed(json, error)
    }
    try store.set(self, to: value)
  }

  private func malformed(_ text: String, _ failure: TextFailure) -> StoreError {
    // The words of a failure may have a part of the text.
    let isShown = key.sensitivity.redaction == nil
    return StoreError(
      .malformed, storageString: key.storageString.string, operation: "set",
      found: key.shown("\(StoredValue.string(text))"),
      underlying: isShown ? failure : failure.redacted(key.shown(""), expected: "\(Value.self)"))
  }

  fileprivate func observe(
    in store: some Store, _ listener: @escaping @Sendable (String?, String?) -> Void
  ) -> ObservationToken {
    let key = key
    return store.observe(self) { change in
      listener(key.text(of: change.old), key.text(of: change.new))
    }
  }
}

extension String {
  /// Whether the text is JSON's null.
  fileprivate var isNull: Bool {
    let isBlank: (UInt8) -> Bool = { [0x20, 0x0A, 0x0D, 0x09].contains($0) }
    let rest = utf8.drop(while: isBlank)
    return rest.starts(with: "null".utf8) && rest.dropFirst(4).allSatisfy(isBlank)
  }
}
