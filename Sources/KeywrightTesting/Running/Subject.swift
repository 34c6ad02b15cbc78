import KeywrightStorage
import Keywright

/// The store under test: how to make new ones.
struct Subject: Sendable {
  typealias Opener = @Sendable () throws -> any Store

  let name: String
  let parts: StoreConformance.Parts
  private let makePlace: @Sendable () throws -> Opener
  private var kept = Protected<[Opener]>([])

  /// Makes a store that holds given stored forms; nil where they can be written.
  var fill: (@Sendable ([StorageString: StoredValue]) throws -> any Store)?
  var close: @Sendable (any Store) -> Void = { _ in }

  init(
    name: String, parts: StoreConformance.Parts, makePlace: @escaping @Sendable () throws -> Opener
  ) {
    self.name = name
    self.parts = parts
    self.makePlace = makePlace
  }

  /// The same subject, with places that live until this copy goes.
  func forOneBehaviour() -> Subject {
    var copy = self
    copy.kept = Protected([])
    return copy
  }

  /// A place that can be opened several times.
  func place() throws -> Opener {
    let open = try makePlace()
    kept.withLock { $0.append(open) }
    return {
      let store = try open()
      // Behaviours make problems on purpose; nothing of that belongs on standard error.
      store.onIssue { _ in }
      return store
    }
  }

  /// A new, empty store.
  func fresh() throws -> any Store { try place()() }

  /// A new store that holds these values.
  func store(holding contents: Holding...) throws -> any Store {
    guard let fill else {
      let store = try fresh()
      for item in contents { try item.write(store) }
      return store
    }
    let forms = contents.map { (StorageString($0.storageString), $0.stored) }
    let store = try fill(Dictionary(forms) { _, last in last })
    store.onIssue { _ in }
    return store
  }

  /// Writes with a first opening, closes it, and gives a second one.
  func reopened(after write: (any Store) throws -> Void) throws -> any Store {
    let open = try place()
    let first = try open()
    try write(first)
    close(first)
    return try open()
  }

  /// Two openings of one place, both in use.
  func pair() throws -> (any Store, any Store) {
    let open = try place()
    return (try open(), try open())
  }
}

/// A value that a store holds when a behaviour begins.
struct Holding {
  let storageString: String
  let stored: StoredValue
  let write: (any Store) throws -> Void

  /// A value of a key.
  init<Space, Value: Convertible>(_ key: Key<Space, Value>, _ value: Value) throws {
    storageString = key.storageString.string
    stored = try value.storedValue()
    write = { try $0.set(key, to: value) }
  }

  /// A stored form, of whatever type.
  init(_ storageString: String, raw stored: StoredValue) {
    self.storageString = storageString
    self.stored = stored
    write = { try $0.set(Holding.rawKey(storageString), to: stored) }
  }

  /// A key that takes any stored form.
  static func rawKey(_ storageString: String) -> Key<Root, StoredValue?> {
    Key(StorageString(storageString))
  }
}
