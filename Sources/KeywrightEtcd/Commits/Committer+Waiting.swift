import KeywrightStorage

extension Committer {
  /// Runs a body that waits for the cluster, with the writer's lock held.
  ///
  /// Values grow old meanwhile, and nobody without the lock can take them away: so where keys have a greatest age, the
  /// body has a thread of its own, and this one follows the age.
  func waiting<Success: Sendable, Failure: Error>(
    _ body: @escaping @Sendable () throws(Failure) -> Success
  ) throws(Failure) -> Success {
    let stale = replica.stale
    if stale.state.limits.isEmpty { return try body() }
    let end = Monitor<Result<Success, Failure>?>(nil, client.time)
    let isStarted = client.time.startThread {
      let result = Result { () throws(Failure) in try body() }
      end.change { $0 = result }
    }
    if !isStarted { return try body() }
    while true {
      let next = stale.nextLimit ?? now + .seconds(86_400)
      if end.wait(until: next, for: { $0 != nil }), let result = end.read(\.self) {
        return try result.get()
      }
      replica.followAge()
    }
  }
}
