/// A commit of one value for which only some of the steps have anything to do.
///
/// It is the commit of ``CommitPipeline`` where no code of the program has a part: a ``Key`` with no
/// descriptor, in namespaces whose hooks do nothing, in a store that keeps values as they are. There
/// the steps from processing to `willChange` change nothing, `postCommit` and `didChange` say
/// nothing, and what is left is here: the lock, keeping, the number, observers. The record of the
/// commit is made only if somebody observes.
extension Store {
  /// Commits one value, if that can be done so; false says that the commit must go the whole way.
  ///
  /// - Throws: ``StoreError/Code/reentrant``; ``StoreError/Code/unsupported`` for the library's own
  ///   names.
  @inlinable
  @inline(__always)
  func commitPlainly<Space: Namespace, Value: Sendable>(
    _ key: Key<Space, Value>, _ value: Value
  ) throws(StoreError) -> Bool {
    guard keepsPlainValues, key.descriptor == nil, !key.form.isAbsent(value),
      NamespaceHooks.areIdle(Space.self)
    else { return false }
    // Taken once: asking the store for it each time would retain it each time.
    let core = core
    try core.beginPlainCommit(of: key.storageString)
    guard let replaced = keepPlainly(key.storageString, value) else {
      core.abandonPlainCommit()
      return false
    }
    let (audience, number) = core.finishPlainCommit(
      of: key.storageString, ObjectIdentifier(Value.self))
    switch audience {
    case .nobody: break
    case .one(let observer): core.tell(observer, number, value, instead: replaced)
    case .several:
      announcePlainly(
        in: Space.self, key.storageString, key.literalDefault, key.form, value, replaced)
    }
    // What gave way is freed with no lock held: a value's `deinit` is the program's code.
    _ = consume replaced
    return true
  }

  /// Tells observers, as the whole way would. The writer's lock is held, and let go.
  ///
  /// Takes a key in parts, as ``slowGet`` does.
  @usableFromInline
  @inline(never)
  func announcePlainly<Space: Namespace, Value: Sendable>(
    in space: Space.Type, _ name: StorageString, _ literal: Value?, _ form: any KeyForm<Value>.Type,
    _ value: Value, _ replaced: borrowing ReplacedValue<Value>
  ) {
    let key = Key<Space, Value>(name, default: literal, form: form, descriptor: nil)
    let change = TypedChange(
      key, before: replaced.value, storedBefore: nil, wasStored: replaced.wasStored)
    change.assign(value)
    core.enqueue(Commit(number: core.lastNumber, origin: .local, pending: [change]))
    let scope = core.wholes.isEmpty ? nil : WriterScope()
    // What compositions show may have to be decoded, by code of the program.
    scope?.enter()
    core.tellWholes([change], .local, but: nil)
    core.writerLock.unlock()
    scope?.leave()
    scope?.runAfterwards()
    core.deliverNotices()
  }
}

/// What gave way to a value that a store kept.
public struct ReplacedValue<Value: Sendable>: ~Copyable {
  @usableFromInline let exchanged: Value?
  @usableFromInline let debris: CacheDebris

  @inlinable
  init(_ debris: consuming CacheDebris) {
    exchanged = nil
    self.debris = debris
  }

  @inlinable
  init(_ exchanged: consuming Value) {
    self.exchanged = exchanged
    debris = CacheDebris()
  }

  /// The value, if it was of the new one's type.
  @inlinable var value: Value? { exchanged ?? debris.replaced?.value(as: Value.self) }

  /// Whether there was one of any type.
  @inlinable var wasStored: Bool { exchanged != nil || debris.replaced != nil }
}

extension StoreCore {
  /// Takes the writer's lock for a commit of one key that runs no code of the program.
  @usableFromInline
  func beginPlainCommit(of name: StorageString) throws(StoreError) {
    guard !WriterScope.isActive else { throw .reentrant(operation: "set") }
    guard !name.isReserved else { throw .reserved(name, operation: "set") }
    writerLock.lock()
  }

  /// Lets the lock go, with nothing kept.
  @usableFromInline
  func abandonPlainCommit() { writerLock.unlock() }

  /// Numbers the commit, and lets the lock go unless several must be told of it.
  ///
  /// - Parameter type: The type of the value.
  /// - Returns: Who must be told; of one, the delivery is claimed. And the commit's number.
  @usableFromInline
  func finishPlainCommit(
    of name: StorageString, _ type: ObjectIdentifier
  ) -> (PlainAudience, UInt64) {
    let number = takeNumber()
    recent.note(number, .local, name)
    if observers.isEmpty, wholes.isEmpty {
      writerLock.unlock()
      return (.nobody, number)
    }
    let audience = plainAudience(of: name, type)
    if case .several = audience { return (audience, number) }
    writerLock.unlock()
    return (audience, number)
  }

  private func plainAudience(of name: StorageString, _ type: ObjectIdentifier) -> PlainAudience {
    guard wholes.isEmpty else { return .several }
    switch observers.audience(of: name) {
    case .nobody: return .nobody
    case .one(let observer) where observer.takes(type) && notices.claim():
      return .one(.passRetained(observer))
    case .one, .several: return .several
    }
  }

  /// Tells the one observer that there is. The delivery was claimed, and the lock was let go.
  @inlinable
  func tell<Value: Sendable>(
    _ observer: Unmanaged<Observer>, _ number: UInt64, _ value: Value,
    instead replaced: borrowing ReplacedValue<Value>
  ) {
    observer._withUnsafeGuaranteedRef { observer in
      if let listener = observer.listener(for: number) {
        // It was asked for its type before.
        listener._withUnsafeGuaranteedRef {
          unsafeDowncast($0, to: KeyListener<Value>.self).hear(number, value, instead: replaced)
        }
      }
    }
    finishTelling(observer)
  }

  /// Lets the observer go, and delivers what came to wait meanwhile.
  @usableFromInline
  func finishTelling(_ observer: Unmanaged<Observer>) {
    observer.release()
    notices.finishClaim()
  }
}

/// Who must be told of a commit that went the short way.
@usableFromInline
enum PlainAudience {
  case nobody
  /// One listener on the key, which takes values of its type. It is retained by hand: the compiler
  /// would do so at every step.
  case one(Unmanaged<Observer>)
  case several
}
