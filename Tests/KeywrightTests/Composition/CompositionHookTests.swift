import Keywright
import Testing

@Suite("Processing and hooks of a composition", .serialized) struct CompositionHookTests {
  let front = MemoryStore(name: "front")
  let back = MemoryStore(name: "back")

  init() { HookLog.shared.clear() }

  @Test func hooksRunOnceForEachCommit() throws {
    try front.combined(with: back).pushing(to: MemoryStore()).set(Hooked.count, to: 3)
    #expect(HookLog.shared.lines == ["pre 4", "did 0 4", "post 4"].sorted())
    #expect(front.get(Hooked.count) == 4)
    #expect(back.get(Hooked.count) == 4)
  }

  @Test func aHooksVetoLeavesEveryLayer() throws {
    let store = front.combined(with: back)
    let error = #expect(throws: StoreError.self) { try store.set(Hooked.count, to: 98) }
    #expect(error?.code == .refused)
    #expect(try front.storedKeys().isEmpty)
    #expect(try back.storedKeys().isEmpty)
  }

  @Test func fillingIsNoCommit() throws {
    try back.set(Hooked.count, to: 3)
    HookLog.shared.clear()
    #expect(front.combined(with: back).get(Hooked.count) == 4)
    #expect(front.get(Hooked.count) == 4)
    #expect(HookLog.shared.lines.isEmpty)
  }

  @Test func aPrefixedViewRunsThemForTheKeyAsDeclared() throws {
    try front.prefixed("user42").set(Hooked.count, to: 3)
    #expect(HookLog.shared.lines == ["pre 4", "did 0 4", "post 4"].sorted())
  }

  @Test func aHookHearsWhatShowsAfterARemoval() throws {
    try back.set(Hooked.count, to: 3)
    let store = front.fallback(to: back)
    try store.set(Hooked.count, to: 9)
    HookLog.shared.clear()
    try store.remove(Hooked.count)
    #expect(HookLog.shared.lines == ["pre 4", "did 10 4", "post 4"].sorted())
  }

  @Test func observersOfTheStoresHearOfTheComposition() throws {
    let received = HookLog()
    let front = front.observe(Hooked.count) {
      received.add("front \($0.old) \($0.new) \($0.origin)")
    }
    let back = back.observe(Hooked.count) { received.add("back \($0.old) \($0.new) \($0.origin)") }
    try self.back.set(Hooked.count, to: 1)
    try self.front.combined(with: self.back).set(Hooked.count, to: 3)
    #expect(
      received.lines == ["back 0 2 local", "back 2 4 composition", "front 0 4 composition"])
    front.cancel()
    back.cancel()
  }

  @Test func aCommitInsideACommitIsRefused() throws {
    let store = front.combined(with: back)
    let error = #expect(throws: StoreError.self) {
      try store.update(Zoo.lions) { _ in try front.set(Zoo.tigers, to: 1) }
    }
    #expect(error?.code == .reentrant)
    try store.set(Zoo.lions, to: 1)
  }

  @Test func aLazyDefaultIsComputedWithNoLayerLocked() throws {
    let (front, back) = (front, back)
    let key = Key<Zoo, Int>(
      "lazy",
      descriptor: KeyDescriptor(
        default: .lazy {
          try? back.set(Zoo.tigers, to: 5)
          return front.get(Zoo.lions) + 1
        }))
    let store = front.combined(with: back)
    try store.transaction { change in
      try change.set(Zoo.lions, to: 2)
      try change.update(key) { $0 += 10 }
    }
    #expect(store.get(key) == 11)
    #expect(back.get(Zoo.tigers) == 5)
    #expect(store.get(Zoo.lions) == 2)
  }
}

private final class HookLog: @unchecked Sendable {
  // `@unchecked`: the suite runs its tests one after the other.
  static let shared = HookLog()
  private var all: [String] = []
  var lines: [String] { all.sorted() }
  func add(_ line: String) { all.append(line) }
  func clear() { all = [] }
}

private enum Hooked: PreCommitHook, PostCommitHook {
  typealias Parent = Root
  static let namespaceID = "hooked"
  static let count = Key<Hooked, Int>(
    "count", default: 0,
    descriptor: KeyDescriptor(
      processing: [.call("next") { $0 + 1 }],
      didChange: { old, new in HookLog.shared.add("did \(old) \(new)") }))

  struct Veto: Error {}

  static func preCommit(_ commit: inout PendingCommit) throws {
    guard let change = commit[count] else { return }
    HookLog.shared.add("pre \(change.new)")
    if change.new == 99 { throw Veto() }
  }

  static func postCommit(_ commit: Commit) {
    if let change = commit[count] { HookLog.shared.add("post \(change.new)") }
  }
}
