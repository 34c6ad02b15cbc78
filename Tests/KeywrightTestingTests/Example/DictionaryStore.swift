import Keywright
import Synchronization

/// A store of one's own: a dictionary, and a count of its commits.
final class DictionaryStore: Store {
  private struct State {
    var values: [StorageString: StoredValue] = [:]
    var commits = 0
  }

  let core = StoreCore(name: "dictionary")
  private let state = Mutex(State())

  var commits: Int { state.withLock { $0.commits } }

  func stored(_ name: StorageString) -> StoredValue? {
    state.withLock { $0.values[name] }
  }

  func storageStrings() -> [StorageString] {
    state.withLock { Array($0.values.keys) }
  }

  func write(_ writes: [StagedWrite]) {
    state.withLock { state in
      for write in writes { state.values[write.name] = write.stored }
      state.commits += 1
    }
  }
}
