import Synchronization

/// An observer: what it observes, and the function that receives it.
final class Observer: Sendable {
  /// The commits that an observer receives.
  enum Scope: Sendable {
    case key(Key)
    case namespace(NamespaceTree)
    case everything
  }

  /// A key that is observed; an object, which a commit asks of each observer.
  final class Key: Sendable {
    let name: StorageString
    /// The former storage strings under which its value stays for now.
    let standby: [StorageString]
    let form: AnyForm

    init(_ name: StorageString, standby: [StorageString], _ form: AnyForm) {
      (self.name, self.standby, self.form) = (name, standby, form)
    }

    var names: [StorageString] { [name] + standby }
  }

  /// Numbers increase in the order in which observers were added.
  let id: UInt64
  let scope: Scope
  private let since: UInt64
  private let isCancelled = Atomic(false)
  private let onCommit: @Sendable (inout Delivery) -> Void
  private let onEnd: @Sendable () -> Void

  /// Makes an observer of the commits after the one with the number `since`.
  ///
  /// - Parameters:
  ///   - onEnd: Is called when the store was closed.
  ///   - onCommit: Receives a commit.
  init(
    id: UInt64, scope: Scope, since: UInt64, onEnd: @escaping @Sendable () -> Void,
    onCommit: @escaping @Sendable (inout Delivery) -> Void
  ) {
    self.id = id
    self.scope = scope
    self.since = since
    self.onEnd = onEnd
    self.onCommit = onCommit
  }

  /// Whether the observer receives a change of a storage string: not where the same commit changes the key
  /// under its own, because a later program moves the value.
  func observes(_ name: StorageString, in commit: Commit) -> Bool {
    guard case .key(let key) = scope, !key.standby.isEmpty, name != key.name else { return true }
    return commit.position(of: key.name) == nil
  }

  func cancel() { isCancelled.store(true, ordering: .releasing) }

  func receive(_ delivery: inout Delivery) {
    guard delivery.commit.number > since, !isCancelled.load(ordering: .acquiring) else { return }
    onCommit(&delivery)
  }

  func end() {
    guard !isCancelled.load(ordering: .acquiring) else { return }
    onEnd()
  }
}
