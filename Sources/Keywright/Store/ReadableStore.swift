/// A source of values by key, which can be read and, unless it is a ``Store`` too, never written.
///
/// ```swift
/// let settings: ReadOnlyStore = store.readOnly()
/// settings.get(Player.volume)          // as from the store
/// // settings.set(Player.volume, to: 1) does not compile
/// ```
///
/// Thread safety: every requirement may be called from any thread.
public protocol ReadableStore: Sendable, CustomStringConvertible {
  /// The writer's lock, commit numbers, issues and notifications; one object for one set of values.
  var core: StoreCore { get }

  /// The stored form under a string, or nil if nothing is stored.
  ///
  /// - Throws: ``StoreError/Code/corrupt`` if something is stored and its bytes are damaged: `set`
  ///   and `remove` may then replace it, nothing else does. Any other error if the store cannot be
  ///   read; then no commit of this string is possible.
  func stored(_ name: StorageString) throws(StoreError) -> StoredValue?

  /// The stored value of a key, or nil if nothing is stored. Default: decodes what
  /// ``stored(_:)`` gives.
  ///
  /// - Throws: ``StoreError/Code/unreadable`` if what is stored is not of the key's type; any error
  ///   of a store that cannot be read.
  func storedValue<Space, Value>(of key: Key<Space, Value>) throws(StoreError) -> Value?

  /// Every string under which something is stored, in any order.
  ///
  /// - Throws: If the store cannot be read, or cannot list its strings.
  func storageStrings() throws(StoreError) -> [StorageString]
}

extension ReadableStore {
  /// The store's type and name, such as `MemoryStore 'shipped'`; a file's name is its path.
  public var description: String { "\(Self.self) '\(core.name)'" }

  /// Decodes what ``stored(_:)`` gives.
  public func storedValue<Space, Value>(
    of key: Key<Space, Value>
  ) throws(StoreError) -> Value? {
    try decodedValue(of: key)
  }

  /// Decodes what ``stored(_:)`` gives, for a store that does more.
  package func decodedValue<Space, Value>(
    of key: Key<Space, Value>
  ) throws(StoreError) -> Value? {
    if let stack = core.stack { return try stack.read(key, core: core) }
    if let table = core.table, !table.isBounded {
      switch table.decode(key) {
      case .value(let value, let isNew):
        if isNew { reportViolation(by: value, of: key) }
        return value
      case .unreadable(let stored): throw .unreadable(key, stored, "read")
      case .absent: break
      }
    }
    guard let stored = core.typed(try stored(key.storageString), for: key) else { return nil }
    guard let value = key.value(from: stored) else {
      throw .unreadable(key, core.hidesValues ? nil : stored, "read")
    }
    reportViolation(by: value, of: key)
    return value
  }

  /// Reports a stored value that a commit would refuse: what an editor wrote, or a release with a wider range.
  private func reportViolation<Space, Value>(by value: Value, of key: Key<Space, Value>) {
    guard var violation = StoreError.violation(by: uncorrected(value, of: key), of: key) else {
      return
    }
    if core.hidesValues { violation.found = KeyDescription.Sensitivity.secret.redaction }
    core.report(violation, once: key.storageString)
  }

  /// The value that is stored, for one that ``OnRead`` may have corrected.
  func uncorrected<Space, Value>(_ value: Value, of key: Key<Space, Value>) -> Value {
    guard key.descriptor?.onRead != nil else { return value }
    let stored = core.typed((try? stored(key.storageString)).flatMap(\.self), for: key)
    return stored.flatMap(key.uncorrectedValue(from:)) ?? value
  }

  /// Whether something is stored under a string, readable or not.
  ///
  /// - Throws: Any error of a store that cannot be read.
  public func contains(_ name: StorageString) throws(StoreError) -> Bool {
    if let stack = core.stack { return try stack.contains(name) }
    if let table = core.table, table.contains(name) { return true }
    do throws(StoreError) {
      return try stored(name) != nil
    } catch {
      guard error.code == .corrupt || error.code == .unreadable else { throw error }
      return true
    }
  }

  /// The cell that a commit finds before it writes a key; damaged bytes are something stored,
  /// without a form.
  ///
  /// - Parameter mustRead: Whether damaged bytes are an error, because the new value depends on
  ///   the old one.
  func cellBefore(
    _ name: StorageString, mustRead: Bool = false
  ) throws(StoreError) -> (cell: Cell, isStored: Bool) {
    // A store that maps its values has the core, and so the table, of the store that it maps.
    if let table = core.table, !(self is any MappedValues) { return table.cellBefore(name) }
    do throws(StoreError) {
      let form = try stored(name)
      return (Cell(stored: form), form != nil)
    } catch {
      guard error.code == .corrupt, !mustRead else { throw error }
      return (.absent, true)
    }
  }
}

extension StoreCore {
  /// The values of a store that is a cache; nil for any other.
  var cache: ValueTable? { table.flatMap { $0.isBounded ? $0 : nil } }
}

extension ValueTable {
  /// The value of a key in a cache, or nil if there is none. Not a counted lookup.
  func uncountedValue<Space, Value>(of key: Key<Space, Value>) throws(StoreError) -> Value? {
    guard let cell = cell(of: key.storageString) else { return nil }
    if let value = cell.held.value(as: Value.self, form: key.formID) { return value }
    throw .unreadable(key, nil, "read")
  }
}
