import Keywright

/// A store that stops where a test says so.
final class StagedStore: Store {
  enum Stage {
    /// About to read.
    case reading
    /// It has read, and has not returned yet.
    case hasRead
    /// A commit has its lock.
    case hasBegun
    /// A commit was written.
    case hasWritten
  }

  let core: StoreCore
  private let values = Shared<[StorageString: StoredValue]>([:])
  private let stop: @Sendable (Stage) -> Void

  /// - Parameter stop: Called at each stage, with no lock of this store held.
  init(_ name: String, _ stop: @escaping @Sendable (Stage) -> Void) {
    core = StoreCore(name: name)
    self.stop = stop
  }

  func stored(_ name: StorageString) -> StoredValue? {
    stop(.reading)
    let stored = values.value[name]
    stop(.hasRead)
    return stored
  }

  func storageStrings() -> [StorageString] { Array(values.value.keys) }

  func beginCommit() { stop(.hasBegun) }

  func write(_ changes: [StagedWrite]) {
    values.change { values in
      for change in changes { values[change.name] = change.stored }
    }
    stop(.hasWritten)
  }
}
