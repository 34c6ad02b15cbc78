extension ReadableStore {
  /// The value of a key, to read without a call; see ``get(_:)``.
  ///
  /// - Parameter key: The key.
  @inlinable
  public subscript<K: KeyType>(key: K) -> K.Value {
    get { get(key) }
  }
}

extension Store {
  /// The value of a key, to read, write or change in place without `try`.
  ///
  /// ```swift
  /// store[App.launches] += 1  // atomic, across threads and processes
  /// ```
  ///
  /// A write that fails leaves the value as it is; the error goes to the store's handler
  /// (``onIssue(_:)``), or, without one, the first for each key to standard error.
  ///
  /// An access in place holds the writer's lock while the caller's code runs: one at a time (not
  /// `swap(&store[a], &store[b])`, where the second is refused), and none that spans an `await`.
  ///
  /// - Parameter key: The key.
  @inlinable
  public subscript<K: KeyType>(key: K) -> K.Value {
    get { get(key) }
    nonmutating set { assign(key, newValue) }
    nonmutating _modify {
      let change = InPlaceChange(store: self, key: key)
      defer { change.end() }
      yield &change.value
      change.isComplete = true
    }
  }

  @inlinable
  func assign<K: KeyType>(_ key: K, _ value: K.Value) {
    do throws(StoreError) {
      if let plain = key as? Key<K.Space, K.Value> {
        try set(plain, to: value)
      } else {
        try set(key, to: value)
      }
    } catch {
      report(error, key.key.storageString)
    }
  }

  /// Reports why a write of a key failed.
  @usableFromInline
  func report(_ error: StoreError, _ name: StorageString) {
    core.report(error.concerning(name), once: nil)
  }
}

/// An access through `store[key] += 1`: one commit that begins and ends around the caller's code.
@usableFromInline
final class InPlaceChange<K: KeyType> {
  @usableFromInline var value: K.Value

  /// Whether the caller's code ran to its end; one that throws leaves the value as it is.
  @usableFromInline var isComplete = false

  private let pipeline: CommitPipeline
  private let key: K
  private var open: (record: CommitRecord, change: TypedChange<K>, lastNumber: UInt64)?

  @usableFromInline
  init(store: some Store, key: K) {
    pipeline = CommitPipeline(store: store, origin: .local)
    self.key = key
    store.prepareDefault(of: key.key)
    do throws(StoreError) {
      let record = try pipeline.begin()
      do throws(StoreError) {
        let change = try record.change(for: key, mustRead: true, operation: "update")
        value = change.current
        open = (record, change, store.core.lastNumber)
      } catch {
        record.end()
        throw error
      }
    } catch {
      // The caller's code runs all the same, on a value that is not kept.
      value = store.get(key)
      store.report(error, key.key.storageString)
    }
  }

  @usableFromInline
  func end() {
    guard let (record, change, lastNumber) = open else { return }
    guard isComplete else { return record.end() }
    change.assign(value)
    do throws(StoreError) {
      try pipeline.finish(record)
    } catch {
      record.end()
      guard record.isAbandoned else { return pipeline.store.report(error, key.key.storageString) }
      keepAgain(after: change, lastNumber)
    }
  }

  /// Commits the value after the lock was let go to compute a default, if the value that it was
  /// made of is still there: the caller's code cannot run twice.
  private func keepAgain(after first: TypedChange<K>, _ lastNumber: UInt64) {
    let store = pipeline.store
    do {
      try pipeline.run { record in
        let change = try record.change(for: key, mustRead: true, operation: "update")
        let isSame =
          store.keepsStoredForms
          ? change.storedBefore == first.storedBefore : store.core.lastNumber == lastNumber
        guard isSame else {
          throw StoreError(
            .busy, storageString: change.name.string, operation: "update",
            found: "a value that another commit changed meanwhile",
            advice: "Use `update`, which runs its closure again.")
        }
        change.assign(value)
      }
    } catch {
      let name = key.key.storageString
      store.report(
        StoreError(wrapping: error, operation: "update", storageString: name.string), name)
    }
  }
}
