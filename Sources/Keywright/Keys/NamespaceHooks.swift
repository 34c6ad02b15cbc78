import Synchronization

/// What is known of a namespace's hooks: whether it, or one around it, has any.
///
/// Swift cannot say whether a type has a function of its own or the protocol's default. But the
/// default can say that it was called: so the first commit in a namespace calls its hooks, and from
/// then on it is known which of them do nothing. Where none does anything, a commit needs none of
/// what only hooks would look at.
///
/// Thread safety: safe from any thread.
@usableFromInline
final class NamespaceHooks: Sendable {
  /// The namespace and its ancestors, outermost first, without ``Root``.
  let lineage: [any Namespace.Type]
  private let ancestors: [NamespaceHooks]
  private let hasDefaultPreCommit = Atomic(false)
  private let hasDefaultPostCommit = Atomic(false)

  private init(_ space: any Namespace.Type) {
    lineage = space.lineage
    ancestors = lineage.dropLast().map { NamespaceHooks.of($0) }
  }

  /// Whether no hook of the namespace or of one around it does anything.
  private var areIdle: Bool {
    ancestors.allSatisfy(\.areIdle)
      && (lineage.isEmpty
        || hasDefaultPreCommit.load(ordering: .relaxed)
          && hasDefaultPostCommit.load(ordering: .relaxed))
  }

  /// Whether a commit of the namespace would call hooks that do nothing.
  ///
  /// Complexity: O(1), with no lock and no allocation, once they are known to do nothing.
  @usableFromInline
  static func areIdle(_ space: any Namespace.Type) -> Bool {
    if idle.contains(ObjectIdentifier(space)) { return true }
    guard of(space).areIdle else { return false }
    idle.note(ObjectIdentifier(space))
    return true
  }

  /// Notes that a namespace has the pre-commit hook that does nothing.
  static func noteDefaultPreCommit(of space: any Namespace.Type) {
    let hooks = of(space)
    guard !hooks.hasDefaultPreCommit.load(ordering: .relaxed) else { return }
    hooks.hasDefaultPreCommit.store(true, ordering: .relaxed)
  }

  /// Notes that a namespace has the post-commit hook that does nothing.
  static func noteDefaultPostCommit(of space: any Namespace.Type) {
    let hooks = of(space)
    guard !hooks.hasDefaultPostCommit.load(ordering: .relaxed) else { return }
    hooks.hasDefaultPostCommit.store(true, ordering: .relaxed)
  }
}

// MARK: Finding

extension NamespaceHooks {
  private static let known = Locked<[ObjectIdentifier: NamespaceHooks]>([:])

  /// Namespaces whose hooks are known to be idle, so that most commits need no lock to know.
  private static let idle = IdleNamespaces()

  /// What is known of a namespace; it is kept for as long as the process lives, as the type is.
  static func of(_ space: any Namespace.Type) -> NamespaceHooks {
    let identity = ObjectIdentifier(space)
    if let hooks = known.withLock({ $0[identity] }) { return hooks }
    let hooks = NamespaceHooks(space)
    // Another thread may have been quicker: what was noted must not be split between two.
    return known.withLock { known in
      if let earlier = known[identity] { return earlier }
      known[identity] = hooks
      return hooks
    }
  }
}

/// Some types, each at a place that its identity gives; one may push out another.
private struct IdleNamespaces: ~Copyable, @unchecked Sendable {
  // `@unchecked`: the pointer never changes; what it points to is atomic and is never freed.
  private static let bits: UInt64 = 8
  private let places: UnsafeMutablePointer<Atomic<UInt>>

  init() {
    let count = 1 << Int(IdleNamespaces.bits)
    places = .allocate(capacity: count)
    for place in 0..<count { (places + place).initialize(to: Atomic(0)) }
  }

  private func place(_ type: ObjectIdentifier) -> UnsafeMutablePointer<Atomic<UInt>> {
    // Fibonacci hashing (Knuth, TAOCP 6.4): types lie in memory at regular distances.
    let hash = UInt64(UInt(bitPattern: type)) &* 0x9e37_79b9_7f4a_7c15
    return places + Int(hash >> (64 - IdleNamespaces.bits))
  }

  func contains(_ type: ObjectIdentifier) -> Bool {
    place(type).pointee.load(ordering: .relaxed) == UInt(bitPattern: type)
  }

  func note(_ type: ObjectIdentifier) {
    place(type).pointee.store(UInt(bitPattern: type), ordering: .relaxed)
  }
}
