import Keywright

extension StoreConformance {
  private static let part = Part(name: "refusing", scope: .supporting(.writing))

  static let refusingBehaviours = [
    part("a constraint keeps the old value", constraintKeepsTheOld),
    part("an update that throws changes nothing", throwingUpdate),
    part("a transaction that throws changes nothing", throwingTransaction),
    part("a hook's veto changes nothing", vetoChangesNothing),
    part("a commit inside an update is refused", nestedCommitIsRefused),
    part("a commit inside a hook is refused", commitInHookIsRefused),
    part("reading inside an update is allowed", readingInsideUpdate),
    part("the store can be written after a refusal", writableAfterRefusal),
    part("the store can be written after a nested commit was refused", writableAfterNesting),
    part("a refused subscript write is reported", refusedSubscript),
    part("clearing the root is refused", clearingRootIsRefused),
    part.forms("a value that cannot be encoded keeps the old one", unencodableKeepsTheOld),
    part.forms("a date that is not finite keeps the old value", infiniteDateKeepsTheOld),
    part.forms("an update never replaces what is unreadable", updateSparesUnreadable),
    part.forms("a persisted default never replaces what is unreadable", defaultSparesUnreadable),
  ]

  private struct Stop: Error {}

  private static func constraintKeepsTheOld(_ subject: Subject) throws {
    let store = try subject.store(holding: Holding(Sample.limited, 4))
    try expectError(.constraint, from: "Setting 11 where 0...10 is allowed") {
      try store.set(Sample.limited, to: 11)
    }
    try expect(try store.read(Sample.limited), is: 4, "The value")
  }

  private static func throwingUpdate(_ subject: Subject) throws {
    let store = try subject.store(holding: Holding(Sample.count, 3))
    try expectError(.refused, from: "An update that throws") {
      try store.update(Sample.count) { value in
        value = 4
        throw Stop()
      }
    }
    try expect(try store.read(Sample.count), is: 3, "The value")
  }

  private static func throwingTransaction(_ subject: Subject) throws {
    let store = try subject.store(holding: Holding(Sample.count, 3))
    do {
      try store.transaction { change in
        try change.set(Sample.count, to: 4)
        throw Stop()
      }
      throw Broken("A transaction whose closure throws succeeds.")
    } catch is Stop {}
    try expect(try store.read(Sample.count), is: 3, "The value")
  }

  private static func vetoChangesNothing(_ subject: Subject) throws {
    let store = try subject.store(holding: Holding(Hooked.one, 3))
    try Hooked.$hooks.withValue(.init(pre: { _ in throw Stop() })) {
      try expectError(.refused, from: "A commit that a hook vetoes") {
        try store.set(Hooked.one, to: 4)
      }
      try expectError(.refused, from: "A removal that a hook vetoes") {
        try store.remove(Hooked.one)
      }
    }
    try expect(try store.read(Hooked.one), is: 3, "The value")
  }

  private static func nestedCommitIsRefused(_ subject: Subject) throws {
    let store = try subject.fresh()
    try store.update(Sample.count) { value in
      try expectError(.reentrant, from: "A commit inside an update") {
        try store.set(Sample.name, to: "Noah")
      }
      value = 3
    }
    try expect(store.get(Sample.count), is: 3, "The value of the outer commit")
    try expect(try store.contains(Sample.name), is: false, "`contains` for the inner commit's key")
  }

  private static func commitInHookIsRefused(_ subject: Subject) throws {
    let store = try subject.fresh()
    let hooks = Hooked.Hooks(pre: { _ in try store.set(Sample.name, to: "Noah") })
    try Hooked.$hooks.withValue(hooks) {
      try expectError(.reentrant, from: "A commit inside a pre-commit hook") {
        try store.set(Hooked.one, to: 1)
      }
    }
    try expect(try store.storedKeys(), is: [], "The list")
  }

  private static func readingInsideUpdate(_ subject: Subject) throws {
    let store = try subject.store(holding: Holding(Sample.name, "Noah"), Holding(Sample.count, 3))
    try store.update(Sample.count) { value in
      try expect(store.get(Sample.name), is: "Noah", "Another key's value")
      value = 4
      try expect(store.get(Sample.count), is: 3, "The value before it is kept")
    }
  }

  private static func writableAfterRefusal(_ subject: Subject) throws {
    let store = try subject.fresh()
    for _ in 0..<3 { _ = try? store.set(Sample.limited, to: 11) }
    try store.set(Sample.limited, to: 5)
    try expect(store.get(Sample.limited), is: 5, "The value")
  }

  private static func writableAfterNesting(_ subject: Subject) throws {
    let store = try subject.fresh()
    try store.update(Sample.count) { _ in _ = try? store.remove(Sample.name) }
    try store.set(Sample.name, to: "Noah")
    try expect(store.get(Sample.name), is: "Noah", "The value")
  }

  private static func refusedSubscript(_ subject: Subject) throws {
    let store = try subject.store(holding: Holding(Sample.limited, 4))
    store[Sample.limited] = 11
    store[Sample.limited] += 9
    try expect(store.get(Sample.limited), is: 4, "The value")
    // A commit that a busy machine made long is reported as well.
    let codes = store.issues.map(\.code).filter { $0 != .busy }
    try expect(codes, is: [.constraint, .constraint], "The issues' codes")
  }

  private static func clearingRootIsRefused(_ subject: Subject) throws {
    let store = try subject.store(holding: Holding(Sample.count, 3))
    try expectError(.unsupported, from: "Clearing Root") { try store.clear(Root.self) }
    try expect(try store.storedKeys(), is: ["sample:count"], "The list")
  }

  private static func unencodableKeepsTheOld(_ subject: Subject) throws {
    let store = try subject.fresh()
    try store.set(Sample.fickle, to: Fickle(number: 3))
    try expectError(.unencodable, from: "Setting a value without a stored form") {
      try store.set(Sample.fickle, to: Fickle(number: -1))
    }
    try expect(try store.read(Sample.fickle), is: Fickle(number: 3), "The value")
  }

  private static func infiniteDateKeepsTheOld(_ subject: Subject) throws {
    let store = try subject.store(holding: Holding("sample:count", raw: 3))
    try expectError(.unencodable, from: "Setting a date that is not finite") {
      try store.set(Holding.rawKey("sample:count"), to: .date(secondsSince2001: .infinity))
    }
    try expect(try store.read(Sample.count), is: 3, "The value")
  }

  private static func updateSparesUnreadable(_ subject: Subject) throws {
    let store = try subject.store(holding: Holding("sample:count", raw: "seven"))
    try expectError(.unreadable, from: "An update of a string as an integer") {
      try store.update(Sample.count) { $0 += 1 }
    }
    store[Sample.count] += 1
    try expect(try store.stored("sample:count"), is: "seven", "The stored form")
  }

  private static func defaultSparesUnreadable(_ subject: Subject) throws {
    let store = try subject.store(holding: Holding("sample:install", raw: "seven"))
    let key = Key<Sample, Int>(
      "install", descriptor: KeyDescriptor(default: .lazy(persist: .whenMissing) { 41 }))
    try expect(store.get(key), is: 41, "The default")
    try expect(try store.stored("sample:install"), is: "seven", "The stored form")
  }
}
