extension Store {
  /// The value of a key now, and then the latest one each time it changes.
  ///
  /// ```swift
  /// for await volume in store.values(of: Player.volume) { player.volume = volume }
  /// ```
  ///
  /// Each value is read from the store when it is taken: it is the latest, never an older one than
  /// before. Commits that follow each other faster than the values are taken give one value; to
  /// see each of them use ``Store/changes(of:buffer:)-(K,_)``.
  ///
  /// - Parameter key: The key.
  /// - Returns: A sequence that waits for changes until it is cancelled or the store is closed.
  ///
  /// Complexity: O(1) memory, however slowly the values are taken.
  public func values<K: KeyType>(of key: K) -> ObservedSequence<K.Value> {
    let key = key.key
    return ObservedSequence {
      Subscription(key.observedScope, of: self, into: LatestOnly(of: core)) {
        $0.commit.number
      } element: {
        get(key)
      }
    }
  }

  /// Every change of a key, in commit order.
  ///
  /// ```swift
  /// for await event in store.changes(of: Player.volume) {
  ///   switch event {
  ///   case .change(let change): print(change.old, "→", change.new)
  ///   case .missed(let count, let now): print(count, "changes later:", now)
  ///   }
  /// }
  /// ```
  ///
  /// Changes wait in a buffer. When it is full, further ones are counted: once those in the buffer
  /// were taken comes one ``ChangeEvent/missed(count:now:)``, and every change after that again.
  /// Each change is given once or counted once. Changes by other processes come when this process
  /// takes them over, as one change, with its origin.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - buffer: How many changes may wait; below 0 counts as 0, which keeps the last one only.
  /// - Returns: A sequence that waits for changes until it is cancelled or the store is closed.
  public func changes<K: KeyType>(
    of key: K, buffer: Int = 128
  ) -> ObservedSequence<ChangeEvent<K.Value>> {
    let key = key.key
    let (form, sensitivity) = (key.formID, key.sensitivity)
    return ObservedSequence {
      Subscription(
        key.observedScope, of: self, into: BoundedBuffer<Change<K.Value>>(capacity: buffer)
      ) { delivery in
        let shared = delivery.sharedChange(as: K.Value.self, form, sensitivity)?.value
        let change = shared ?? delivery.makeChange(as: key, sensitivity)
        return (change, delivery.commit.writes[delivery.position].times)
      } element: { item in
        switch item {
        case .change(let change): .change(change)
        case .missed(let count, let last): .missed(count: count, now: last.new)
        }
      }
    }
  }

  /// Every commit that changes a namespace, in commit order.
  ///
  /// - Parameters:
  ///   - space: The namespace; see ``Store/observe(_:_:)-(Space.Type,_)`` for what belongs to it.
  ///   - buffer: How many commits may wait; see ``Store/changes(of:buffer:)-(K,_)``.
  /// - Returns: A sequence that waits for commits until it is cancelled or the store is closed.
  public func changes<Space: Namespace>(
    of space: Space.Type, buffer: Int = 128
  ) -> ObservedSequence<CommitEvent> {
    commits(.namespace(NamespaceTree(space)), buffer: buffer)
  }

  /// Every commit, in commit order.
  ///
  /// - Parameter buffer: How many commits may wait; see ``Store/changes(of:buffer:)-(K,_)``.
  /// - Returns: A sequence that waits for commits until it is cancelled or the store is closed.
  public func changes(buffer: Int = 128) -> ObservedSequence<CommitEvent> {
    commits(.everything, buffer: buffer)
  }

  private func commits(_ scope: Observer.Scope, buffer: Int) -> ObservedSequence<CommitEvent> {
    ObservedSequence {
      Subscription(scope, of: self, into: BoundedBuffer<Commit>(capacity: buffer)) {
        ($0.commit, $0.commit.times)
      } element: { item in
        switch item {
        case .change(let commit): .commit(commit)
        case .missed(let count, let last): .missed(count: count, last: last.number)
        }
      }
    }
  }
}

/// An element of ``Store/changes(of:buffer:)-(K,_)``: a change of the key, or a gap.
///
/// The elements of a sequence lead without a break from one value to the next: the `old` of a
/// change is the ``value`` of the element before it.
///
/// Thread safety: an immutable value.
public enum ChangeEvent<Value: Sendable>: Sendable {
  /// A commit changed the key.
  case change(Change<Value>)
  /// More commits changed the key than the buffer had room for: how many, and the value after the
  /// last of them. The next change begins from that value.
  case missed(count: Int, now: Value)

  /// The value after the commit or commits.
  public var value: Value {
    switch self {
    case .change(let change): change.new
    case .missed(_, let now): now
    }
  }
}

/// An element of ``Store/changes(of:buffer:)-(Space.Type,_)`` and ``Store/changes(buffer:)``: a
/// commit, or a gap.
///
/// ```swift
/// for await event in store.changes(of: Player.self) {
///   switch event {
///   case .commit(let commit): print(commit.number, commit.changes.map(\.storageString))
///   case .missed(let count, let last): print(count, "commits missed, the last one is", last)
///   }
/// }
/// ```
///
/// Thread safety: an immutable value.
public enum CommitEvent: Sendable {
  /// A commit, with its changes within the observed namespace.
  case commit(Commit)
  /// There were more commits than the buffer had room for: how many, and the number of the last.
  /// Read the present values from the store.
  case missed(count: Int, last: UInt64)
}
