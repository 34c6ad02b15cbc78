import Keywright

extension StoreConformance {
  private static let part = Part(name: "notifications", scope: .supporting(.writing))

  static let notificationBehaviours = [
    part("a key is called before and after a change", keyIsCalled),
    part("a key is called for a removal with the default", keyIsCalledForRemoval),
    part("a refused change calls nobody", refusedCallsNobody),
    part("removing nothing calls nobody", removingNothingCallsNobody),
    part("a hook may amend the value", hookAmends),
    part("a post-commit hook sees the change", postCommitSees),
    part("commits are numbered in order", commitsAreNumbered),
    part("a refused commit takes no number", refusedTakesNoNumber),
    part("what a post-commit hook reads is the new value", postCommitReads),
    part("a commit from `didChange` is written, after the one under way", commitFromDidChange),
    part.forms("storing the same form again calls nobody", sameFormCallsNobody),
  ]

  private static func keyIsCalled(_ subject: Subject) throws {
    let store = try subject.fresh()
    let key = LoggedKey(key: Sample.count, log: Log())
    try store.set(key, to: 3)
    try store.update(key) { $0 += 1 }
    try expect(
      key.log.lines, is: ["will 7 3", "did 7 3", "will 3 4", "did 3 4"], "The calls of the key")
  }

  private static func keyIsCalledForRemoval(_ subject: Subject) throws {
    let store = try subject.store(holding: Holding(Sample.count, 3))
    let key = LoggedKey(key: Sample.count, log: Log())
    try store.remove(key)
    try expect(key.log.lines, is: ["will 3 7", "did 3 7"], "The calls of the key")
  }

  private static func refusedCallsNobody(_ subject: Subject) throws {
    let store = try subject.fresh()
    let key = LoggedKey(key: Sample.limited, log: Log())
    _ = try? store.set(key, to: 11)
    try expect(key.log.lines, is: [], "The calls of the key")
  }

  private static func removingNothingCallsNobody(_ subject: Subject) throws {
    let store = try subject.fresh()
    let key = LoggedKey(key: Sample.count, log: Log())
    try store.remove(key)
    try expect(key.log.lines, is: [], "The calls of the key")
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
    try expect(log.lines, is: ["local 3 4 true"], "The calls of the hook")
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
    try expect(numbers.count, is: 5, "The number of commits received")
    try expect(
      zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }, "The numbers are \(numbers).")
  }

  private static func refusedTakesNoNumber(_ subject: Subject) throws {
    let store = try subject.fresh()
    let numbers = try numbers {
      try store.set(Hooked.one, to: 1)
      _ = try? store.set(Sample.limited, to: 11)
      try store.set(Hooked.one, to: 2)
    }
    try expect(numbers.count, is: 2, "The number of commits received")
    try expect(numbers[1] - numbers[0], is: 1, "The distance of two numbers")
  }

  private static func postCommitReads(_ subject: Subject) throws {
    let store = try subject.fresh()
    let log = Log()
    try Hooked.$hooks.withValue(.init(post: { _ in log.add("\(store.get(Hooked.one))") })) {
      try store.set(Hooked.one, to: 4)
    }
    try expect(log.lines, is: ["4"], "The value that the hook read")
  }

  private static func commitFromDidChange(_ subject: Subject) throws {
    let store = try subject.fresh()
    let log = Log()
    let key = Key<Sample, Int>(
      "chained", default: 0,
      descriptor: KeyDescriptor(
        didChange: { old, new in
          log.add("\(old) \(new)")
          if new < 3 { try? store.update(Key<Sample, Int>("chained", default: 0)) { $0 += 1 } }
        }))
    try store.set(key, to: 1)
    try expect(store.get(key), is: 2, "The value")
    try expect(log.lines, is: ["0 1"], "The calls of the key")
  }

  private static func sameFormCallsNobody(_ subject: Subject) throws {
    let store = try subject.store(holding: Holding(Sample.count, 3))
    let key = LoggedKey(key: Sample.count, log: Log())
    try store.set(key, to: 3)
    try expect(key.log.lines, is: [], "The calls of the key")
  }
}
