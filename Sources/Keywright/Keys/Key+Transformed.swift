extension Key {
  /// The same stored value as another type; transformers chain.
  ///
  /// Processing, constraints and functions of this key see its own values, those that the
  /// transformer makes. The default is this key's, transformed.
  ///
  /// ```swift
  /// static let note = Key<Vault, Data>("note", default: Data())
  ///   .transformed(by: Sealed(secret)).transformed(by: UTF8())   // Key<Vault, String>
  /// ```
  ///
  /// Making such a key costs more than reading it: keep it in a `static let`.
  ///
  /// - Parameter transformer: Turns the new key's values into this key's.
  public func transformed<T: Transformer>(by transformer: T) -> Key<Space, T.Value>
  where T.Base == Value {
    transformed(by: transformer, form: CodedForm.self)
  }

  /// The same stored value as another type, or nil where nothing is stored.
  ///
  /// - Parameter transformer: Turns the new key's values, but for nil, into this key's.
  public func transformed<T: Transformer>(by transformer: T) -> Key<Space, T.Value?>
  where Value == T.Base? {
    transformed(by: OptionalTransformer(wrapped: transformer), form: NilCodedForm.self)
  }

  private func transformed<T: Transformer>(
    by transformer: T, form: any KeyForm<T.Value>.Type
  ) -> Key<Space, T.Value> where T.Base == Value {
    let base = self
    let literal = literalDefault.flatMap { try? transformer.decode($0) }
    // What is stored, and so what people write, is this key's.
    let coding = ValueCoding<T.Value>(
      form: .unique(), textForm: textForm, encode: { try base.stored(transformer.encode($0)) },
      decode: { base.value(from: $0).flatMap { try? transformer.decode($0) } })
    let changed = { (function: (@Sendable (Value, Value) -> Void)?) in
      function.map { function in
        { @Sendable (old: T.Value, new: T.Value) -> Void in
          guard let old = try? transformer.encode(old), let new = try? transformer.encode(new)
          else { return }
          function(old, new)
        }
      }
    }
    var cost: (@Sendable (T.Value) -> Int)?
    if let baseCost = self.descriptor?.cost {
      // What cannot be encoded is refused when it is to be stored.
      cost = { value in (try? transformer.encode(value)).map(baseCost) ?? 0 }
    }
    let descriptor = KeyDescriptor<T.Value>(
      default: literal == nil ? lazyDefault(transformedBy: transformer) : nil,
      coding: coding,
      processing: (self.descriptor?.processing ?? []).map { step in
        // The transformer is the program's, so no step is declared any more.
        Step(step.description, isDeclared: false) {
          try transformer.decode(step.apply(transformer.encode($0)))
        }
      },
      constraints: (self.descriptor?.constraints ?? []).map { constraint in
        // What cannot be encoded is refused when it is to be stored.
        Constraint(constraint.description, violation: constraint.violation) {
          (try? transformer.encode($0)).map(constraint.isSatisfied) ?? true
        }
      },
      willChange: changed(self.descriptor?.willChange),
      didChange: changed(self.descriptor?.didChange),
      ttl: self.descriptor?.ttl,
      cost: cost,
      sensitivity: self.descriptor?.sensitivity ?? .public)
    return Key<Space, T.Value>(
      storageString, default: literal, form: form, descriptor: descriptor)
  }

  private func lazyDefault<T: Transformer>(
    transformedBy transformer: T
  ) -> DefaultValue<T.Value> where T.Base == Value {
    let base = self
    let persistence: DefaultValue<T.Value>.Persistence =
      base.descriptor?.defaultValue?.persistence == .whenMissing ? .whenMissing : .never
    return .lazy(persist: persistence) {
      do {
        return try transformer.decode(base.evaluatedDefault())
      } catch {
        stop(
          """
          \(T.self) cannot decode the default of the key '\(base)': \(error). Give that \
          key a default that it can.
          """)
      }
    }
  }
}

/// The form of a key whose descriptor has a coding of its own.
enum CodedForm<Value: Sendable>: KeyForm {
  static func encode(_ value: Value) throws -> StoredValue? { throw CodedFormError() }
  static func decode(_ stored: StoredValue) -> Value? { nil }
  static func isAbsent(_ value: Value) -> Bool { false }
  static var isExact: Bool { false }
  static var textForm: TextForm { TextForm(.any) }
}

/// The form of a key whose descriptor has a coding that stores a nil as absence.
enum NilCodedForm<Value: Sendable>: KeyForm {
  static func encode(_ value: Value) throws -> StoredValue? { throw CodedFormError() }
  static func decode(_ stored: StoredValue) -> Value? { nil }
  static func isAbsent(_ value: Value) -> Bool { (value as? any NilValue)?.isNil ?? false }
  static var isExact: Bool { false }
  static var textForm: TextForm { TextForm(.any) }
}

/// A coded form was asked itself; its key asks the coding.
struct CodedFormError: Error {}
