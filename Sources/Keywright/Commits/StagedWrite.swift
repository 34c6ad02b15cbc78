import KeywrightStorage

/// A write of one key that a commit stages: the cell before and the cell after.
///
/// A store's ``Store/write(_:)`` receives those of one commit, and writes all of them or none:
///
/// ```swift
/// var values: [StorageString: StoredValue] = [:]
/// func write(_ writes: [StagedWrite]) {
///   for write in writes { values[write.name] = write.stored }
/// }
/// ```
///
/// The library itself has more use for a write than a store: it compares the old and the new value,
/// calls hooks and observers, and undoes the write.
///
/// Thread safety: belongs to the commit that stages it, and is immutable once it is written.
public final class StagedWrite: @unchecked Sendable {
  // `@unchecked`: changed only by the holder of the store's `core.writerLock`, before the commit is
  // numbered; after that it is immutable.

  /// The string to store the value under.
  public var name: StorageString { key.name }

  /// The stored form to write; nil removes.
  public var stored: StoredValue? { new.stored }

  // One thread changes one thing at a time: no access to these can overlap another.

  /// The key that gave the value: the last one, of several with one storage string.
  @exclusivity(unchecked) var key: StagedKey

  @usableFromInline @exclusivity(unchecked) var old: Cell
  @usableFromInline @exclusivity(unchecked) var new: Cell

  /// The value that shows from layers below when the store itself holds nothing; only in
  /// compositions.
  var valueBelow: HeldValue?

  /// The cost and the time to live that the caller of a cache's `set` asked for.
  @exclusivity(unchecked) var retention: Retention?

  @exclusivity(unchecked) var flags: Flags

  /// The number of commits that this write stands for, see `Commit.times`.
  @exclusivity(unchecked) var times = 1

  struct Flags: OptionSet {
    let rawValue: UInt8

    /// Something was stored before, readable or not.
    static let wasStored = Flags(rawValue: 1)
    /// The commit gave the key a value or removed it, rather than only read it.
    static let isTouched = Flags(rawValue: 2)
    /// The value was not processed and checked yet.
    static let needsProcessing = Flags(rawValue: 4)
    /// The value was not encoded yet.
    static let needsEncoding = Flags(rawValue: 8)
    /// The stores that the write goes to hold different things, so that it changes one of them even
    /// where it stores what another holds already.
    static let isDivided = Flags(rawValue: 16)
    /// Hooks ran elsewhere, in a commit that joins writes for which they run here.
    static let isForeign = Flags(rawValue: 32)
    /// The old form lies in a layer that is written and not read: it decides whether the write
    /// changes anything, and is not a value for readers.
    static let isOldHidden = Flags(rawValue: 64)
  }

  init(_ key: StagedKey, old: Cell, new: Cell, flags: Flags) {
    self.key = key
    self.old = old
    self.new = new
    self.flags = flags
  }

  /// A copy, which may be changed.
  init(copying other: StagedWrite) {
    key = other.key
    old = other.old
    new = other.new
    valueBelow = other.valueBelow
    retention = other.retention
    flags = other.flags
    times = other.times
  }

  /// The removal of a storage string whose key is unknown.
  convenience init(removing name: StorageString, in space: any Namespace.Type, old: Cell) {
    self.init(
      StagedKey(name, in: space, nil), old: old, new: .absent, flags: [.wasStored, .isTouched])
  }

  /// A change by another process or program, as a store finds it.
  convenience init(absorbing new: StoredValue?, over old: Cell, name: StorageString) {
    self.init(
      StagedKey(name, in: Root.self, nil), old: old, new: Cell(stored: new),
      flags: old.isAbsent ? [] : .wasStored)
  }

  /// The namespace of the key; ``Root`` if that is unknown.
  var space: any Namespace.Type { key.space }

  /// The form of the key's values; nil if only the storage string is known.
  var form: AnyForm? { key.form }

  /// The functions of the program for this key, if it has some.
  var callbacks: KeyCallbacks? { key.callbacks }

  @usableFromInline var wasStored: Bool { flags.contains(.wasStored) }
  var isTouched: Bool { flags.contains(.isTouched) }
  @usableFromInline var isRemoval: Bool { new.isAbsent }

  /// Whether the write would store what a store holds already.
  ///
  /// - Parameter encodes: Whether the store encodes values; one that does not keeps any value anew.
  func changesNothing(encodes: Bool) -> Bool {
    guard encodes else { return isRemoval && !wasStored }
    // Damaged bytes are stored and have no form: removing them is a change.
    return new.stored == old.stored && (old.stored != nil || !wasStored)
  }

  func isWithin(_ space: any Namespace.Type) -> Bool {
    NamespaceRecord.of(self.space).isWithin(space)
  }

  /// The sensitivity of the values: as the key declares it, else as its namespace describes it.
  var sensitivity: KeyDescription.Sensitivity {
    if let declared = form?.sensitivity, declared != .public { return declared }
    return SensitiveNames.sensitivity(of: name, in: space)
  }

  /// The text in place of the values where they are printed; nil if they may be shown.
  ///
  /// A change of others comes without its key. It is shown only if that is known to be public.
  var redaction: String? {
    let known = KnownSensitivities.sensitivity(of: name)
    if form != nil { return sensitivity.redaction ?? known?.redaction }
    return known.map { $0.redaction } ?? "a value of a key that is not known here"
  }

