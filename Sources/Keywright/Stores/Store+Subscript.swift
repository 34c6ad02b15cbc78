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

  @usableFromInline
  func assign<K: KeyType>(_ key: K, _ value: K.Value) {
    do throws(StoreError) {
      try set(key, to: value)
    } catch {
      core.report(error, once: nil)
    }
  }
}

/// An access through `store[key] += 1`: one commit that begins and ends around the caller's code.
@usableFromInline
final class InPlaceChange<K: KeyType> {
  @usableFromInline var value: K.Value

  /// Whether the caller's code ran to its end; one that throws leaves the value as it is.
  @usableFromInline var isComplete = false

  private let pipeline: CommitPipeline
  private var open: (record: CommitRecord, change: TypedChange<K>)?

  @usableFromInline
  init(store: some Store, key: K) {
    value = store.get(key)
    pipeline = CommitPipeline(store: store, origin: .local)
    if key.key.defaultAtHand == nil { _ = key.key.defaultValue }
    do throws(StoreError) {
      let record = try pipeline.begin()
      do throws(StoreError) {
        let change = try record.change(for: key, mustRead: true, operation: "update")
        value = change.current
        open = (record, change)
      } catch {
        pipeline.end()
        throw error
      }
    } catch {
      store.core.report(error, once: nil)
    }
  }

  @usableFromInline
  func end() {
    guard let (record, change) = open else { return }
    guard isComplete else { return pipeline.end() }
    change.assign(value)
    do throws(StoreError) {
      try pipeline.finish(record)
    } catch {
      pipeline.end()
      pipeline.store.core.report(error, once: nil)
    }
  }
}
