/// The functions of the program for one key: made for the commits of keys that have some.
///
/// Thread safety: immutable, but for what the program's functions do.
@usableFromInline
class KeyCallbacks: @unchecked Sendable {
  // `@unchecked`: immutable, as is the class that inherits from it.

  /// Processes the value that was given; nil if it became a nil, which removes.
  func process(_ write: StagedWrite) throws(StoreError) -> HeldValue? { write.new.held }

  /// Refuses a value that does not satisfy a constraint.
  func check(_ write: StagedWrite) throws(StoreError) {}

  /// Evaluates the default, with the lock released, if a callback will receive it.
  func prepareDefault(for write: StagedWrite) {}

  func willChange(_ write: StagedWrite) {}
  func didChange(_ write: StagedWrite) {}
}

/// The functions of the program for one key, with its types.
final class TypedCallbacks<K: KeyType>: KeyCallbacks, @unchecked Sendable {
  // `@unchecked`: immutable.
  private let keyType: K
  private let key: Key<K.Space, K.Value>

  init(_ keyType: K) {
    self.keyType = keyType
    key = keyType.key
  }

  override func process(_ write: StagedWrite) throws(StoreError) -> HeldValue? {
    guard let value = write.new.held.value(as: K.Value.self, form: key.formID) else { return nil }
    let processed = try keyType.processed(value) { write.readableOldValue(as: key) }
    return processed.map { HeldValue($0, form: key.formID) }
  }

  override func check(_ write: StagedWrite) throws(StoreError) {
    guard let value = write.new.held.value(as: K.Value.self, form: key.formID) else { return }
    try key.check(value)
  }

  override func prepareDefault(for write: StagedWrite) {
    guard key.defaultAtHand == nil, write.beneath == nil,
      write.isRemoval || write.readableOldValue(as: key) == nil
    else { return }
    _ = key.defaultValue
  }

  override func willChange(_ write: StagedWrite) {
    guard key.descriptor?.willChange != nil || keyType._willChange != nil else { return }
    let (old, new) = (write.oldValue(as: key), write.newValue(as: key))
    key.descriptor?.willChange?(old, new)
    keyType._willChange?(old, new)
  }

  override func didChange(_ write: StagedWrite) {
    guard key.descriptor?.didChange != nil || keyType._didChange != nil else { return }
    let (old, new) = (write.oldValue(as: key), write.newValue(as: key))
    key.descriptor?.didChange?(old, new)
    keyType._didChange?(old, new)
  }
}

extension KeyType {
  /// Whether a value given to a commit needs no code of the program before it is written: the declared
  /// steps and constraints can run before the lock is taken.
  @inlinable
  var isDeclared: Bool { _process == nil && !(key.descriptor?.callsProgram ?? false) }

  /// Whether a value has to be processed or checked.
  @inlinable
  var needsPreparation: Bool { _process != nil || key.descriptor?.needsPreparation ?? false }

  /// Whether a commit of this key calls functions of the program under the lock or afterwards.
  ///
  /// - Parameter processes: Whether the commit has still to process the value.
  @inlinable
  func needsCallbacks(processes: Bool) -> Bool {
    _willChange != nil || _didChange != nil || key.descriptor?.hasCallbacks ?? false
      || processes && needsPreparation
  }

  @usableFromInline
  func makeCallbacks() -> KeyCallbacks { TypedCallbacks(self) }

  /// The value after the declared steps and the key's own function; nil if it became a nil, which is
  /// stored as absence.
  ///
  /// - Parameter old: The value before, for the steps that see it too.
  @inlinable
  func processed(_ value: Value, old: () -> Value? = { nil }) throws(StoreError) -> Value? {
    let key = key
    var value = value
    do {
      for step in key.descriptor?.processing ?? [] {
        if let change = step.change {
          value = try change(value, old())
        } else {
          value = try step.apply(value)
        }
        if key.form.isAbsent(value) { return nil }
      }
      guard let process = _process else { return value }
      let processed = try process(value)
      return key.form.isAbsent(processed) ? nil : processed
    } catch {
      throw StoreError(
        wrapping: error, operation: "process", storageString: key.storageString.string)
    }
  }
}

extension KeyType {
  /// The cell of a value after processing and constraints: steps 2, 3 and 5 of a commit for one value.
  ///
  /// - Parameter encodes: Whether the store encodes values.
  /// - Returns: The cell; without a stored form if the value has still to be encoded, or refused.
  @inlinable
  func prepared(_ value: Value?, encodes: Bool) throws(StoreError) -> Cell {
    let key = key
    guard let value, !key.form.isAbsent(value) else { return .absent }
    guard needsPreparation else { return key.cell(of: value, encodes: encodes) }
    guard let processed = try processed(value) else { return .absent }
    try key.check(processed)
    return key.cell(of: processed, encodes: encodes)
  }
}

extension KeyDescriptor {
  /// Whether a value has to be processed or checked.
  @inlinable
  var needsPreparation: Bool { !processing.isEmpty || !constraints.isEmpty }
}

extension Key {
  /// Refuses a value that does not satisfy a constraint.
  @inlinable
  func check(_ value: Value) throws(StoreError) {
    for constraint in descriptor?.constraints ?? [] where !constraint.isSatisfied(value) {
      throw refusal(of: value, by: constraint)
    }
  }

  @usableFromInline
  func refusal(of value: Value, by constraint: Constraint<Value>) -> StoreError {
    let form = (try? stored(value)) ?? nil
    return StoreError(
      .constraint, storageString: storageString.string, operation: "set",
      expected: constraint.description, found: shown(form.map { "\($0)" } ?? "\(value)"))
  }

  /// The cell of a value, encoded if it can be.
  ///
  /// - Parameter encodes: Whether the store encodes values.
  /// - Returns: The cell; without a stored form if the value has still to be encoded, or refused.
  @inlinable
  func cell(of value: Value, encodes: Bool) -> Cell {
    var cell = Cell(stored: nil, held: HeldValue(value, form: formID))
    guard encodes, let stored = try? stored(value), stored.isStorable else {
      return cell
    }
    if !isExact {
      guard let decoded = self.value(from: stored) else { return cell }
      cell.held = HeldValue(decoded, form: formID)
    }
    cell.stored = stored
    return cell
  }
}
