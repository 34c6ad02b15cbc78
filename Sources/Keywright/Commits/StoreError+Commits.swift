extension StoreError {
  /// The error of a call from inside a commit that would take a writer's lock, as a commit does.
  static func reentrant(operation: String?) -> StoreError {
    StoreError(
      .reentrant, operation: operation,
      advice: """
        Commit after the one under way: from a post-commit hook, `didChange` or an observer, or \
        amend the commit in a pre-commit hook.
        """)
  }

  /// A commit that needs a stored value which is not of the key's type.
  static func unreadable<Space, Value>(
    _ key: Key<Space, Value>, _ stored: StoredValue?, _ operation: String
  ) -> StoreError {
    StoreError(
      .unreadable, storageString: key.storageString.string, operation: operation,
      expected: "\(Value.self)",
      found: stored.map { stored in key.shown("\(stored)") } ?? "a value of another type",
      advice: "`set` or `remove` replaces it on purpose; nothing else does.",
      underlying: stored.flatMap(key.failure(reading:)))
  }

  /// A stored value that a commit would refuse now; nil if it satisfies each constraint.
  static func violation<Space, Value>(
    by value: Value, of key: Key<Space, Value>, operation: String = "read"
  ) -> StoreError? {
    let constraints = key.descriptor?.constraints ?? []
    guard let constraint = constraints.first(where: { !$0.isSatisfied(value) }) else { return nil }
    var error = key.refusal(of: value, by: constraint)
    error.operation = operation
    error.advice =
      key.descriptor?.onRead == nil
      ? "The value counts as it is, but `set` would refuse it: correct or remove it."
      : "Readers are given another value in its place, as the key says: correct or remove it."
    return error
  }

  /// A commit of the program that touches the library's own records.
  static func reserved(_ name: StorageString, operation: String) -> StoreError {
    StoreError(
      .unsupported, storageString: name.string, operation: operation,
      expected: "a storage string that does not begin with '\(StorageString.reservedRoot):'",
      advice: "The library keeps its own records there: give the namespace or the key another id.")
  }
}
