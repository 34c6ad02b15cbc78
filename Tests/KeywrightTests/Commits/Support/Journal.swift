import Foundation
import Keywright

/// A log of the functions of a commit, in order, and a script of what they are to do; they find it through
/// the task that commits, so that tests run in parallel.
final class Journal: @unchecked Sendable {
  // `@unchecked`: `lines` is guarded by `lock`; the functions are set before the commit begins.
  @TaskLocal static var current: Journal?

  private let lock = NSLock()
  private var lines: [String] = []

  var preCommit: [String: (inout PendingCommit) throws -> Void] = [:]
  var postCommit: [String: (Commit) -> Void] = [:]
  var onProcess: (Int) throws -> Int = { $0 }
  var onWillChange: (Int, Int) -> Void = { _, _ in }
  var onDidChange: (Int, Int) -> Void = { _, _ in }

  func note(_ line: String) { lock.withLock { lines.append(line) } }

  /// The lines so far, which are then forgotten.
  func take() -> [String] {
    lock.withLock {
      defer { lines = [] }
      return lines
    }
  }

  /// Runs a body whose commits this journal receives.
  @discardableResult
  func listening<Result>(_ body: () throws -> Result) rethrows -> Result {
    try Journal.$current.withValue(self) { try body() }
  }
}

/// A namespace whose hooks write into the journal.
protocol Watched: PreCommitHook, PostCommitHook {}

extension Watched {
  static func preCommit(_ commit: inout PendingCommit) throws {
    guard let journal = Journal.current else { return }
    journal.note("pre \(namespaceID)")
    try journal.preCommit[namespaceID]?(&commit)
  }

  static func postCommit(_ commit: Commit) {
    guard let journal = Journal.current else { return }
    journal.note("post \(namespaceID)")
    journal.postCommit[namespaceID]?(commit)
  }
}

/// A key type with functions of its own that write into the journal.
struct Observed<Space: Namespace>: ProcessingKeyType, WillChangeKeyType, DidChangeKeyType {
  let key: Key<Space, Int>

  func process(_ value: Int) throws -> Int {
    Journal.current?.note("process \(value)")
    return try Journal.current?.onProcess(value) ?? value
  }

  func willChange(from old: Int, to new: Int) {
    Journal.current?.note("will \(old) \(new)")
    Journal.current?.onWillChange(old, new)
  }

  func didChange(from old: Int, to new: Int) {
    Journal.current?.note("did \(old) \(new)")
    Journal.current?.onDidChange(old, new)
  }
}
