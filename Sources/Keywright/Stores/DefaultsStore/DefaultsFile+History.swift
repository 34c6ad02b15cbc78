import KeywrightStorage

extension DefaultsFile {
  /// The lists that were kept, the oldest first.
  func history() throws(StoreError) -> [EarlierValues] {
    guard let file = try openFile(), let path else { return [] }
    let lists = try condition.reading { () throws(StorageError) in try file.earlierLists() }
    return lists.map { EarlierValues($0, of: file, path: path, historyChoice.registries) }
  }

  /// Removes the lists that were kept, and with a new list what the present one has of earlier values.
  func removeHistory(timeout: Duration) throws(StoreError) {
    guard let file = try openFile() else { return }
    try flush(compacting: true)
    try condition.writing { () throws(StorageError) in
      try file.removeEarlierLists(timeout: timeout)
    }
  }
}
