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
    let store = try subject.store(holding: Holding(Ark.limited, 4))
    try expectError(.constraint, from: "Setting 11 where 0...10 is allowed") {
      try store.set(Ark.limited, to: 11)
    }
    try expect(try store.read(Ark.limited), is: 4, "The value")
  }

  private static func throwingUpdate(_ subject: Subject) throws {
    let store = try subject.store(holding: Holding(Ark.count, 3))
    try expectError(.refused, from: "An update that throws") {
      try store.update(Ark.count) { value in
        value = 4
        throw Stop()
      }
    }
    try expect(try store.read(Ark.count), is: 3, "The value")
  }

  private static func throwingTransaction(_ subject: Subject) throws {
    let store = try subject.store(holding: Holding(Ark.count, 3))
    do {
      try store.transaction { change in
        try change.set(Ark.count, to: 4)
        throw Stop()
      }
      throw Broken("A transaction whose closure throws succeeds.")
    } catch is Stop {}
    try expect(try store.read(Ark.count), is: 3, "The value")
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
    try store.update(Ark.count) { value in
      try expectError(.reentrant, from: "A commit inside an update") {
        try store.set(Ark.name, to: "Noah")
      }
      value = 3
    }
    try expect(store.get(Ark.count), is: 3, "The value of the outer commit")
    try expect(try store.contains(Ark.name), is: false, "`contains` for the inner commit's key")
  }

  private static func commitInHookIsRefused(_ subject: Subject) throws {
    let store = try subject.fresh()
    let hooks = Hooked.Hooks(pre: { _ in try store.set(Ark.name, to: "Noah") })
    try Hooked.$hooks.withValue(hooks) {
      try expectError(.reentrant, from: "A commit inside a pre-commit hook") {
        try store.set(Hooked.one, to: 1)
      }
    }
    try expect(try store.storedKeys(), is: [], "The list")
  }

  private static func readingInsideUpdate(_ subject: Subject) throws {
    let store = try subject.store(holding: Holding(Ark.name, "Noah"), Holding(Ark.count, 3))
    try store.update(Ark.count) { value in
      try expect(store.get(Ark.name), is: "Noah", "Another key's value")
      value = 4
      try expect(store.get(Ark.count), is: 3, "The value before it is kept")
    }
  }

  private static func writableAfterRefusal(_ subject: Subject) throws {
    let store = try subject.fresh()
    for _ in 0..<3 { _ = try? store.set(Ark.limited, to: 11) }
    try store.set(Ark.limited, to: 5)
    try expect(store.get(Ark.limited), is: 5, "The value")
  }

  private static func writableAfterNesting(_ subject: Subject) throws {
    let store = try subject.fresh()
    try store.update(Ark.count) { _ in _ = try? store.remove(Ark.name) }
    try store.set(Ark.name, to: "Noah")
    try expect(store.get(Ark.name), is: "Noah", "The value")
  }

  private static func refusedSubscript(_ subject: Subject) throws {
    let store = try subject.store(holding: Holding(Ark.limited, 4))
    store[Ark.limited] = 11
    store[Ark.limited] += 9
    try expect(store.get(Ark.limited), is: 4, "The value")
    try expect(store.issues.map(\.code), is: [.constraint, .constraint], "The issues' codes")
  }

  private static func clearingRootIsRefused(_ subject: Subject) throws {
    let store = try subject.store(holding: Holding(Ark.count, 3))
    try expectError(.unsupported, from: "Clearing Root") { try store.clear(Root.self) }
    try expect(try store.storedKeys(), is: ["ark:count"], "The list")
  }

  private static func unencodableKeepsTheOld(_ subject: Subject) throws {
    let store = try subject.fresh()
    try store.set(Ark.fickle, to: Fickle(number: 3))
    try expectError(.unencodable, from: "Setting a value without a stored form") {
      try store.set(Ark.fickle, to: Fickle(number: -1))
    }
    try expect(try store.read(Ark.fickle), is: Fickle(number: 3), "The value")
  }

  private static func infiniteDateKeepsTheOld(_ subject: Subject) throws {
    let store = try subject.store(holding: Holding("ark:count", raw: 3))
    try expectError(.unencodable, from: "Setting a date that is not finite") {
      try store.set(Holding.rawKey("ark:count"), to: .date(secondsSince2001: .infinity))
    }
    try expect(try store.read(Ark.count), is: 3, "The value")
  }

  private static func updateSparesUnreadable(_ subject: Subject) throws {
    let store = try subject.store(holding: Holding("ark:count", raw: "seven"))
    try expectError(.unreadable, from: "An update of a string as an integer") {
      try store.update(Ark.count) { $0 += 1 }
    }
    store[Ark.count] += 1
    try expect(try store.stored("ark:count"), is: "seven", "The stored form")
  }

  private static func defaultSparesUnreadable(_ subject: Subject) throws {
    let store = try subject.store(holding: Holding("ark:install", raw: "seven"))
    let key = Key<Ark, Int>(
      "install", descriptor: KeyDescriptor(default: .lazy(persist: .whenMissing) { 41 }))
    try expect(store.get(key), is: 41, "The default")
    try expect(try store.stored("ark:install"), is: "seven", "The stored form")
  }
}
