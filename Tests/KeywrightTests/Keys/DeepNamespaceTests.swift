import Keywright
import Testing

/// How often a namespace was asked whether it has a hook.
private let asked = Shared(0)

/// Namespaces made at run time, each inside another.
private enum Nested<Outer: Namespace>: Namespace {
  typealias Parent = Outer
  static var namespaceID: String { "n" }

  static var _hasPreCommitHook: Bool {
    asked.change { $0 += 1 }
    return false
  }
}

@Suite("Namespaces inside one another", .timeLimit(.minutes(20))) struct DeepNamespaceTests {
  let store = MemoryStore()

  /// Sets keys of namespaces that lie deeper and deeper, twice each.
  private func commit<Space: Namespace>(in space: Space.Type, depth: Int, of deepest: Int) throws {
    let key = Key<Space, Int>("key", default: 0)
    for value in 1...2 {
      asked.change { $0 = 0 }
      try store.set(key, to: value)
      // A namespace and each of its ancestors are asked once, by the first commit.
      #expect(asked.value == (value == 1 ? depth : 0), "depth \(depth)")
    }
    #expect(store.get(key) == 2)
    guard depth < deepest else { return }
    try commit(in: Nested<Space>.self, depth: depth + 1, of: deepest)
  }

  @Test("are asked for hooks once each, however deep they lie")
  func depth() throws { try commit(in: Root.self, depth: 0, of: 40) }
}