  /// The key's rules for Apple's keychain; nil if it has none.
  package var keychain: KeychainRules? { form?.traits?.keychain }

  // MARK: Forms

  /// The stored form after the write, also of a value that the store does not encode.
  var newForm: StoredValue? { form(of: new) }

  /// The stored form before the write, as far as it is known.
  var oldForm: StoredValue? { form(of: old) }

  /// The stored form of a cell, also of a value that the store does not encode.
  func form(of cell: Cell) -> StoredValue? {
    if let stored = cell.stored { return stored }
    return cell.held.form == .absent ? nil : (try? form?.encode(cell.held)) ?? nil
  }

  // MARK: With types

  /// The value of a cell with the types of a key that has this storage string; nil if the cell
  /// holds nothing readable.
  @usableFromInline
  func value<Space, Value>(of cell: Cell, as key: Key<Space, Value>) -> Value? {
    if let value = cell.held.value(as: Value.self, form: key.formID) { return value }
    return form(of: cell).flatMap(key.value(from:))
  }

  /// The value before, if it is at hand decoded.
  @usableFromInline
  var oldHeld: HeldValue { flags.contains(.isOldHidden) ? .absent : old.held }

  /// The value before; nil if nothing readable was stored.
  @usableFromInline
  func readableOldValue<Space, Value>(as key: Key<Space, Value>) -> Value? {
    flags.contains(.isOldHidden) ? nil : value(of: old, as: key)
  }

  /// The value before, as `get` gave it.
  @inlinable
  func oldValue<Space, Value>(as key: Key<Space, Value>) -> Value {
    oldHeld.value(as: Value.self, form: key.formID) ?? decodedOldValue(as: key)
  }

  @usableFromInline
  func decodedOldValue<Space, Value>(as key: Key<Space, Value>) -> Value {
    readableOldValue(as: key) ?? fallback(for: key)
  }

  /// The value after, as `get` gives it.
  @inlinable
  func newValue<Space, Value>(as key: Key<Space, Value>) -> Value {
    new.held.value(as: Value.self, form: key.formID) ?? decodedNewValue(as: key)
  }

  @usableFromInline
  func decodedNewValue<Space, Value>(as key: Key<Space, Value>) -> Value {
    value(of: new, as: key) ?? fallback(for: key)
  }

  /// The value that `get` gives when the store itself holds nothing.
  @usableFromInline
  func fallback<Space, Value>(for key: Key<Space, Value>) -> Value {
    valueBelow?.value(as: Value.self, form: key.formID) ?? key.defaultValue
  }

  /// The change with the types of a key that has this storage string.
  @inlinable
  func change<Space, Value>(
    as key: Key<Space, Value>, origin: CommitOrigin, number: UInt64 = 0,
    _ sensitivity: KeyDescription.Sensitivity
  ) -> Change<Value> {
    let old = oldHeld.value(as: Value.self, form: key.formID) ?? readableOldValue(as: key)
    let new =
      self.new.held.value(as: Value.self, form: key.formID) ?? value(of: self.new, as: key)
    let unreadable = new == nil && !isRemoval ? unreadable(as: key) : nil
    return Change(
      old: old ?? fallback(for: key), new: new ?? fallback(for: key), unreadable: unreadable,
      wasStored: wasStored, isRemoval: isRemoval, origin: origin, number: number,
      sensitivity: sensitivity, showsDefault: old == nil || new == nil)
  }

  /// The reason why the value after is not the stored one.
  @usableFromInline
  func unreadable<Space, Value>(as key: Key<Space, Value>) -> StoreError {
    .unreadable(key, newForm, "read")
  }
}

// MARK: Writes made of writes

extension StagedWrite {
  /// The write that undoes this one.
  func reversed() -> StagedWrite {
    let undo = StagedWrite(copying: self)
    (undo.old, undo.new) = (new, old)
    undo.flags = [.isTouched]
    if !isRemoval { undo.flags.insert(.wasStored) }
    return undo
  }

  /// This write and a later one of the same key as one.
  func joined(with later: StagedWrite) -> StagedWrite {
    let joined = StagedWrite(copying: later)
    joined.old = old
    // The later write may be of a key of another form, which cannot encode this old value.
    joined.old.stored = oldForm
    joined.times += times
    joined.flags = later.flags.subtracting([.wasStored, .isForeign])
    joined.flags.formUnion(flags.intersection(.wasStored))
    joined.flags.formUnion(flags.intersection(later.flags).intersection(.isForeign))
    return joined
  }
}

extension ValueTable {
  /// Shows the writes of one commit to readers. The writer's lock is held.
  func write(_ writes: [StagedWrite]) {
    for write in writes { self.write(write.name, write.new) }
  }

  /// Shows a value that others stored, or removed. The writer's lock is held.
  ///
  /// - Returns: The write; nil if readers see that value already.
  func absorb(_ stored: StoredValue?, at name: StorageString) -> StagedWrite? {
    let old = cell(of: name) ?? .absent
    guard old.stored != stored else { return nil }
    write(name, stored: stored)
    return StagedWrite(absorbing: stored, over: old, name: name)
  }
}
