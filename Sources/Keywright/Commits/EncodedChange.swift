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

/// The change of a key to a value that is encoded already.
@usableFromInline
final class EncodedChange: PendingChange, @unchecked Sendable {
  // `@unchecked`: as in `PendingChange`, written under the store's `core.writerLock` only.

  /// The new value.
  @usableFromInline let held: HeldValue

  /// The value before, if the store had it decoded.
  // Written once, by the thread that commits: no access can overlap another.
  @exclusivity(unchecked) @usableFromInline private(set) var heldBefore: HeldValue?

  init(
    _ name: StorageString, of space: any Namespace.Type, to value: EncodedValue,
    storedBefore: StoredValue?, wasStored: Bool
  ) {
    held = value.held
    super.init(name: name, space: space, storedBefore: storedBefore, wasStored: wasStored)
    stored = value.stored
    isTouched = true
  }

  /// Such a value is made only where nobody has: see ``EncodedValue``.
  override var isSilent: Bool { true }

  override func encode() throws(StoreError) {
    do {
      try stored?.tree.checkStorable()
    } catch {
      throw StoreError(
        .unencodable, storageString: name.string, operation: "set", expected: error.expected,
        found: SensitiveNames.shown(error.found, of: name, in: space))
    }
  }

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
      EncodedChange(name, of: space, to: value, storedBefore: before, wasStored: isStored))
    return true
  }
}
