import Foundation
public import Keywright

/// The values that a program kept with the library Storez in a suite of `UserDefaults`, to import from:
/// read, and never written.
///
/// ```swift
/// let old = StorezSuite("org.example.player")
/// try store.migrate(Migration.importing(from: old, Player.volume, Player.theme))
/// ```
///
/// Storez keeps a value under `namespace:id` (with no more than one ancestor, `parent:namespace:id`,
/// and with a leading `:` for a key without a namespace) as data: JSON of an array whose one element
/// is the value, for types that are `Codable`; a keyed archive for classes of Foundation, and, in
/// its earlier versions, for numbers, strings and dates. Both are read as Storez itself reads them,
/// for a key of the same type. An archive of a class of the program's own is not: it is reported, and
/// stays.
///
/// Thread safety: safe from any thread. Complexity: each read is O(*n*) in the size of the suite.
public struct StorezSuite: ReadableStore {
  private let suite: UserDefaultsSuite

  /// Makes a reader of a suite.
  ///
  /// - Parameter name: The name that was given to Storez; nil is the standard suite of this program.
  public init(_ name: String?) { suite = UserDefaultsSuite(name, kind: "Storez") }

  /// For issues, and the name of the suite in the records of migrations.
  public var core: StoreCore { suite.core }

  /// The data that the suite holds under a string, or nil.
  public func stored(_ name: StorageString) throws(StoreError) -> StoredValue? {
    try suite.stored(name)
  }

  /// Every key of the suite, also those of others.
  public func storageStrings() -> [StorageString] { suite.storageStrings() }

  /// The value that Storez would give for a key of this type, or nil.
  public func storedValue<Space, Value>(
    of key: Key<Space, Value>
  ) throws(StoreError) -> Value? {
    guard let stored = try stored(key.storageString) else { return nil }
    if case .data(let bytes) = stored.content {
      // A keyed archive first, then JSON of an array with one element.
      if let form = KeyedArchive.value(of: bytes), let value = key.value(from: form) {
        return value
      }
      if let type = Value.self as? any Decodable.Type,
        let element: Any = StorezSuite.first(of: Data(bytes), as: type),
        let value = element as? Value
      {
        return value
      }
    }
    throw StoreError(
      .unreadable, storageString: key.storageString.string, operation: "read",
      expected: "data in which Storez keeps a \(Value.self)", found: key.shown("\(stored)"),
      advice: "Import it with the type that it was stored as, and a function.")
  }

  /// The element of a JSON array of one.
  private static func first<Element: Decodable>(of data: Data, as type: Element.Type) -> Element? {
    try? JSONDecoder().decode([Element].self, from: data).first
  }
}
