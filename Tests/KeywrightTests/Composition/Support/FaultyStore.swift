import Foundation
import Keywright

/// A store that fails where a test tells it to.
final class FaultyStore: Store {
  enum Step: Hashable, CaseIterable {
    /// It cannot tell what is stored.
    case look
    /// It cannot begin a commit.
    case begin
    /// It cannot write a new value.
    case keep
    /// It cannot put back an old one.
    case putBack
    /// It cannot confirm that a commit, which it wrote, is on the disk.
    case confirm
  }

  let core: StoreCore
  private let state = Guarded()

  init(_ name: String = "faulty") { core = StoreCore(name: name) }

  func fail(at steps: Step...) { state.use { $0.failing = Set(steps) } }

  /// How often a commit began, ended and was kept.
  var counts: (begun: Int, ended: Int, kept: Int) {
    state.use { ($0.begun, $0.ended, $0.kept) }
  }

  func stored(_ name: StorageString) throws(StoreError) -> StoredValue? {
    try check(.look)
    return state.use { $0.values[name] }
  }

  func storageStrings() throws(StoreError) -> [StorageString] {
    try check(.look)
    return state.use { Array($0.values.keys) }
  }

  func beginCommit() throws(StoreError) {
    try check(.begin)
    state.use { $0.begun += 1 }
  }

  func endCommit() -> CommitWait? {
    state.use { $0.ended += 1 }
    guard state.use({ $0.failing.contains(.confirm) }) else { return nil }
    return { () throws(StoreError) in throw StoreError(.uncertain, operation: "confirm") }
  }

  func write(_ changes: [StagedWrite]) throws(StoreError) {
    let wasKept = state.use { $0.keptSinceBegin == $0.begun && $0.begun > 0 }
    try check(wasKept ? .putBack : .keep)
    state.use { state in
      state.kept += 1
      state.keptSinceBegin = state.begun
      for change in changes { state.values[change.name] = change.stored }
    }
  }

  private func check(_ step: Step) throws(StoreError) {
    guard state.use({ $0.failing.contains(step) }) else { return }
    throw StoreError(.full, operation: "\(step)")
  }

  private struct State {
    var values: [StorageString: StoredValue] = [:]
    var failing: Set<Step> = []
    var (begun, ended, kept, keptSinceBegin) = (0, 0, 0, -1)
  }

  private final class Guarded: @unchecked Sendable {
    // `@unchecked`: `state` is used under `lock` only.
    private let lock = NSLock()
    private var state = State()

    func use<Result>(_ body: (inout State) -> Result) -> Result {
      lock.withLock { body(&state) }
    }
  }
}
