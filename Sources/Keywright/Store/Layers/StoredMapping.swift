import KeywrightStorage

/// A change of all values that a store keeps: encrypts them, compresses them, counts them.
///
/// ```swift
/// struct Encrypted: StoredMapping {
///   let seal: @Sendable ([UInt8]) throws -> [UInt8]  // of the system's library, such as CryptoKit
///   let open: @Sendable ([UInt8]) throws -> [UInt8]
///
///   func encode(_ value: StoredValue, for name: StorageString) throws -> StoredValue {
///     .data(try seal(value.propertyList()))
///   }
///
///   func decode(_ value: StoredValue, for name: StorageString) throws -> StoredValue {
///     guard case .data(let bytes) = value.content else { throw CocoaError(.coderReadCorrupt) }
///     return try StoredValue(propertyList: open(bytes))
///   }
/// }
/// ```
///
/// ``Store/mappingStored(_:)`` puts it around a store. Let an encryption authenticate `name` with the value, so
/// that no attacker can exchange the values of two keys.
///
/// The two functions undo each other, and depend on nothing but their arguments and the mapping. They may
/// give another form for one value each time, as an encryption with a random nonce does: whether a commit
/// changes anything is decided by the values before the mapping.
///
/// Thread safety: both functions are called from any thread; `encode` with the writer's lock held.
public protocol StoredMapping: Sendable {
  /// The form that the store keeps.
  ///
  /// - Parameters:
  ///   - value: The stored form of a key's value.
  ///   - name: The string under which the store keeps it.
  /// - Throws: If it cannot be kept; the commit then throws ``StoreError/Code/unencodable``.
  func encode(_ value: StoredValue, for name: StorageString) throws -> StoredValue

  /// The stored form of a key's value.
  ///
  /// - Parameters:
  ///   - value: The form that the store keeps.
  ///   - name: The string under which the store keeps it.
  /// - Throws: If it is not a form of this mapping; reading then throws ``StoreError/Code/corrupt``, and only `set`
  ///   and `remove` replace it.
  func decode(_ value: StoredValue, for name: StorageString) throws -> StoredValue
}

extension StoredValue {
  /// The bytes of a property list that holds this value alone, for a mapping that encrypts or compresses it.
  ///
  /// - Throws: ``StoreError/Code/unencodable`` if no property list holds it.
  ///
  /// Complexity: O(*n*) in the size of the value.
  public func propertyList() throws(StoreError) -> [UInt8] {
    do throws(PropertyListError) {
      return try BinaryPropertyList.encode(tree)
    } catch {
      throw StoreError(
        .unencodable, operation: "encode", expected: error.expected, found: error.found)
    }
  }

  /// Reads the bytes of a property list.
  ///
  /// - Parameter bytes: Those that ``propertyList()`` gave.
  /// - Throws: ``StoreError/Code/corrupt`` if they are others.
  ///
  /// Complexity: O(*n*) in the number of bytes.
  public init(propertyList bytes: [UInt8]) throws(StoreError) {
    do throws(PropertyListError) {
      self.init(try PropertyList(reading: bytes))
    } catch {
      throw StoreError(
        .corrupt, operation: "decode", expected: error.expected, found: error.found)
    }
  }
}

/// A store whose values have another form outside of it; it has the store's own core.
protocol MappedValues: ReadableStore {
  var mapping: any StoredMapping { get }
  /// The store itself.
  var kept: any ReadableStore { get }
}

extension MappedValues {
  var core: StoreCore { kept.core }

  func stored(_ name: StorageString) throws(StoreError) -> StoredValue? {
    try requireForms()
    guard let value = try kept.stored(name) else { return nil }
    return try decoded(value, name)
  }

  /// The value of a key, without the store's own typed values.
  func storedValue<Space, Value>(
    of key: Key<Space, Value>
  ) throws(StoreError) -> Value? {
    guard let stored = try stored(key.storageString) else { return nil }
    guard let value = key.value(from: stored) else { throw .unreadable(key, stored, "read") }
    return value
  }

  func storageStrings() throws(StoreError) -> [StorageString] { try kept.storageStrings() }

  /// A write of the store as it shows outside.
  func decoded(_ write: StagedWrite) -> StagedWrite {
    if write.name.isReserved { return write }
    let shown = StagedWrite(copying: write)
    shown.old = decoded(write.old, write)
    shown.new = decoded(write.new, write)
    return shown
  }

  private func decoded(_ cell: Cell, _ write: StagedWrite) -> Cell {
    Cell(stored: write.form(of: cell).flatMap { try? decoded($0, write.name) })
  }

  private func decoded(
    _ value: StoredValue, _ name: StorageString
  ) throws(StoreError) -> StoredValue {
    if name.isReserved { return value }
    do {
      return try mapping.decode(value, for: name)
    } catch {
      throw StoreError(
        .corrupt, storageString: name.string, operation: "read",
        expected: "a value that the mapping made", found: "another one",
        advice: "`set` or `remove` replaces it on purpose; nothing else does.", underlying: error)
    }
  }

  fileprivate func requireForms() throws(StoreError) {
    guard core.encodesValues else {
      throw StoreError(
        .unsupported, operation: "map", expected: "a store that encodes values",
        found: "'\(core.name)', which keeps them as they are",
        advice: "Map the store behind the cache.")
    }
  }
}

/// A readable store whose values have another form outside of it.
struct MappedReader: MappedValues {
  let kept: any ReadableStore
  let mapping: any StoredMapping
}

/// A store whose values have another form outside of it.
struct MappedStore: MappedValues, Store {
  let base: any Store
  let mapping: any StoredMapping
  var kept: any ReadableStore { base }

  var supportsMultiKeyCommits: Bool { base.supportsMultiKeyCommits }
  var canEnumerate: Bool { base.canEnumerate }

  func beginCommit() throws(StoreError) {
    try requireForms()
    try base.beginCommit()
  }

  func endCommit() -> CommitWait? { base.endCommit() }

  func removeHistory() throws(StoreError) { try base.removeHistory() }

  func write(_ writes: [StagedWrite]) throws(StoreError) { try base.write(encoded(writes)) }

  /// Writes as the store itself keeps them.
  func encoded(_ writes: [StagedWrite]) throws(StoreError) -> [StagedWrite] {
    try writes.map { write throws(StoreError) in try encoded(write) }
  }

  private func encoded(_ write: StagedWrite) throws(StoreError) -> StagedWrite {
    if write.name.isReserved { return write }
    let kept = StagedWrite(copying: write)
    kept.old = try base.cellBefore(write.name).cell
    guard let value = write.newForm else {
      kept.new = .absent
      return kept
    }
    do {
      kept.new = Cell(stored: try mapping.encode(value, for: write.name))
    } catch {
      throw StoreError(
        .unencodable, storageString: write.name.string, operation: "set",
        expected: "a value that the mapping takes", found: "one that it refuses",
        underlying: error)
    }
    return kept
  }
}
