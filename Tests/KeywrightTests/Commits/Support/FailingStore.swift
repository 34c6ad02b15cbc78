import Foundation
import Keywright

/// The smallest store: a dictionary, whose `write` fails on demand and notes that it was called.
final class FailingStore: Store, @unchecked Sendable {
  // `@unchecked`: `values`, `failure` and `writes` are guarded by `lock`.
  let core = StoreCore(name: "failing")
  private let lock = NSLock()
  private var values: [StorageString: StoredValue] = [:]
  private var failure: StoreError?
  private var writes = 0

  /// The error of the next write.
  func failNext(_ error: StoreError) { lock.withLock { failure = error } }

  var numberOfWrites: Int { lock.withLock { writes } }
  var content: [StorageString: StoredValue] { lock.withLock { values } }

  func stored(_ name: StorageString) -> StoredValue? { lock.withLock { values[name] } }

  func storageStrings() -> [StorageString] { lock.withLock { Array(values.keys) } }

  func write(_ changes: [StagedWrite]) throws(StoreError) {
    Journal.current?.note("write")
    let error = lock.withLock {
      writes += 1
      defer { failure = nil }
      return failure
    }
    if let error { throw error }
    lock.withLock { for change in changes { values[change.name] = change.stored } }
  }
}
