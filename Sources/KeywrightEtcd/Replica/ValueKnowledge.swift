#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Keywright
import KeywrightStorage

/// The knowledge of values beyond what readers see: the keys of the program with which they are read, and the
/// values of etcd that are not shown because they cannot be read.
///
/// A value that arrives and is invalid for a key of the program's schema shows that key's default, on every
/// machine of that schema: what it shows depends on the values in etcd alone, not on what a process happened
/// to see before. For a key that no schema names, the last readable value stays in force until a valid one
/// comes, or a commit replaces it on purpose.
///
/// Thread safety: safe from any thread.
final class ValueKnowledge: Sendable {
  /// A value of etcd that is not shown.
  struct Rejection: Sendable {
    let error: StoreError
    let since: Date
  }

  enum Judgement {
    /// Readers see this from now on.
    case shown(StoredValue?)
    /// Readers go on to see what they saw.
    case kept
  }

  private struct State {
    /// The keys that the program declares.
    var schema = KeySet([])
    var rejected: [StorageString: Rejection] = [:]
    /// The check of a value by the program's keys.
    var checks: [StorageString: @Sendable (StoredValue) -> StoreError?] = [:]
    /// The values before those that no key of the program has checked yet.
    var previous: [StorageString: StoredValue] = [:]
    /// The names whose values are those of a snapshot.
    var remembered: Set<StorageString> = []
    var snapshot: (generation: Int, savedAt: Date)?
    var errors: [StoreError] = []
  }

  /// The number of keys that are remembered with the value before.
  private static let capacity = 10_000

  private let state = Protected(State())
  private let time: any TimeSource

  init(_ time: any TimeSource) { self.time = time }

  // MARK: Values that arrive

  /// Decides whether readers see a change.
  func judge(_ event: ReplicaEvent, over shown: StoredValue?) -> Judgement {
    if KeyRange.isForeign(event.name) { return .kept }
    return state.withLock { state in
      let isRemembered = state.remembered.remove(event.name) != nil
      do throws(StoreError) {
        let stored = try ValueKnowledge.stored(event)
        if let stored, state.schema.contains(event.name) {
          if let problem = state.schema.problem(of: stored, named: event.name) { throw problem }
        } else if let stored, let check = state.checks[event.name] {
          if let problem = check(stored) { throw problem }
        } else if let shown, stored != nil, state.previous.count < ValueKnowledge.capacity {
          state.previous[event.name] = shown
        }
        state.rejected[event.name] = nil
        return .shown(stored)
      } catch {
        let since = state.rejected[event.name]?.since ?? time.today
        // A snapshot's value counts only while the whole store shows the snapshot.
        let isKept = shown != nil && !isRemembered && !state.schema.contains(event.name)
        let error = error.rejected(since: since, keeps: isKept)
        state.rejected[event.name] = Rejection(error: error, since: since)
        state.errors.append(error)
        return isKept ? .kept : .shown(nil)
      }
    }
  }

  private static func stored(_ event: ReplicaEvent) throws(StoreError) -> StoredValue? {
    switch event.content {
    case .value(let value): return value
    case .nothing: return nil
    case .unreadable(let bytes):
      // The freeze key's value is for people.
      if event.name == KeyRange.freeze { return .string(String(decoding: bytes, as: UTF8.self)) }
      throw StoreError(
        .corrupt, storageString: event.name.string, operation: "watch",
        expected: "JSON, as `etcdctl get` shows other values",
        found: "\(bytes.count) bytes of no such form")
    }
  }

  /// Problems that are not reported yet.
  func takeErrors() -> [StoreError] {
    state.withLock { state in
      defer { state.errors = [] }
      return state.errors
    }
  }

  /// A commit of this process replaced a value on purpose.
  func accept(_ name: StorageString) {
    state.withLock { state in
      state.rejected[name] = nil
      state.previous[name] = nil
      state.remembered.remove(name)
    }
  }

  // MARK: The schema

