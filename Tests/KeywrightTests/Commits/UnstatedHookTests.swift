import Keywright
import Synchronization
import Testing

/// Functions that are named like hooks in types that do not state the conformance: the documentation says
/// that they are never called. Tests/Examples/Refused.swift has the wrong shapes that do not compile.
@Suite struct UnstatedHookTests {
  @Test func anUnstatedHookOfANamespaceIsNeverCalled() throws {
    let store = MemoryStore()
    try store.set(Unstated.count, to: 1)
    #expect(store.get(Unstated.count) == 1)
    #expect(Unstated.calls.load(ordering: .relaxed) == 0)
  }

  @Test func anUnstatedFunctionOfAKeyTypeIsNeverCalled() throws {
    let store = MemoryStore()
    try store.set(UnstatedKey(), to: 1)
    #expect(store.get(Unstated.count) == 1)
    #expect(Unstated.calls.load(ordering: .relaxed) == 0)
  }
}

private enum Unstated: Namespace {
  typealias Parent = Root
  static let namespaceID = "unstated"
  static let count = Key<Unstated, Int>("count", default: 0)
  static let calls = Atomic(0)

  static func preCommit(_ commit: inout PendingCommit) throws { throw CancellationError() }
  static func postCommit(_ commit: Commit) { calls.add(1, ordering: .relaxed) }
}

private struct UnstatedKey: KeyType {
  let key = Unstated.count

  func process(_ value: Int) -> Int { value + 1 }
  func willChange(from old: Int, to new: Int) { Unstated.calls.add(1, ordering: .relaxed) }
  func didChange(from old: Int, to new: Int) { Unstated.calls.add(1, ordering: .relaxed) }
}
