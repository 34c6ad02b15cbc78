/// Anything that names a key: ``Key`` itself, or a type of your own with behaviour.
///
/// Only ``key`` is required. A type with functions of its own states which, by conforming to
/// ``ProcessingKeyType``, ``WillChangeKeyType`` or ``DidChangeKeyType``; they run after the
/// functions that the key's ``KeyDescriptor`` declares.
///
/// ```swift
/// struct Clamped<Space: Namespace>: ProcessingKeyType {
///   let key: Key<Space, Int>
///   func process(_ value: Int) -> Int { min(max(value, 0), 100) }
/// }
/// ```
public protocol KeyType<Space, Value>: Sendable {
  /// The namespace of the key.
  associatedtype Space: Namespace

  /// The type of its value.
  associatedtype Value: Sendable

  /// The key.
  var key: Key<Space, Value> { get }

  /// The function of a ``ProcessingKeyType``; nil for any other key. Never written by hand.
  @_documentation(visibility: internal)
  var _process: ((Value) throws -> Value)? { get }

  /// The function of a ``WillChangeKeyType``; nil for any other key. Never written by hand.
  @_documentation(visibility: internal)
  var _willChange: ((_ old: Value, _ new: Value) -> Void)? { get }

  /// The function of a ``DidChangeKeyType``; nil for any other key. Never written by hand.
  @_documentation(visibility: internal)
  var _didChange: ((_ old: Value, _ new: Value) -> Void)? { get }
}

/// A key that turns the value given to `set` into the value stored.
///
/// ```swift
/// struct Even<Space: Namespace>: ProcessingKeyType {
///   let key: Key<Space, Int>
///   func process(_ value: Int) -> Int { value - value % 2 }
/// }
/// ```
///
/// State the conformance: a function of this name in a type that does not state it is never called.
public protocol ProcessingKeyType<Space, Value>: KeyType {
  /// Turns the value given to `set` into the value stored, after the declared steps.
  ///
  /// Called under the writer's lock, so it must be short; a commit from inside it throws
  /// ``StoreError/Code/reentrant``.
  ///
  /// - Parameter value: The value given; never a nil, since a removal is not processed.
  /// - Throws: Any error: the commit is refused, and nothing changes.
  func process(_ value: Value) throws -> Value
}

/// A key that is called before each of its changes is written.
///
/// ```swift
/// struct Announced<Space: Namespace>: WillChangeKeyType {
///   let key: Key<Space, Int>
///   func willChange(from old: Int, to new: Int) { print("about to change", old, "to", new) }
/// }
/// ```
///
/// It cannot refuse a change: a pre-commit hook or ``ProcessingKeyType/process(_:)`` can. Prefer
/// ``DidChangeKeyType`` where the order does not matter, because it holds no lock.
///
/// State the conformance: a function of this name in a type that does not state it is never called.
public protocol WillChangeKeyType<Space, Value>: KeyType {
  /// Receives a change that is about to be written.
  ///
  /// Called under the writer's lock, so it must be short; a commit from inside it throws
  /// ``StoreError/Code/reentrant``.
  func willChange(from old: Value, to new: Value)
}

/// A key that is called after each of its changes was written.
///
/// ```swift
/// struct Logged<Space: Namespace>: DidChangeKeyType {
///   let key: Key<Space, Int>
///   func didChange(from old: Int, to new: Int) { print("changed", old, "to", new) }
/// }
/// ```
///
/// It runs in the process that commits, once for each commit. An observer runs in every process.
///
/// State the conformance: a function of this name in a type that does not state it is never called.
public protocol DidChangeKeyType<Space, Value>: KeyType {
  /// Receives a change that was written, with no lock held.
  func didChange(from old: Value, to new: Value)
}

extension KeyType {
  /// Nil: the key has no such function.
  @_documentation(visibility: internal)
  @inlinable public var _process: ((Value) throws -> Value)? { nil }

  /// Nil: the key has no such function.
  @_documentation(visibility: internal)
  @inlinable public var _willChange: ((_ old: Value, _ new: Value) -> Void)? { nil }

  /// Nil: the key has no such function.
  @_documentation(visibility: internal)
  @inlinable public var _didChange: ((_ old: Value, _ new: Value) -> Void)? { nil }
}

extension ProcessingKeyType {
  /// Calls ``process(_:)``.
  @_documentation(visibility: internal)
  public var _process: ((Value) throws -> Value)? { { try process($0) } }
}

extension WillChangeKeyType {
  /// Calls ``willChange(from:to:)``.
  @_documentation(visibility: internal)
  public var _willChange: ((_ old: Value, _ new: Value) -> Void)? {
    { willChange(from: $0, to: $1) }
  }
}

extension DidChangeKeyType {
  /// Calls ``didChange(from:to:)``.
  @_documentation(visibility: internal)
  public var _didChange: ((_ old: Value, _ new: Value) -> Void)? {
    { didChange(from: $0, to: $1) }
  }
}

extension Key: KeyType {
  /// The key itself.
  @inlinable public var key: Key<Space, Value> { self }
}
