import Synchronization

/// An observer: what it observes, and the function that receives it.
final class Observer: Sendable {
  /// The commits that an observer receives.
  enum Scope: Sendable {
    case key(Key)
    case namespace(NamespaceMatch)
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

  /// The functions of an observer.
  struct Callback: Sendable {
    /// Receives a commit.
    let receive: @Sendable (inout Delivery) -> Void

    /// Is called when the store was closed.
    var end: @Sendable () -> Void = {}
  }

  /// Numbers increase in the order in which observers were added.
  let id: UInt64
  let scope: Scope
  private let since: UInt64
  private let isCancelled = Atomic(false)
  private let callback: Callback

  /// Makes an observer of the commits after the one with the number `since`.
  init(id: UInt64, scope: Scope, since: UInt64, callback: Callback) {
    self.id = id
    self.scope = scope
    self.since = since
    self.callback = callback
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
    callback.receive(&delivery)
  }

  func end() {
    guard !isCancelled.load(ordering: .acquiring) else { return }
    callback.end()
  }
}
