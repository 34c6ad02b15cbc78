/// Anything that names a key: ``Key`` itself, or a type of your own with behaviour.
///
/// Only ``key`` is required. The three functions have defaults that do nothing; what a
/// ``KeyDescriptor`` declares runs besides them, before them.
///
/// ```swift
/// struct Clamped<Space: Namespace>: KeyType {
///   let key: Key<Space, Int>
///   func process(_ value: Int) -> Int { min(max(value, 0), 100) }
/// }
/// ```
///
/// - Note: `process` and `willChange` run under the writer's lock: they must be short, and a commit
///   from inside them throws ``StoreError/Code/reentrant``.
public protocol KeyType<Space, Value>: Sendable {
  /// The namespace of the key.
  associatedtype Space: Namespace

  /// The type of its value.
  associatedtype Value: Sendable

  /// The key.
  var key: Key<Space, Value> { get }

  /// Turns the value given to `set` into the value kept, after the declared steps.
  ///
  /// - Throws: Any error: the commit is refused, and nothing changes.
  func process(_ value: Value) throws -> Value

  /// Is told of a change that is about to be kept.
  func willChange(from old: Value, to new: Value)

  /// Is told of a change that was kept, with no lock held.
  func didChange(from old: Value, to new: Value)
}

extension KeyType {
  /// Returns the value as it is.
  public func process(_ value: Value) throws -> Value { value }

  /// Does nothing.
  public func willChange(from old: Value, to new: Value) {}

  /// Does nothing.
  public func didChange(from old: Value, to new: Value) {}
}

extension Key: KeyType {
  /// The key itself.
  @inlinable public var key: Key<Space, Value> { self }
}
