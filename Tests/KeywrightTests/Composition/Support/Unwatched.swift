import KeywrightStorage

@testable import Keywright

/// The values of JSON files, which are loaded again by ``JSONFiles/refresh()`` alone.
struct Unwatched: ReadableStore {
  let files: JSONFiles
  var core: StoreCore { files.core }

  init(_ place: JSONFiles.Place, keys: KeySet) {
    files = JSONFiles(place, keys: keys, allowing: [], name: "file", watcher: nil)
  }

  func stored(_ name: StorageString) throws(StoreError) -> StoredValue? { try files.stored(name) }
  func storageStrings() -> [StorageString] { files.storageStrings() }
}
