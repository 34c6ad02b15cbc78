import Keywright
import Synchronization

/// A store of one's own: a dictionary, and a count of the commits that it kept.
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

  func keep(_ changes: [KeptChange]) {
    state.withLock { state in
      for change in changes { state.values[change.name] = change.stored }
      state.commits += 1
    }
  }
}
