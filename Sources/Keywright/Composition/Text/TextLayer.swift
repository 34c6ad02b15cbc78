/// A layer whose values were given to the program as text: ``EnvironmentLayer``, ``ArgumentsLayer``.
///
/// It knows no storage strings until it is asked for one, so it lists none. A text is taken as what
/// the key's type is stored as: a string, a boolean (`true false yes no on off 1 0`), a number, a date
/// (ISO 8601), data (base 64), an array or dictionary (JSON). One that is not of the type, or does not
/// satisfy the key's constraints, is unreadable: it is reported, and the next layer is asked. So is a
/// text of over 64 KB, and one in which over 30 combining marks follow each other.
/// Processing is for what is set, and not done.
///
/// Thread safety: safe from any thread.
public protocol TextLayer: ReadableStore {
  /// The texts.
  var texts: TextValues { get }
}

extension TextLayer {
  /// For issues; the layer is never committed to.
  public var core: StoreCore { texts.core }

  /// The text of a storage string, or nil.
  public func stored(_ name: StorageString) -> StoredValue? { texts.stored(name) }

  /// The value that a key makes of its text, or nil.
  public func storedValue<Space, Value>(
    of key: Key<Space, Value>
  ) throws(StoreError) -> Value? {
    try texts.read(key)
  }

  /// None: texts have names of their own.
  public func storageStrings() -> [StorageString] { [] }
}
