import Keywright
import Synchronization
import Testing

/// Receives the commits of every namespace inside it.
private enum Outermost: PostCommitHook {
  typealias Parent = Root
  static let namespaceID = "o"
  static let received = Mutex<[String]>([])

  static func postCommit(_ commit: Commit) {
    received.withLock { $0 += commit.changes.map(\.storageString) }
  }
}

/// Namespaces made at run time, each inside another.
private enum Nested<Outer: Namespace>: Namespace {
  typealias Parent = Outer
  static var namespaceID: String { "n" }
}

@Suite("Namespaces inside one another", .timeLimit(.minutes(20))) struct DeepNamespaceTests {
  let store = MemoryStore()

  /// Sets keys of namespaces that lie deeper and deeper, twice each.
  private func commit<Space: Namespace>(in space: Space.Type, depth: Int, of deepest: Int) throws {
    let key = Key<Space, Int>("key", default: 0)
    let name = "o:" + String(repeating: "n:", count: depth) + "key"
    for value in 1...2 {
      try store.set(key, to: value)
      #expect(Outermost.received.withLock { $0 } == [name])
      Outermost.received.withLock { $0 = [] }
    }
    #expect(store.get(key) == 2)
    guard depth < deepest else { return }
    try commit(in: Nested<Space>.self, depth: depth + 1, of: deepest)
  }

  @Test("tell the outermost of each commit once, however deep they lie")
  func depth() throws { try commit(in: Outermost.self, depth: 0, of: 40) }
}
