/// Anything that names a key: ``Key`` itself, or a type of your own with behaviour.
///
/// Only ``key`` is required. Functions of a type of your own run after those that the key's
/// ``KeyDescriptor`` declares. A type with such a function states it by conforming to
/// ``ProcessingKeyType``, ``WillChangeKeyType`` or ``DidChangeKeyType``.
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

  /// The result type of ``process(_:)``: `Value`, or ``_NoHook`` for a key that has no such function.
  @_documentation(visibility: internal)
  associatedtype _Processed = _NoHook

  /// Turns the value given to `set` into the value stored; see ``ProcessingKeyType``.
  func process(_ value: Value) throws -> _Processed

  /// The result type of ``willChange(from:to:)``: `Void`, or ``_NoHook`` for a key that has no such function.
  @_documentation(visibility: internal)
  associatedtype _WillChange = _NoHook

  /// Receives a change that is about to be written; see ``WillChangeKeyType``.
  func willChange(from old: Value, to new: Value) -> _WillChange

  /// The result type of ``didChange(from:to:)``: `Void`, or ``_NoHook`` for a key that has no such function.
  @_documentation(visibility: internal)
  associatedtype _DidChange = _NoHook

  /// Receives a change that was written; see ``DidChangeKeyType``.
  func didChange(from old: Value, to new: Value) -> _DidChange
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
/// A type with this function is called whether it states the conformance or not. State it: a function
/// with another signature then does not compile, and is never called otherwise.
public protocol ProcessingKeyType<Space, Value>: KeyType where _Processed == Value {
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
/// State the conformance, as that to ``ProcessingKeyType``.
public protocol WillChangeKeyType<Space, Value>: KeyType where _WillChange == Void {
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
/// State the conformance, as that to ``ProcessingKeyType``.
public protocol DidChangeKeyType<Space, Value>: KeyType where _DidChange == Void {
  /// Receives a change that was written, with no lock held.
  func didChange(from old: Value, to new: Value)
}

extension KeyType {
  /// Nothing: the key has no such function.
  @_documentation(visibility: internal)
  @inlinable public func process(_ value: Value) throws -> _NoHook { _NoHook() }

  /// Nothing: the key has no such function.
  @_documentation(visibility: internal)
  @inlinable public func willChange(from old: Value, to new: Value) -> _NoHook { _NoHook() }

  /// Nothing: the key has no such function.
  @_documentation(visibility: internal)
  @inlinable public func didChange(from old: Value, to new: Value) -> _NoHook { _NoHook() }

  /// Whether the key has a function `process`.
  @inlinable
  @inline(__always)
  var hasProcess: Bool { _Processed.self == Value.self }

  /// Whether the key has a function `willChange`.
  @inlinable
  @inline(__always)
  var hasWillChange: Bool { _WillChange.self != _NoHook.self }

  /// Whether the key has a function `didChange`.
  @inlinable
  @inline(__always)
  var hasDidChange: Bool { _DidChange.self != _NoHook.self }
}

extension Key: KeyType {
  /// The key itself.
  @inlinable public var key: Key<Space, Value> { self }
}
