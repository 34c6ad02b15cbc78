extension AnyKey {
  /// The stored form of the value that the program has for one that it reads, which is nil for a nil; `.none`
  /// for one that it cannot read.
  ///
  /// It is what the program would write back: of a set each element once, of a struct the fields under
  /// their present names.
  package func read(_ stored: StoredValue) -> StoredValue?? { base.read(stored) }

  /// The same before a constraint brings it within its bounds; nil for one that it cannot read, and for a nil.
  package func uncorrected(_ stored: StoredValue) -> StoredValue? { base.uncorrected(stored) }

  /// The text of a stored form that was read, which reads back as the same.
  package func text(of stored: StoredValue) -> String { textForm.text(of: stored) }

  /// The tree of a stored form's JSON, which reads back as the same.
  package func json(of stored: StoredValue) -> StoredValue { textForm.json(of: stored) }

  /// The default; nil for a nil, and for one that only the program can make.
  package var storedDefault: StoredValue? { base.storedDefault }

  /// The constraint that a stored value violates; nil for one that satisfies all, or is of another type.
  package func violation(of stored: StoredValue) -> TextFailure? { base.violation(of: stored) }

  /// A stored form after the declared steps, satisfying the constraints.
  package func prepared(_ stored: StoredValue) throws(TextFailure) -> StoredValue {
    try base.prepared(stored)
  }
}

extension KeyType {
  fileprivate func read(_ stored: StoredValue) -> StoredValue?? {
    let key = key
    return key.value(from: stored).flatMap { try? .some(key.stored($0)) }
  }

  fileprivate func uncorrected(_ stored: StoredValue) -> StoredValue? {
    let key = key
    return key.uncorrectedValue(from: stored).flatMap { (try? key.stored($0)) ?? nil }
  }

  fileprivate func violation(of stored: StoredValue) -> TextFailure? {
    let key = key
    return key.uncorrectedValue(from: stored).flatMap { key.violation(of: $0)?.failure }
  }

  fileprivate var storedDefault: StoredValue? {
    let key = key
    return key.defaultAtHand.flatMap { (try? key.stored($0)) ?? nil }
  }

  fileprivate func prepared(_ stored: StoredValue) throws(TextFailure) -> StoredValue {
    let key = key
    let value = try key.value(ofStored: stored)
    let processed: Value?
    do throws(StoreError) {
      processed = try self.processed(value)
    } catch {
      throw TextFailure("\(error.underlying ?? error)")
    }
    guard let processed, let result = try? key.stored(processed) else {
      throw TextFailure("not \(withArticle(Value.self))")
    }
    if let violation = key.violation(of: processed) {
      if result == stored { throw violation.failure }
      throw TextFailure(
        "after processing `\(key.textForm.text(of: result))`: \(violation.failure.problem)")
    }
    return result
  }
}

extension AnyKey {
  /// Makes a key of which a program learns at run time.
  /// - Parameter parameters: Those of a family; empty for a single key.
  package init<Value: Convertible>(
    _ name: StorageString, default value: Value??, descriptor: KeyDescriptor<Value?>,
    parameters: [KeyParameterForm]
  ) {
    let key = Key<Root, Value?>(
      name, default: value, form: OptionalForm<Value>.self, descriptor: descriptor)
    self = parameters.isEmpty ? AnyKey(key) : AnyKey(_family: key, parameters)
  }
}
