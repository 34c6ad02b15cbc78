extension ReadableStore {
  /// The value of a key, to read without a call; see `get`.
  ///
  /// - Parameter key: The key.
  @inlinable
  public subscript<Space, Value>(key: Key<Space, Value>) -> Value {
    get { get(key) }
  }

  /// The value of a key of your own type, to read without a call; see `get`.
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
  /// (``ReadableStore/onIssue(_:)``), or, without one, the first for each key to standard error.
  ///
  /// An access in place holds the writer's lock while the caller's code runs: one at a time (not
  /// `swap(&store[a], &store[b])`, where the second is refused), and none that spans an `await`.
  ///
  /// - Parameter key: The key.
  @inlinable
  public subscript<Space, Value>(key: Key<Space, Value>) -> Value {
    get { get(key) }
    nonmutating set { assign(key, newValue) }
    nonmutating _modify {
      var change = InPlaceChange(store: self, key: key)
      defer { change.end() }
      yield &change.value
      change.isComplete = true
    }
  }

  // A second implementation, since an accessor that yields the value of another accessor does not tell that one
  // that its caller threw.
  /// The value of a key of your own type, likewise.
  ///
  /// - Parameter key: The key.
  @inlinable
  public subscript<K: KeyType>(key: K) -> K.Value {
    get { get(key) }
    nonmutating set { assign(key, newValue) }
    nonmutating _modify {
      var change = InPlaceChange(store: self, key: key)
      defer { change.end() }
      yield &change.value
      change.isComplete = true
    }
  }

  @inlinable
  func assign<K: KeyType>(_ key: K, _ value: K.Value) {
    do throws(StoreError) {
      try set(key, to: value)
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
struct InPlaceChange<Base: Store, K: KeyType> {
  @usableFromInline var value: K.Value

  /// Whether the caller's code ran to its end; code that throws leaves the value as it is.
  @usableFromInline var isComplete = false

  @usableFromInline let store: Base
  @usableFromInline let key: K
  @usableFromInline let open: (batch: WriteBatch, old: LoneValue?, lastNumber: UInt64)?

  @inlinable
  init(store: Base, key: K) {
    self.store = store
    self.key = key
    if key.key.defaultAtHand == nil { store.prepareDefault(of: key.key) }
    do throws(StoreError) {
      let batch = try WriteBatch.begin(in: store, .local)
      do throws(StoreError) {
        let (value, old) = try batch.valueAlone(of: key)
        self.value = value
        open = (batch, old, store.core.lastNumber)
      } catch {
        batch.cancel()
        throw error
      }
    } catch {
      // The caller's code runs all the same, on a value that is not written.
      value = store.get(key)
      open = nil
      store.report(error, key.key.storageString)
    }
  }

  @inlinable
  func end() {
    guard let (batch, old, _) = open else { return }
    guard isComplete else { return batch.cancel() }
    do throws(StoreError) {
      try batch.setAlone(key, to: value, over: old)
      try batch.commit()
    } catch {
      return fail(error)
    }
    do throws(StoreError) {
      try batch.finish()
    } catch {
      store.report(error, key.key.storageString)
    }
  }

  /// Cancels the commit and reports why it failed; or commits the value after all, if the lock was only
  /// released to evaluate a default, or if another machine was quicker.
  @usableFromInline
  func fail(_ error: StoreError) {
    guard let (batch, old, lastNumber) = open else { return }
    let before = (old?.cell ?? batch.writes.first?.old)?.stored
    batch.cancel()
    if batch.isInvalidated || CommitConflict(error) != nil {
      commitAgain(after: before, lastNumber)
    } else {
      store.report(error, key.key.storageString)
    }
  }

  /// Commits the value if the one that it was made of is still there: the caller's code cannot run twice.
  private func commitAgain(after before: StoredValue?, _ lastNumber: UInt64) {
    let (store, name) = (store, key.key.storageString)
    do throws(StoreError) {
      try store.commit("update", name) { batch in
        let position = try batch.stage(key, mustRead: true, operation: "update")
        _ = try batch.value(at: position, as: key.key, operation: "update")
        let isSame =
          store.core.encodesValues
          ? batch.writes[position].old.stored == before : store.core.lastNumber == lastNumber
        guard isSame else {
          throw StoreError(
            .busy, storageString: name.string, operation: "update",
            found: "a value that another commit changed meanwhile",
            advice: "Use `update`, which runs its closure again.")
        }
        try batch.setAlone(key, to: value, over: nil)
      }
    } catch {
      store.report(error, name)
    }
  }
}
