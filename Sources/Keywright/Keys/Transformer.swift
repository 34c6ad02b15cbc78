/// Turns the values of a program into the values of a key beneath, and back.
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
/// static let token = Key<Vault, String>("token", default: "").transformed(by: Base64())
/// ```
///
/// Thread safety: both functions may be called from any thread. `encode` runs under the writer's
/// lock and must be short.
public protocol Transformer<Value, Base>: Sendable {
  /// The type that the program reads and writes.
  associatedtype Value: Sendable

  /// The value type of the key beneath.
  associatedtype Base: Sendable

  /// Turns a value of the program into one of the key beneath.
  ///
  /// - Throws: Any error: the commit throws ``StoreError/Code/unencodable``, and nothing changes.
  func encode(_ value: Value) throws -> Base

  /// Turns a value of the key beneath into one of the program.
  ///
  /// - Throws: Any error: what is stored is unreadable.
  func decode(_ base: Base) throws -> Value
}

/// Applies another transformer to a value, and leaves nil alone.
struct OptionalTransformer<Wrapped: Transformer>: Transformer {
  let wrapped: Wrapped

  func encode(_ value: Wrapped.Value?) throws -> Wrapped.Base? { try value.map(wrapped.encode) }

  func decode(_ base: Wrapped.Base?) throws -> Wrapped.Value? { try base.map(wrapped.decode) }
}

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
    let coding = ValueCoding<T.Value>(
      encode: { try base.stored(transformer.encode($0)) },
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
      // A value that cannot be encoded is refused by the commit.
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
        // A value that cannot be encoded is refused by the commit.
        Constraint(constraint.description) {
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
        programmingError(
          """
          \(T.self) cannot decode the default of the key '\(base)': \(error). Give that \
          key a default that it can.
          """)
      }
    }
  }
}