  /// Adds keys that the program declares.
  func declare(_ keys: KeySet) {
    state.withLock { $0.schema = KeySet(joining: [$0.schema, keys]) }
  }

  /// Whether a declared key can have a value that was taken without its check; notes it as refused if not.
  func accepts(_ stored: StoredValue, for name: StorageString) -> Bool {
    state.withLock { state in
      guard let problem = state.schema.problem(of: stored, named: name) else { return true }
      let since = time.today
      let error = problem.rejected(since: since, keeps: false)
      state.rejected[name] = Rejection(error: error, since: since)
      state.errors.append(error)
      return false
    }
  }

  /// The greatest age of a value of a key, if the program says so.
  func maxAge(of name: StorageString) -> Duration? { state.withLock { $0.schema.maxAge(of: name) } }

  /// The greatest ages of all declared keys, rising.
  var maxAges: [Duration] { state.withLock { $0.schema.maxAges } }

  /// Whether the program declares a key as secret.
  func isSecret(_ name: StorageString) -> Bool {
    state.withLock { $0.schema.sensitivity(of: name) == .secret }
  }

  /// Whether the program declares a key.
  func isDeclared(_ name: StorageString) -> Bool { state.withLock { $0.schema.contains(name) } }

  // MARK: Reading

  /// The error for which etcd's value of a key is not shown.
  func rejection(of name: StorageString) -> Rejection? { state.withLock { $0.rejected[name] } }

  /// The names whose values are not shown.
  var rejectedNames: [StorageString] { state.withLock { Array($0.rejected.keys) } }

  /// Learns how a key of the program checks its values.
  func learn<Space, Value>(_ key: Key<Space, Value>) {
    let check: @Sendable (StoredValue) -> StoreError? = { key.problem(of: $0) }
    state.withLock { state in
      if state.checks[key.storageString] == nil { state.checks[key.storageString] = check }
    }
  }

  /// The value before one that turned out to be unreadable when a key of the program first read it.
  func previous(of name: StorageString) -> StoredValue? { state.withLock { $0.previous[name] } }

  /// Notes that a value which was shown unchecked is not readable.
  func reject(_ name: StorageString, _ error: StoreError) {
    state.withLock { state in
      guard state.rejected[name] == nil else { return }
      let since = time.today
      state.rejected[name] = Rejection(
        error: error.rejected(since: since, keeps: true), since: since)
    }
  }

  // MARK: Snapshots

  /// Whether the values of a snapshot are shown.
  var isRemembering: Bool { state.withLock { $0.snapshot != nil } }

  /// The snapshot that is shown.
  var snapshot: (generation: Int, savedAt: Date)? { state.withLock(\.snapshot) }

  func remember(_ names: [StorageString], of generation: Int, savedAt: Date) {
    state.withLock { state in
      state.remembered = Set(names)
      state.snapshot = (generation, savedAt)
    }
  }

  func noteLoad() {
    state.withLock { state in
      state.remembered = []
      state.snapshot = nil
    }
  }

  /// The issue of a value, for a person.
  func remark(on name: StorageString) -> String? {
    state.withLock { state in
      if let rejection = state.rejected[name] {
        return "etcd holds another value, refused since \(rejection.since.utc): "
          + "found \(rejection.error.found ?? "?"), expected \(rejection.error.expected ?? "?")"
      }
      guard let savedAt = state.snapshot?.savedAt, state.remembered.contains(name) else {
        return nil
      }
      return "from the snapshot of \(savedAt.utc), not from etcd"
    }
  }
}

extension Date {
  /// The moment for messages.
  var utc: String {
    DateText.text(timeIntervalSinceReferenceDate) ?? "an unknown time"
  }
}

extension StoreError {
  fileprivate func rejected(since: Date, keeps isKept: Bool) -> StoreError {
    var error = self
    error.operation = "watch"
    let advice =
      isKept
      ? "The last readable value stays in force, since \(since.utc). "
      : "The default is in force, since \(since.utc). "
    error.advice = advice + "`set` or `remove` replaces it on purpose; nothing else does."
    return error
  }
}
