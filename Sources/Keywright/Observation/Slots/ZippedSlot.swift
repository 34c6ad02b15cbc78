import KeywrightStorage

/// Two slots as one that holds both values.
///
/// ```swift
/// let size = zip(store.slot(Window.width), store.slot(Window.height))
/// let (width, height) = size.get()
/// try size.set((1_280, 800))
/// ```
///
/// - Parameters:
///   - first: The slot of the first value.
///   - second: The slot of the second value.
public func zip<First, Second>(
  _ first: Slot<First>, _ second: Slot<Second>
) -> ZippedSlot<First, Second> {
  ZippedSlot(first: first, second: second)
}

/// Two slots as one that holds both values, as `zip(first, second)` makes them.
///
/// In one store that writes several keys as one, a write of both values is one transaction, and a read gives both
/// values of one moment. Of two stores, and of one that writes one key at a time, a write is two commits, as that
/// of a ``ZippedStore``: the first slot's first, which is put back if the second is refused.
///
/// Thread safety: safe from any thread. Durability: as the stores'.
public struct ZippedSlot<First: Sendable, Second: Sendable>: Sendable, CustomStringConvertible {
  /// The slot of the first value.
  public let first: Slot<First>
  /// The slot of the second value.
  public let second: Slot<Second>

  /// Both slots; not their values, which may be secret.
  public var description: String { "zip(\(first), \(second))" }

  /// Both values, each what is stored or its key's default.
  ///
  /// In one store it waits for a commit under way, so that no commit lies between the two values.
  public func get() -> (First, Second) {
    // Evaluates and persists defaults, for which no lock may be held.
    if store != nil { _ = (first.get(), second.get()) }
    return consistently { (first.get(), second.get()) }
  }

  /// The stored values of both, each nil if nothing is stored.
  ///
  /// - Throws: ``StoreError/Code/unreadable`` if a stored value is not of its key's type; any error of a
  ///   store that cannot be read.
  @_disfavoredOverload
  public func storedValue() throws(StoreError) -> (First?, Second?) {
    try consistently { () -> Result<(First?, Second?), StoreError> in
      Result { () throws(StoreError) in (try first.storedValue(), try second.storedValue()) }
    }.get()
  }

  /// Stores both values.
  ///
  /// - Parameter values: The values before processing.
  /// - Throws: If a value or a write is refused; then nothing changed, unless the error is
  ///   ``StoreError/Code/uncertain``.
  public func set(_ values: (First, Second)) throws(StoreError) {
    try store(values.0, values.1)
  }

  /// Removes both values, so that they are the defaults again.
  ///
  /// - Throws: As ``set(_:)``.
  public func reset() throws(StoreError) {
    try store(nil, nil)
  }

  /// Changes both values by reading and writing them as one step.
  ///
  /// - Parameter body: Changes the values; runs under the writer's lock, so it must be short.
  /// - Returns: The return value of the body.
  /// - Throws: Any error of the body as a ``StoreError``; ``StoreError/Code/unreadable`` if a stored value
  ///   is not of its key's type; ``StoreError/Code/unsupported`` for two stores, and one that writes one
  ///   key at a time. Then nothing changed.
  @discardableResult
  public func update<Result>(
    _ body: (inout (First, Second)) throws -> Result
  ) throws(StoreError) -> Result {
    guard let store else {
      throw StoreError(
        .unsupported, storageString: first.storageString.string, operation: "update",
        expected: "two keys that one commit can write",
        found: "'\(first.access.core.name)' and '\(second.access.core.name)'",
        advice: "Update each slot by itself.")
    }
    return try store.commit("update", first.storageString) { batch in
      batch.noteUserCode()
      var transaction = Transaction(batch: batch)
      var values = (
        try first.access.get(in: transaction), try second.access.get(in: transaction)
      )
      let result = try body(&values)
      try first.access.set(values.0, in: &transaction)
      try second.access.set(values.1, in: &transaction)
      return result
    }
  }

  /// Calls a function with both values after each commit that changes one of them: once for a commit that
  /// changes both, in one store.
  ///
  /// - Parameter listener: Called in commit order, with no lock held.
  /// - Returns: The tokens; the observation ends when they are cancelled or released.
  public func observe(
    _ listener: @escaping @Sendable ((First, Second)) -> Void
  ) -> [ObservationToken] {
    let isOne = first.access.core === second.access.core
    let last = Protected<UInt64>(0)
    let receive: @Sendable (UInt64) -> Void = { number in
      let isTold =
        isOne
        && last.withLock { last in
          defer { last = number }
          return last == number
        }
      if !isTold { listener(get()) }
    }
    return [first.observe { receive($0.number) }, second.observe { receive($0.number) }]
  }
}

// MARK: One commit or two

extension ZippedSlot {
  /// The store, if one commit can write both keys.
  private var store: (any Store)? {
    guard let one = first.access.targets.first, let other = second.access.targets.first,
      one.store.core === other.store.core, one.store.supportsMultiKeyCommits,
      one.store.core.stack?.haveOneRoute(one.name, other.name) ?? true
    else { return nil }
    return one.store
  }

  /// Stores both values, or removes what is nil.
  private func store(_ one: First?, _ other: Second?) throws(StoreError) {
    guard let store else {
      let commits = PairedCommits(
        first: first.access.targets, second: second.access.core.name)
      return try commits.make { () throws(StoreError) in
        if let one { try first.set(one) } else { try first.reset() }
      } then: { () throws(StoreError) in
        if let other { try second.set(other) } else { try second.reset() }
      }
    }
    try store.commit("set", first.storageString) { batch in
      var transaction = Transaction(batch: batch)
      try first.access.set(one, in: &transaction)
      try second.access.set(other, in: &transaction)
    }
  }

  /// Reads both values between two commits, if they are in one store.
  private func consistently<Result>(_ read: () -> Result) -> Result {
    let core = first.access.core
    guard core === second.access.core else { return read() }
    return core.betweenCommits(read)
  }
}
