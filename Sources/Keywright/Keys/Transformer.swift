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
  /// What the program reads and writes.
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

/// Does to a value what another transformer does, and nothing to nil.
struct OptionalTransformer<Wrapped: Transformer>: Transformer {
  let wrapped: Wrapped

  func encode(_ value: Wrapped.Value?) throws -> Wrapped.Base? { try value.map(wrapped.encode) }

  func decode(_ base: Wrapped.Base?) throws -> Wrapped.Value? { try base.map(wrapped.decode) }
}
