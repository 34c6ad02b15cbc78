extension Slot {
  /// Calls a function after each commit that changes the key; see ``Store/observe(_:_:)-(K,_)``.
  ///
  /// - Parameter listener: Called in commit order, with no lock held.
  /// - Returns: A token; the observation ends when it is cancelled or released.
  public func observe(
    _ listener: @escaping @Sendable (Change<Value>) -> Void
  ) -> ObservationToken {
    access.observe(listener)
  }

  /// The value now, and then the latest one each time it changes; see ``Store/values(of:)``.
  public var values: ObservedSequence<Value> { access.values() }

  /// Every change in commit order; see ``Store/changes(of:buffer:)-(K,_)``.
  public var changes: ObservedSequence<ChangeEvent<Value>> { changes(buffer: 128) }

  /// Every change in commit order; see ``Store/changes(of:buffer:)-(K,_)``.
  ///
  /// - Parameter buffer: How many changes may wait.
  public func changes(buffer: Int) -> ObservedSequence<ChangeEvent<Value>> {
    access.changes(buffer: buffer)
  }
}
