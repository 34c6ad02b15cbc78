extension EtcdStore {
  /// The state of the store in numbers; does not wait.
  ///
  /// ```swift
  /// let health = store.health()
  /// print(health.age ?? .zero, health.failures[.unanswered] ?? 0)
  /// ```
  public func health() -> EtcdHealth {
    EtcdHealth(client: space.client, replica: space.replica, health: space.health)
  }

  /// Sets what is called with each event from now on; nil for nothing. All handles of the process share it.
  ///
  /// ```swift
  /// store.onEvent { event in
  ///   switch event {
  ///   case .request(let request): print(request.call, request.duration)
  ///   case .heartbeat(let health): print(health.observerLag)
  ///   case .connected, .disconnected, .loaded: break
  ///   }
  /// }
  /// ```
  ///
  /// - Parameter handler: Called by a thread of its own, in the order of events, with no lock held. While it
  ///   is slow, some thousand events wait; requests beyond that are left out, and count in ``health()`` all
  ///   the same.
  public func onEvent(_ handler: (@Sendable (EtcdEvent) -> Void)?) {
    space.health.setEventHandler(handler)
  }
}
