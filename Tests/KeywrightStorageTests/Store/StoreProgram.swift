@testable import KeywrightStorage

/// A program that uses a store by itself, without what a ``DurableFile`` does besides.
final class StoreProgram: StoreAccess {
  let store: StoreFile
  private var lock: WriterLock
  private var told: [StoreReport] = []

  init(
    _ name: String, in folder: Folder, history: HistoryPolicy.Rule = .asFound,
    numbers: @escaping () -> UInt64 = { UInt64.random(in: 1...UInt64.max) }
  ) throws(StorageError) {
    let place = StorePlace(folder: folder, name: name) { HistoryPolicy(history) }
    store = StoreFile(place, numbers: numbers)
    lock = try place.call { folder throws(SystemError) in try WriterLock(for: name, in: folder) }
  }

  /// What the program was told.
  var reports: [StoreReport] {
    told += store.takeReports()
    return told
  }

  func looking<Result>(
    _ body: (StoreFile) throws(StorageError) -> Result
  ) throws(StorageError) -> Result { try body(store) }

  func writing<Result>(
    _ body: (StoreFile) throws(StorageError) -> Result
  ) throws(StorageError) -> Result {
    var backoff = Backoff(timeout: .seconds(10))
    let place = store.place
    while true {
      switch try place.call({ _ throws(SystemError) in try lock.tryToTake() }) {
      case .taken:
        defer { lock.release() }
        return try body(store)
      case .defunct:
        lock = try place.call { folder throws(SystemError) in
          try WriterLock(for: place.name, in: folder)
        }
      case .held:
        guard backoff.wait(place.folder.fileSystem) else {
          throw .locked(place.name, path: place.path, for: .seconds(10))
        }
      }
    }
  }

  /// Reads the store, without the writer's lock.
  func open() throws(StorageError) -> PropertyListDictionary {
    _ = try store.glance()
    guard case .contents(let members, _)? = store.news.take() else { return .init() }
    return members
  }

  /// Takes an edit of the list in at once.
  func takeInEdits() throws(StorageError) {
    _ = try writing { store throws(StorageError) in try begun(store) }
  }

  private func begun(_ store: StoreFile) throws(StorageError) -> Journal {
    if let journal = try store.look() { return journal }
    return try store.begin()
  }

  /// Commits changes, and returns the journal that has them.
  func commit(_ changes: [MemberChange]) throws(StorageError) -> Journal {
    try writing { store throws(StorageError) in
      let journal = try begun(store)
      try store.append([journal.next(changes, at: 0, .program)], to: journal)
      return journal
    }
  }

  /// Goes on in a journal that has members alone.
  func rebuild(_ members: PropertyListDictionary) throws(StorageError) {
    try writing { store throws(StorageError) in
      let journal = try begun(store)
      _ = try store.rebuild(members, holding: journal.number, in: journal)
    }
  }
}
