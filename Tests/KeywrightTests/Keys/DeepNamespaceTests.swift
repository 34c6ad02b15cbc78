import Keywright
import Testing

/// Namespaces made at run time, each inside another.
private enum Nested<Outer: Namespace>: Namespace {
  typealias Parent = Outer
  static var namespaceID: String { "n" }
}

@Suite("Namespaces inside one another", .timeLimit(.minutes(20))) struct DeepNamespaceTests {
  let store = MemoryStore()

  /// Sets keys of namespaces that lie deeper and deeper, twice each.
  private func commit<Space: Namespace>(in space: Space.Type, depth: Int) throws {
    let key = Key<Space, Int>("key", default: 0)
    for value in 1...2 { try store.set(key, to: value) }
    #expect(store.get(key) == 2)
    if depth > 0 { try commit(in: Nested<Space>.self, depth: depth - 1) }
  }

  @Test("cost a commit a time that grows with their depth, and does not double")
  func depth() throws { try commit(in: Root.self, depth: 40) }
}
