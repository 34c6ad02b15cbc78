import Keywright
import KeywrightSchema
import Synchronization

/// The news from the store since the screen asked last, which the threads of the store add.
final class BrowseNews: Sendable {
  struct News: Sendable {
    var changes: [(name: String, value: StoredValue?)] = []
    /// The storage strings of the values that the administrator changed.
    var policyChanges: [String] = []
    var issue: StoreError?
    var results: [BrowseCommitResult] = []

    fileprivate var isEmpty: Bool {
      changes.isEmpty && policyChanges.isEmpty && issue == nil && results.isEmpty
    }
  }

  private struct State {
    var news = News()
    var arrival: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  func onArrival(_ body: @escaping @Sendable () -> Void) {
    let isLate = state.withLock { state in
      state.arrival = body
      return !state.news.isEmpty
    }
    if isLate { body() }
  }

  func add(_ changes: [(String, StoredValue?)]) {
    add { $0.changes += changes.map { (name: $0.0, value: $0.1) } }
  }

  func add(policyChanges: [String]) { add { $0.policyChanges += policyChanges } }

  func add(_ issue: StoreError) { add { $0.issue = issue } }

  func add(_ result: BrowseCommitResult) { add { $0.results.append(result) } }

  private func add(_ body: (inout News) -> Void) {
    let arrival = state.withLock { state in
      body(&state.news)
      return state.arrival
    }
    arrival?()
  }

  func take() -> News {
    state.withLock { state in
      defer { state.news = News() }
      return state.news
    }
  }
}

/// The values that this process stored and has not been notified of: by the notification it may have stored others.
struct Echoes {
  private var expected: [ExactString: [StoredValue?]] = [:]

  mutating func expect(_ name: String, _ value: StoredValue?) {
    expected[ExactString(name), default: []].append(value)
  }

  mutating func forget(_ name: String) { expected[ExactString(name)] = nil }

  /// Whether another program stored a value of which the store notifies.
  mutating func isForeign(_ name: String, _ value: StoredValue?) -> Bool {
    let values = expected[ExactString(name)] ?? []
    guard let place = values.firstIndex(of: value) else {
      forget(name)
      return true
    }
    // This notification stands for the values before it, too.
    expected[ExactString(name)] = Array(values[(place + 1)...])
    return false
  }
}
