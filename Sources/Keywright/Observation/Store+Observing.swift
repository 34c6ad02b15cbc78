extension Key {
  /// The subject of an observer of the key.
  var observedScope: Observer.Scope {
    .key(Observer.Key(storageString, standby: standbyStrings, anyForm))
  }
}

extension Store {
  /// Calls a function after each commit that changes a key.
  ///
  /// ```swift
  /// let token = store.observe(Player.volume) { change in
  ///   print(change.old, "→", change.new, change.origin)
  /// }
  /// ```
  ///
  /// It receives every commit that is numbered after this call, in commit order, also what
  /// other processes changed, when this process takes that over: as one change with the origin
  /// ``CommitOrigin/otherProcess``, whatever the number of commits.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - listener: Called on the thread that committed, or on another that commits at the same
  ///     time; one call at a time for all listeners of the store, with no lock held. It may read,
  ///     commit, observe and cancel. Commits never wait for a slow listener of another thread, but
  ///     later notifications do; when 4,096 commits wait they are joined into one, with one change for
  ///     each key, which is reported (`issues`).
  /// - Returns: A token; the observation ends when it is cancelled or released.
  ///
  /// Complexity: O(1); it adds nothing to commits of other keys.
  @inlinable
  public func observe<K: KeyType>(
    _ key: K, _ listener: @escaping @Sendable (Change<K.Value>) -> Void
  ) -> ObservationToken {
    let key = key.key
    let (form, sensitivity) = (key.formID, key.sensitivity)
    return observe(declared: key) { delivery in
      if let shared = delivery.sharedChange(as: K.Value.self, form, sensitivity) {
        listener(shared.value)
      } else {
        listener(delivery.makeChange(as: key, sensitivity))
      }
    }
  }

  /// Calls a function after each commit that changes a key of a namespace or of one below it.
  ///
  /// ```swift
  /// let token = store.observe(Player.self) { commit in
  ///   if let volume = commit[Player.volume] { print(volume.new) }
  /// }
  /// ```
  ///
  /// A key belongs to the namespace that it was declared in. A value that others wrote into the store's file
  /// belongs to it if the storage string begins with the namespace's path or is one of its ``Namespace/allKeys``.
  ///
  /// - Parameters:
  ///   - space: The namespace; ``Root`` is the whole store.
  ///   - listener: Called with the namespace's part of each commit; see ``Store/observe(_:_:)-(K,_)``.
  /// - Returns: A token; the observation ends when it is cancelled or released.
  public func observe<Space: Namespace>(
    _ space: Space.Type, _ listener: @escaping @Sendable (Commit) -> Void
  ) -> ObservationToken {
    observe(.namespace(NamespaceTree(space))) { listener($0.commit) }
  }

  /// Calls a function after each commit.
  ///
  /// - Parameter listener: Called with each commit; see ``Store/observe(_:_:)-(K,_)``.
  /// - Returns: A token; the observation ends when it is cancelled or released.
  public func observe(_ listener: @escaping @Sendable (Commit) -> Void) -> ObservationToken {
    observe(.everything) { listener($0.commit) }
  }

  @usableFromInline
  func observe<Space, Value>(
    declared key: Key<Space, Value>, _ receive: @escaping @Sendable (inout Delivery) -> Void
  ) -> ObservationToken {
    observe(key.observedScope, receive)
  }

  /// - Parameter onEnd: Is called when the store was closed.
  func observe(
    _ scope: Observer.Scope, onEnd: @escaping @Sendable () -> Void = {},
    _ onCommit: @escaping @Sendable (inout Delivery) -> Void
  ) -> ObservationToken {
    let core = core.ofProcess
    core.listenToParts()
    core.watchParts()
    let observer = core.observers.add(
      scope, after: { core.lastNumber }, onEnd: onEnd, onCommit: onCommit)
    return ObservationToken(observer: observer, store: self)
  }
}
