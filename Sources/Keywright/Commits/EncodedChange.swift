import KeywrightStorage

/// A value whose stored form was made before its commit, where nothing of the program's has a part
/// in the commit: a ``Key`` with no descriptor, a type that decodes to what was encoded, namespaces
/// whose hooks do nothing.
///
/// It is made where the types are known, so that none of the commit's steps needs them.
@usableFromInline
struct EncodedValue {
  let stored: StoredValue
  let held: HeldValue

  @usableFromInline
  init(_ stored: StoredValue, _ held: HeldValue) {
    self.stored = stored
    self.held = held
  }

  /// Encodes a value; nil if its commit must go through every step, where what cannot be encoded
  /// is refused, too.
  ///
  /// No initializer, which would take a copy of the key.
  @inlinable
  @inline(__always)
  static func encoding<Space: Namespace, Value: Sendable>(
    _ value: Value, of key: Key<Space, Value>
  ) -> EncodedValue? {
    guard key.descriptor == nil, key.literalDefault != nil, key.form.isExact,
      !key.form.isAbsent(value), NamespaceHooks.areIdle(Space.self),
      let stored = try? key.form.encode(value)
    else { return nil }
    return EncodedValue(stored, HeldValue(value))
  }
}

/// Where a change is made, and what is there before.
struct ChangedPlace {
  let space: any Namespace.Type
  let storedBefore: StoredValue?
  let wasStored: Bool
}

extension KeptChange {
  /// A change of which only keeping is left to do.
  init(change: PendingChange) {
    name = change.name
    stored = change.stored
    object = change
    held = .nothing
    place = ChangedPlace(
      space: change.space, storedBefore: change.storedBefore, wasStored: change.wasStored)
  }

  /// The change of a key to a value that is encoded already.
  init(_ name: StorageString, _ value: EncodedValue, in place: ChangedPlace) {
    self.name = name
    stored = value.stored
    object = nil
    held = value.held
    self.place = place
  }

  /// The change as an object, made now if there is none.
  var change: PendingChange { object ?? EncodedChange(name, to: stored, held, in: place) }

  /// Puts the new value into a table of decoded values.
  func publish(to table: StoredTable) { table.publish(name, stored, held, of: object) }
}

extension StoredTable {
  /// Takes over what a commit kept.
  ///
  /// Takes a change in parts: one that lies in an array would be copied.
  @inline(__always)
  func publish(
    _ name: StorageString, _ stored: StoredValue?, _ held: HeldValue, of object: PendingChange?
  ) {
    if let object { return object.publish(to: self) }
    if let stored { publish(name, stored: stored, held: held) }
  }

  /// Takes over what a commit kept.
  func publish(_ changes: [KeptChange]) {
    for index in changes.indices {
      publish(
        changes[index].name, changes[index].stored, changes[index].held, of: changes[index].object)
    }
  }
}

extension StoredValue {
  /// Refuses a value that no file can hold.
  @inline(__always)
  func checkStorable(
    as name: StorageString, in space: any Namespace.Type
  ) throws(StoreError) {
    do {
      try tree.checkStorable()
    } catch {
      throw StoreError(
        .unencodable, storageString: name.string, operation: "set", expected: error.expected,
        found: SensitiveNames.shown(error.found, of: name, in: space))
    }
  }
}

/// The change of a key to a value that is encoded already, for those who are told of it.
@usableFromInline
final class EncodedChange: PendingChange, @unchecked Sendable {
  // `@unchecked`: as in `PendingChange`, written under the store's `core.writerLock` only.

  /// The new value.
  @usableFromInline let held: HeldValue

  /// The value before, if the store had it decoded.
  // Written once, by the thread that commits: no access can overlap another.
  @exclusivity(unchecked) @usableFromInline private(set) var heldBefore: HeldValue?

  init(
    _ name: StorageString, to stored: StoredValue?, _ held: HeldValue, in place: ChangedPlace
  ) {
    self.held = held
    super.init(
      name: name, space: place.space, storedBefore: place.storedBefore,
      wasStored: place.wasStored)
    self.stored = stored
    isTouched = true
  }

  /// Such a value is made only where nobody has: see ``EncodedValue``.
  override var isSilent: Bool { true }

  override func encode() throws(StoreError) { try stored?.checkStorable(as: name, in: space) }

  @usableFromInline override var heldValue: HeldValue? { held }

  override func publish(to table: StoredTable) {
    guard let stored else { return super.publish(to: table) }
    heldBefore = table.publish(name, stored: stored, held: held)
  }
}

extension CommitRecord {
  /// Enters the change of a key to a value that is encoded already; false if the store needs the
  /// types for it.
  @usableFromInline
  func enter(
    _ name: StorageString, of space: any Namespace.Type, _ value: EncodedValue
  ) throws(StoreError) -> Bool {
    guard takesEncoded, !name.isReserved else { return false }
    let (before, isStored) = try store.storedBefore(name)
    enter(
      encoded: KeptChange(
        name, value,
        in: ChangedPlace(space: space, storedBefore: before, wasStored: isStored)))
    return true
  }
}
