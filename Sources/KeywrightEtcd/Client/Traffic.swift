import KeywrightStorage

/// Counts requests and what became of them.
///
/// Thread safety: safe from any thread.
final class Traffic: Sendable {
  struct Counts: Sendable {
    var requests = 0
    var failures: [EtcdFailureKind: Int] = [:]
  }

  private let state = Protected(Counts())
  private let observer = Protected<(@Sendable (EtcdRequest, EtcdFailure?) -> Void)?>(nil)

  var counts: Counts { state.withLock(\.self) }

  /// Sets what is called with each request and its failure, on the thread that made it.
  func observe(_ observer: @escaping @Sendable (EtcdRequest, EtcdFailure?) -> Void) {
    self.observer.withLock { $0 = observer }
  }

  /// Counts a request that is over, and how long it took.
  func note(
    _ path: String, _ endpoint: Endpoint, took duration: Duration,
    _ failure: EtcdFailure?
  ) {
    state.withLock { counts in
      counts.requests += 1
      if let kind = failure?.kind { counts.failures[kind, default: 0] += 1 }
    }
    guard let observer = observer.withLock(\.self) else { return }
    observer(
      EtcdRequest(
        call: path, member: endpoint.text, duration: duration, failure: failure?.kind), failure)
  }
}

extension EtcdFailure {
  fileprivate var kind: EtcdFailureKind {
    switch self {
    case .unreachable: .unreachable
    case .unanswered: .unanswered
    case .malformed: .malformed
    case .tooLarge: .tooLarge
    case .refused: .refused
    }
  }
}
