import Keywright

extension StoreConformance {
  private static let part = Part(name: "notices", audience: .supporting(.writing))

  static let noticeBehaviours = [
    part("a key is told before and after a change", keyIsTold),
    part("a key is told of a removal with the default", keyIsToldOfRemoval),
    part("a refused change is told to nobody", refusedIsUntold),
    part("removing nothing is told to nobody", removingNothingIsUntold),
    part("a hook may amend the value kept", hookAmends),
    part("a post-commit hook sees the change", postCommitSees),
    part("commits are numbered in order", commitsAreNumbered),
    part("a refused commit takes no number", refusedTakesNoNumber),
    part("what a post-commit hook reads is the new value", postCommitReads),
    part("a commit from `didChange` is kept, after the one told", commitFromDidChange),
    part.forms("storing the same form again is told to nobody", sameFormIsUntold),
  ]

  private static func keyIsTold(_ subject: Subject) throws {
    let store = try subject.fresh()
    let key = LoggedKey(key: Ark.count, log: Log())
    try store.set(key, to: 3)
    try store.update(key) { $0 += 1 }
    try expect(
      key.log.lines, is: ["will 7 3", "did 7 3", "will 3 4", "did 3 4"], "What the key was told")
  }

  private static func keyIsToldOfRemoval(_ subject: Subject) throws {
    let store = try subject.store(holding: Holding(Ark.count, 3))
    let key = LoggedKey(key: Ark.count, log: Log())
    try store.remove(key)
    try expect(key.log.lines, is: ["will 3 7", "did 3 7"], "What the key was told")
  }

  private static func refusedIsUntold(_ subject: Subject) throws {
    let store = try subject.fresh()
    let key = LoggedKey(key: Ark.limited, log: Log())
    _ = try? store.set(key, to: 11)
    try expect(key.log.lines, is: [], "What the key was told")
  }

  private static func removingNothingIsUntold(_ subject: Subject) throws {
    let store = try subject.fresh()
    let key = LoggedKey(key: Ark.count, log: Log())
    try store.remove(key)
    try expect(key.log.lines, is: [], "What the key was told")
  }

  private static func hookAmends(_ subject: Subject) throws {
    let store = try subject.fresh()
    try Hooked.$hooks.withValue(.init(pre: { $0.amend(Hooked.one, to: 5) })) {
      try store.set(Hooked.one, to: 1)
    }
    try expect(store.get(Hooked.one), is: 5, "The value that the hook chose")
  }

  private static func postCommitSees(_ subject: Subject) throws {
    let store = try subject.store(holding: Holding(Hooked.one, 3))
    let log = Log()
    let hooks = Hooked.Hooks(post: { commit in
      guard let change = commit[Hooked.one] else { return log.add("no change") }
      log.add("\(commit.origin) \(change.old) \(change.new) \(change.wasStored)")
    })
    try Hooked.$hooks.withValue(hooks) { try store.set(Hooked.one, to: 4) }
    try expect(log.lines, is: ["local 3 4 true"], "What the hook was told")
  }

  /// The numbers of the commits that a body makes.
  private static func numbers(_ body: () throws -> Void) rethrows -> [UInt64] {
    let log = Log()
    try Hooked.$hooks.withValue(.init(post: { log.add("\($0.number)") }), operation: body)
    return log.lines.compactMap { UInt64($0) }
  }

  private static func commitsAreNumbered(_ subject: Subject) throws {
    let store = try subject.fresh()
    let numbers = try numbers { for value in 1...5 { try store.set(Hooked.one, to: value) } }
    try expect(numbers.count, is: 5, "The number of commits told")
    try expect(
      zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }, "The numbers are \(numbers).")
  }

  private static func refusedTakesNoNumber(_ subject: Subject) throws {
    let store = try subject.fresh()
    let numbers = try numbers {
      try store.set(Hooked.one, to: 1)
      _ = try? store.set(Ark.limited, to: 11)
      try store.set(Hooked.one, to: 2)
    }
    try expect(numbers.count, is: 2, "The number of commits told")
    try expect(numbers[1] - numbers[0], is: 1, "The distance of two numbers")
  }

  private static func postCommitReads(_ subject: Subject) throws {
    let store = try subject.fresh()
    let log = Log()
    try Hooked.$hooks.withValue(.init(post: { _ in log.add("\(store.get(Hooked.one))") })) {
      try store.set(Hooked.one, to: 4)
    }
    try expect(log.lines, is: ["4"], "What the hook read")
  }

  private static func commitFromDidChange(_ subject: Subject) throws {
    let store = try subject.fresh()
    let log = Log()
    let key = Key<Ark, Int>(
      "chained", default: 0,
      descriptor: KeyDescriptor(
        didChange: { old, new in
          log.add("\(old) \(new)")
          if new < 3 { try? store.update(Key<Ark, Int>("chained", default: 0)) { $0 += 1 } }
        }))
    try store.set(key, to: 1)
    try expect(store.get(key), is: 2, "The value")
    try expect(log.lines, is: ["0 1"], "What the key was told")
  }

  private static func sameFormIsUntold(_ subject: Subject) throws {
    let store = try subject.store(holding: Holding(Ark.count, 3))
    let key = LoggedKey(key: Ark.count, log: Log())
    try store.set(key, to: 3)
    try expect(key.log.lines, is: [], "What the key was told")
  }
}
