public import Keywright

extension MemoryStore {
  /// A separate store for one test or preview, which needs no file.
  ///
  /// ```swift
  /// let store = try MemoryStore.isolated(holding: ["player:volume": 0.5, "player:theme": "dark"])
  /// ```
  ///
  /// - Parameters:
  ///   - contents: Stored forms to begin with, by storage string; of two under one string the last
  ///     is kept. They go through no processing, constraint or hook, as if a file had held them.
  ///   - name: A name for messages; by default that of the test.
  /// - Returns: A store that shares nothing with any other.
  /// - Throws: `unencodable` for a form that no store could write.
  public static func isolated(
    holding contents: KeyValuePairs<String, StoredValue>, name: String = #function
  ) throws(StoreError) -> MemoryStore {
    let store = MemoryStore(name: name)
    for (string, stored) in contents {
      try store.set(Key<Root, StoredValue?>(StorageString(string)), to: stored)
    }
    return store
  }

  /// A separate, empty store for one test or preview, which needs no file.
  ///
  /// - Parameter name: A name for messages; by default that of the test.
  /// - Returns: A store that shares nothing with any other.
  public static func isolated(name: String = #function) -> MemoryStore { MemoryStore(name: name) }
}
