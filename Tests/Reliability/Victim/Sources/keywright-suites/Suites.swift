import Keywright
import KeywrightRig
import KeywrightUserDefaults

/// Eight threads that use every part of the interface at once on one suite of Foundation's, for the
/// thread sanitizer; what their increments come to is known exactly.
///
/// `keywright-suites FOLDER STEPS [--race]`: the folder is the home in which Foundation keeps it.
@main
struct Suites {
  private static let suite = "org.keywright.soak"
  private static let counted = Key<Counts, Int>("counted", default: 0)
  private static let moved = Key<Counts, Int>("moved", default: 0)
  private static let late = Key<Counts, Int>(
    "late", descriptor: KeyDescriptor(default: .lazy(persist: .whenMissing) { 1_000 }))

  private let crowd: Crowd
  /// Two handles of one suite, and what is made of it.
  private let store = UserDefaultsStore(suite: suite)
  private let other = UserDefaultsStore(suite: suite)
  private let front: Layers
  private let notified = Box(0)

  private init(_ arguments: [String]) {
    crowd = Crowd(arguments)
    front = CacheStore(capacity: 4).combined(with: store)
  }

  static func main() {
    Suites(Array(CommandLine.arguments.dropFirst())).run()
  }

  private func run() {
    attempt { try store.set(Key<Counts, Int>("former", default: 0), to: 500) }
    let token = store.observe(Suites.counted) { [notified] change in
      notified.withLock { $0 += change.new - change.old }
    }
    let listener = Task { [store] in await follow(store) }
    let raced = crowd.run { thread, step, random in
      attempt { try work(thread, step, &random) }
    } finish: {
      for step in 0..<10 { attempt { try increment(step) } }
    }
    listener.cancel()
    check(increments: Crowd.size * 10)
    token.cancel()
    attempt { try store.flush() }
    say("done \(store.get(Suites.counted)) \(raced)")
  }

  /// Runs what must not fail: nobody else has the suite.
  private func attempt(_ body: () throws -> Void) {
    do {
      try body()
    } catch {
      say("note \(error)")
    }
  }

  private func work(_ thread: Int, _ step: Int, _ random: inout Seeded) throws {
    let key = Key<Texts, String?>("slot\(Int.random(in: 0..<6, using: &random))")
    let text = "\(thread):\(step)"
    switch Int.random(in: 0..<22, using: &random) {
    case 0: try store.set(key, to: text)
    case 1: try other.set(key, to: text)
    case 2: try store.set(key, to: nil)
    case 3: try other.remove(key)
    case 4: _ = try other.read(key) as String?
    case 5: _ = store.explain(key)
    case 6: _ = try store.storedKeys()
    case 7: try store.refresh()
    case 8: if step % 8 == 0 { try other.flush() }
    case 9: if step % 16 == 0 { try store.clear(Texts.self) }
    case 10: try front.set(key, to: text)
    case 11: _ = front.get(key)
    case 12: try store.prefixed("view").set(key, to: text)
    case 13: try zip(store, CacheStore(capacity: 1)).set(key, to: (text, text))
    case 14: try store.slot(key).set(text)
    case 15: try observe(store, key)
    case 16: try observe(front, key)
    case 17: _ = UserDefaultsStore(suite: "org.keywright.soak.\(step % 3)").get(key)
    case 18: try UserDefaultsStore(suite: "org.keywright.soak.\(step % 3)").set(key, to: text)
    case 19: _ = store.readOnly().get(key)
    case 20: _ = try store.contains(key)
    default: for _ in 0..<20 { _ = store.get(key) }
    }
  }

  private func observe(_ store: some Store, _ key: Key<Texts, String?>) throws {
    let token = store.observe(key) { _ = $0.new }
    try store.set(key, to: "observed")
    token.cancel()
  }

  /// One of each way to change a number.
  private func increment(_ step: Int) throws {
    try store.update(Suites.counted) { $0 += 1 }
    var handle = other
    handle[Suites.counted] += 1
    try store.transaction { try $0.update(Suites.counted) { $0 += 1 } }
    try front.update(Suites.counted) { $0 += 1 }
    try other.update(Suites.late) { $0 += 1 }
    if step == 0 {
      _ = try store.migrate([Migration(from: ["counts:former"], to: Suites.moved)])
    }
    try store.update(Suites.moved) { $0 += 1 }
  }

  private func check(increments: Int) {
    expect("counted", store.get(Suites.counted), 4 * increments)
    expect("a default that is stored", other.get(Suites.late), 1_000 + increments)
    expect("a migrated key", store.get(Suites.moved), 500 + increments)
    expect("notified", notified.withLock { $0 }, 4 * increments)
    // That a commit held the lock for long says how busy the machine is.
    for issue in store.issues where issue.code != .busy { say("note \(issue)") }
  }

  private func expect(_ what: String, _ number: Int, _ expected: Int) {
    if number != expected { say("note \(what): \(number), not \(expected)") }
  }

  private func follow(_ store: UserDefaultsStore) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { for await _ in store.values(of: Suites.counted) {} }
      group.addTask { for await _ in store.changes(of: Suites.late, buffer: 4) {} }
      group.addTask { for await _ in store.changes() {} }
      await group.waitForAll()
    }
  }
}

private enum Counts: Namespace {
  typealias Parent = Root
  static let namespaceID = "counts"
}

private enum Texts: Namespace {
  typealias Parent = Root
  static let namespaceID = "texts"
}
