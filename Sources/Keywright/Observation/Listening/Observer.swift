import Synchronization

/// A listener, with what it listens to.
@usableFromInline
final class Observer: Sendable {
  /// What a listener is told of.
  enum Scope: Sendable {
    case key(StorageString)
    case namespace(NamespaceMatch)
    case everything
  }

  /// Numbers increase in the order in which observers were added.
  let id: UInt64
  let scope: Scope
  private let since: UInt64
  private let isCancelled = Atomic(false)
  private let listener: Listener

  /// What an observer calls.
  struct Listener: Sendable {
    /// Takes a commit, and the one change for which a listener on a key hears of it.
    let hear: @Sendable (Commit, PendingChange) -> Void

    /// What can be called with the values of a change alone.
    var typed: AnyKeyListener?

    /// Is told that the store was closed.
    var end: @Sendable () -> Void = {}
  }

  /// Makes an observer of the commits after the one with the number `since`.
  init(id: UInt64, scope: Scope, since: UInt64, listener: Listener) {
    self.id = id
    self.scope = scope
    self.since = since
    self.listener = listener
  }

  func cancel() { isCancelled.store(true, ordering: .releasing) }

  func hear(_ commit: Commit, _ change: PendingChange) {
    if isDue(commit.number) { listener.hear(commit, change) }
  }

  /// Whether the observer is to be told of a commit.
  func isDue(_ number: UInt64) -> Bool {
    number > since && !isCancelled.load(ordering: .acquiring)
  }

  /// What can be called with the values of a change alone, if it is to be told of a commit; it lives
  /// as long as the observer.
  @usableFromInline
  func listener(for number: UInt64) -> Unmanaged<AnyKeyListener>? {
    guard isDue(number) else { return nil }
    return listener.typed.map(Unmanaged.passUnretained)
  }

  func end() {
    guard !isCancelled.load(ordering: .acquiring) else { return }
    listener.end()
  }

  /// Tells a listener that takes it of the change that is all of a commit.
  func hear(_ change: EncodedChange, _ number: UInt64) {
    if isDue(number) { listener.typed?.hear?(change, number) }
  }

  /// Whether the listener can be called with values of a type alone.
  func takes(_ type: ObjectIdentifier) -> Bool { listener.typed?.type == type }

  /// Whether the listener can be told of a value in an ``EncodedChange`` alone.
  func takes(_ value: HeldValue) -> Bool {
    guard let typed = listener.typed, typed.hear != nil else { return false }
    return UInt(bitPattern: typed.type) == value.type
  }
}

/// A listener on one key.
@usableFromInline
class AnyKeyListener: @unchecked Sendable {
  // `@unchecked`: immutable, as are those that inherit from it.
  /// The type of the key's values.
  final let type: ObjectIdentifier

  /// Takes a change to a value of that type, and the number of its commit; nil if the key chooses
  /// its stored form, so that a value at hand tells it nothing.
  final let hear: (@Sendable (EncodedChange, UInt64) -> Void)?

  @usableFromInline
  init(_ type: ObjectIdentifier, hear: (@Sendable (EncodedChange, UInt64) -> Void)?) {
    self.type = type
    self.hear = hear
  }
}

/// A listener on one key, which can be called with values that were neither encoded nor boxed.
@usableFromInline
final class KeyListener<Value: Sendable>: AnyKeyListener, @unchecked Sendable {
  // `@unchecked`: immutable.
  @usableFromInline let listener: @Sendable (Change<Value>) -> Void
  @usableFromInline let fallback: @Sendable () -> Value

  /// - Parameters:
  ///   - key: The listener's key.
  ///   - listener: What is called.
  @inlinable
  init<Space>(
    _ key: Key<Space, Value>, _ listener: @escaping @Sendable (Change<Value>) -> Void
  ) {
    fallback = { key.defaultValue }
    self.listener = listener
    // A closure, and no method to override, since it is specialised where the types are known.
    let hear: @Sendable (EncodedChange, UInt64) -> Void = { change, number in
      guard let new = change.held.value(as: Value.self) else { return }
      let old = change.heldBefore?.value(as: Value.self) ?? change.oldValue(as: key)
      listener(
        Change(
          old: old, new: new, wasStored: change.wasStored, isRemoval: false, origin: .local,
          number: number))
    }
    super.init(ObjectIdentifier(Value.self), hear: key.isCoded ? nil : hear)
  }

  /// Takes a change to a value that was neither encoded nor boxed.
  @inlinable
  @inline(__always)
  func hear(
    _ number: UInt64, _ value: Value, instead replaced: borrowing ReplacedValue<Value>
  ) {
    listener(
      Change(
        old: replaced.value ?? fallback(), new: value, wasStored: replaced.wasStored,
        isRemoval: false, origin: .local, number: number))
  }
}
