/// Turns the values of a program into the values of another key, and back.
///
/// ```swift
/// struct Base64: Transformer {
///   func encode(_ value: Data) -> String { value.base64EncodedString() }
///   func decode(_ base: String) throws -> Data {
///     guard let data = Data(base64Encoded: base) else {
///       throw ConversionFailure(found: "other text", expected: "base 64")
///     }
///     return data
///   }
/// }
/// static let token = Key<Vault, String?>("token").transformed(by: Base64())   // Key<Vault, Data?>
/// ```
///
/// Thread safety: both functions may be called from any thread. `encode` runs under the writer's
/// lock and must be short.
public protocol Transformer<Value, Base>: Sendable {
  /// The type that the program reads and writes.
  associatedtype Value: Sendable

  /// The value type of the other key.
  associatedtype Base: Sendable

  /// The identity of this transformer among others of its type, such as the name of a format.
  ///
  /// Keys that are made again, as a function with parameters makes them, are one form to a store only if their
  /// transformers are the same: a type without stored properties always is, another one if it has an identity.
  /// A cache keeps a value unencoded, for keys of its form alone. An identity is kept until the process ends. nil,
  /// which is the default, makes each key a form of its own; such a key belongs in a `static let`.
  var id: (any Hashable & Sendable)? { get }

  /// Turns a value of the program into one of the other key.
  ///
  /// - Throws: Any error: the commit throws ``StoreError/Code/unencodable``, and nothing changes.
  func encode(_ value: Value) throws -> Base

  /// Turns a value of the other key into one of the program.
  ///
  /// - Throws: Any error: what is stored is unreadable.
  func decode(_ base: Base) throws -> Value
}

extension Transformer {
  /// None.
  public var id: (any Hashable & Sendable)? { nil }
}

/// Applies another transformer to a value, and leaves nil alone.
struct OptionalTransformer<Wrapped: Transformer>: Transformer {
  let wrapped: Wrapped

  var id: (any Hashable & Sendable)? { wrapped.id }

  func encode(_ value: Wrapped.Value?) throws -> Wrapped.Base? { try value.map(wrapped.encode) }

  func decode(_ base: Wrapped.Base?) throws -> Wrapped.Value? { try base.map(wrapped.decode) }
}

extension Key {
  /// The same stored value as another type; transformers chain.
  ///
  /// Processing, constraints and functions of this key see its own values, those that the
  /// transformer makes.
  ///
  /// ```swift
  /// static let note = Key<Vault, Data?>("note")
  ///   .transformed(by: Sealed(secret)).transformed(by: UTF8())   // Key<Vault, String?>
  /// static let title = Key<Vault, Data>("title", default: Data())
  ///   .transformed(by: UTF8(), default: "Untitled")              // Key<Vault, String>
  /// ```
  ///
  /// Making such a key costs more than reading it: keep it in a `static let`. One that a function makes, as
  /// of a family, has the same form each time if its transformer has an identity (``Transformer/id``).
  ///
  /// - Parameters:
  ///   - transformer: Turns the new key's values into this key's.
  ///   - value: The new key's default, which no transformer has to decode. It is stored by the first `get`
  ///     if this key's is.
  public func transformed<T: Transformer>(
    by transformer: T, default value: T.Value
  ) -> Key<Space, T.Value> where T.Base == Value {
    if persistsDefault {
      return transformed(by: transformer, default: .lazy(persist: .whenMissing) { value })
    }
    return transformed(by: transformer, literal: value, default: nil)
  }

  /// The same stored value as another type, with a default that is computed when it is first needed.
  ///
  /// - Parameters:
  ///   - transformer: Turns the new key's values into this key's.
  ///   - value: The new key's default, which no transformer has to decode.
  public func transformed<T: Transformer>(
    by transformer: T, default value: DefaultValue<T.Value>
  ) -> Key<Space, T.Value> where T.Base == Value {
    transformed(by: transformer, literal: nil, default: value)
  }

  /// Refuses a key without a default of its own type: a transformer may be unable to decode this key's.
  @available(*, unavailable, message: "give the default in the key's own type: 'default:'")
  public func transformed<T: Transformer>(by transformer: T) -> Key<Space, T.Value>
  where T.Base == Value {
    transformed(by: transformer, literal: nil, default: nil)
  }

  /// The same stored value as another type, or nil where nothing is stored.
  ///
  /// A default that this key's descriptor has is given transformed; one that cannot be decoded is nil.
  ///
  /// - Parameter transformer: Turns the new key's values, but for nil, into this key's.
  public func transformed<T: Transformer>(by transformer: T) -> Key<Space, T.Value?>
  where Value == T.Base? {
    let optional = OptionalTransformer(wrapped: transformer)
    guard let source = descriptor?.defaultValue else {
      return transformed(by: optional, literal: .some(nil), default: nil)
    }
    let base = self
    let value = DefaultValue<T.Value?>.lazy(
      persist: source.persistence == .whenMissing ? .whenMissing : .never
    ) {
      (try? optional.decode(base.evaluatedDefault())) ?? nil
    }
    return transformed(by: optional, literal: nil, default: value)
  }

  private func transformed<T: Transformer>(
    by transformer: T, literal: T.Value?, default value: DefaultValue<T.Value>?
  ) -> Key<Space, T.Value> where T.Base == Value {
    let base = self
    let coding = ValueCoding<T.Value>(
      // The base is stored, and so it is the base that people write.
      identity: formIdentity?.transformed(by: transformer), textForm: textForm,
      encode: { try base.stored(transformer.encode($0)) },
      decode: { base.value(from: $0).flatMap { try? transformer.decode($0) } },
      failure: { stored in
        guard let value = base.value(from: stored) else { return base.failure(reading: stored) }
        do {
          _ = try transformer.decode(value)
          return nil
        } catch {
          return error
        }
      })
    let changed = { (function: (@Sendable (Value, Value) -> Void)?) in
      function.map { function in
        { @Sendable (old: T.Value, new: T.Value) -> Void in
          guard let old = try? transformer.encode(old), let new = try? transformer.encode(new)
          else { return }
          function(old, new)
        }
      }
    }
    let descriptor = KeyDescriptor<T.Value>(
      default: value,
      coding: coding,
      processing: (self.descriptor?.processing ?? []).map { step in
        step.transformed(by: transformer)
      },
      constraints: (self.descriptor?.constraints ?? []).map { constraint in
        // A value that cannot be encoded is refused by the commit.
        Constraint(constraint.description, violation: constraint.violation) {
          (try? transformer.encode($0)).map(constraint.isSatisfied) ?? true
        }
      },
      onRead: nil,
      willChange: changed(self.descriptor?.willChange),
      didChange: changed(self.descriptor?.didChange),
      traits: self.descriptor?.traits ?? KeyTraits(),
      former: self.descriptor?.former?.transformed { try transformer.decode($0) })
    return Key<Space, T.Value>(
      storageString, default: literal, form: MemoryForm<T.Value>.self, descriptor: descriptor)
  }
}

extension Step {
  /// The step for the values that a transformer makes of this step's. The transformer is the program's,
  /// so that no step is declared any more.
  fileprivate func transformed<T: Transformer>(by transformer: T) -> Step<T.Value>
  where T.Base == Value {
    guard let change else {
      return Step<T.Value>(description, isDeclared: false) {
        try transformer.decode(apply(transformer.encode($0)))
      }
    }
    return Step<T.Value>(description) { value, old in
      let old = try old.map(transformer.encode)
      return try transformer.decode(change(transformer.encode(value), old))
    }
  }
}
