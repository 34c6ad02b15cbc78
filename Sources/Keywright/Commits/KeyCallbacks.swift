import KeywrightStorage

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
    guard key.defaultAtHand == nil, write.valueBelow == nil,
      write.isRemoval || write.readableOldValue(as: key) == nil
    else { return }
    _ = key.defaultValue
  }

  override func willChange(_ write: StagedWrite) {
    guard key.descriptor?.willChange != nil || keyType.hasWillChange else { return }
    let (old, new) = (write.oldValue(as: key), write.newValue(as: key))
    key.descriptor?.willChange?(old, new)
    _ = keyType.willChange(from: old, to: new)
  }

  override func didChange(_ write: StagedWrite) {
    guard key.descriptor?.didChange != nil || keyType.hasDidChange else { return }
    let (old, new) = (write.oldValue(as: key), write.newValue(as: key))
    key.descriptor?.didChange?(old, new)
    _ = keyType.didChange(from: old, to: new)
  }
}

extension KeyType {
  /// Whether a value given to a commit needs no code of the program before it is written: the declared
  /// steps and constraints can run before the lock is taken.
  @inlinable
  var isDeclared: Bool { !hasProcess && !(key.descriptor?.callsProgram ?? false) }

  /// Whether a value has to be processed or checked.
  @inlinable
  var needsPreparation: Bool { hasProcess || key.descriptor?.needsPreparation ?? false }

  /// Whether a commit of this key calls functions of the program under the lock or afterwards.
  ///
  /// - Parameter processes: Whether the commit has still to process the value.
  @inlinable
  func needsCallbacks(processes: Bool) -> Bool {
    hasWillChange || hasDidChange || key.descriptor?.hasCallbacks ?? false
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
      guard hasProcess, let processed = try process(value) as? Value else { return value }
      return key.form.isAbsent(processed) ? nil : processed
    } catch {
      throw StoreError(
        wrapping: error, operation: "process", storageString: key.storageString.string)
    }
  }

  /// The cell of a value after processing and constraints: steps 2, 3 and 5 of a commit for one value.
  ///
  /// - Parameter encodes: Whether the store encodes values.
  /// - Returns: The cell; see ``cell(of:encodes:)``.
  @inlinable
  func prepared(_ value: Value?, encodes: Bool) throws(StoreError) -> Cell {
    let key = key
    guard let value, !key.form.isAbsent(value) else { return .absent }
    guard needsPreparation else { return try cell(of: value, encodes: encodes) }
    guard let processed = try processed(value) else { return .absent }
    try key.check(processed)
    return try cell(of: processed, encodes: encodes)
  }

  /// The cell of a value to commit.
  ///
  /// - Returns: The cell; without a stored form where it has none, but a pre-commit hook may replace the value.
  /// - Throws: The reason why it has none, where no hook may.
  @inlinable
  func cell(of value: Value, encodes: Bool) throws(StoreError) -> Cell {
    do throws(StoreError) {
      return try key.cell(of: value, encodes: encodes)
    } catch {
      guard Space.mayAmend else { throw error }
      return try key.cell(of: value, encodes: false)
    }
  }
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

  /// The cell of a value.
  ///
  /// - Parameter encodes: Whether the store encodes values.
  /// - Returns: The cell; the absent one for a value that the key's own coding stores as absence.
  /// - Throws: `unencodable`, or `unsupported` for a key for memory only.
  @inlinable
  func cell(of value: Value, encodes: Bool) throws(StoreError) -> Cell {
    guard encodes else { return Cell(stored: nil, held: HeldValue(value, form: formID)) }
    let stored: StoredValue?
    do {
      stored = try self.stored(value)
    } catch {
      throw unencodable(error)
    }
    guard let stored else { return .absent }
    try requireStorable(stored)
    if isExact { return Cell(stored: stored, held: HeldValue(value, form: formID)) }
    guard let decoded = self.value(from: stored) else { throw undecodable(stored) }
    return Cell(stored: stored, held: HeldValue(decoded, form: formID))
  }

  /// The refusal of a value whose type cannot encode it.
  @usableFromInline
  func unencodable(_ error: any Error) -> StoreError {
    if error is MemoryOnly {
      return StoreError(
        .unsupported, storageString: storageString.string, operation: "set",
        expected: "a store that keeps values as they are, such as a CacheStore",
        found: "a key for memory only", advice: "Give the key another coding to store it.")
    }
    var result = StoreError(
      .unencodable, storageString: storageString.string, operation: "set", found: "\(Value.self)")
    guard let failure = error as? ConversionFailure else {
      result.underlying = error
      return result
    }
    result.found = shown(
      failure.path.isEmpty ? failure.found : "\(failure.found) at \(failure.path)")
    result.expected = failure.expected
    if let first = failure.advice.first {
      // A clause there, a sentence here.
      result.advice = "\(first.uppercased())\(failure.advice.dropFirst())."
    }
    return result
  }

  /// Refuses a value that no file can hold.
  @usableFromInline
  func requireStorable(_ stored: StoredValue) throws(StoreError) {
    do {
      try stored.tree.checkStorable()
    } catch {
      throw StoreError(
        .unencodable, storageString: storageString.string, operation: "set",
        expected: error.expected, found: shown(error.found))
    }
  }

  /// The refusal of a value that could not be read again.
  @usableFromInline
  func undecodable(_ stored: StoredValue) -> StoreError {
    StoreError(
      .unencodable, storageString: storageString.string, operation: "set",
      expected: "a stored form that \(Value.self) can be decoded from",
      found: shown("\(stored)"), advice: "Let the type's encoding and decoding undo each other.")
  }
}

extension AnyForm {
  /// The cell of a value of this form, encoded; the absent one for a value of another form.
  func cell(
    of held: HeldValue, named name: StorageString, in space: any Namespace.Type
  ) throws(StoreError) -> Cell {
    try type.cell(of: held, named: name, in: space, descriptor)
  }
}

extension KeyForm {
  fileprivate static func cell<Space: Namespace>(
    of held: HeldValue, named name: StorageString, in space: Space.Type,
    _ descriptor: (any AnyObject & Sendable)?
  ) throws(StoreError) -> Cell {
    let key = key(name, in: space, descriptor)
    guard let value = held.value(as: Value.self, form: key.formID) else { return .absent }
    return try key.cell(of: value, encodes: true)
  }
}
