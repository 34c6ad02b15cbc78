import Keywright

extension StoreConformance {
  private static let part = Part(name: "atomic", scope: .supporting(.atomic))

  static let atomicBehaviours = [
    part("a transaction keeps every key", transactionKeepsAll),
    part("a transaction sets and removes", transactionSetsAndRemoves),
    part("a transaction sees its own changes", transactionSeesItself),
    part("readers see nothing of a transaction before it is written", transactionIsHidden),
    part("a transaction that throws keeps no key", throwingKeepsNone),
    part("one constraint keeps all keys as they were", constraintKeepsAll),
    part("a veto keeps all keys as they were", vetoKeepsAll),
    part("a hook may add a key to the commit", hookAddsAKey),
    part("a transaction is one commit with one number", oneNumber),
    part("canonically equal names in one transaction are two keys", twinsInOneCommit),
    part("a thousand keys are kept by one transaction, or refused whole", thousandKeys),
    part("transfers by many threads keep the sum", transfersKeepTheSum),
    part("clearing a namespace takes all of it, as one commit", clearingIsOneCommit),
    part("removing everything takes everything, or is refused whole", removingEverything),
    part.forms("one value that cannot be encoded keeps all keys as they were", unencodableKeepsAll),
    part.forms("a transaction that reads what is unreadable keeps no key", unreadableKeepsAll),
  ]

  private struct Stop: Error {}

  /// A store with two keys of three each.
  private static func prepared(_ subject: Subject) throws -> any Store {
    try subject.store(holding: Holding(Hooked.one, 3), Holding(Hooked.two, 3))
  }

  private static func expectUnchanged(_ store: any Store) throws {
    try expect(try store.read(Hooked.one), is: 3, "The first key's value")
    try expect(try store.read(Hooked.two), is: 3, "The second key's value")
    try expect(try store.storedKeys(), is: ["hooked:one", "hooked:two"], "The list")
  }

  private static func transactionKeepsAll(_ subject: Subject) throws {
    let store = try subject.fresh()
    try store.transaction { change in
      try change.set(Sample.count, to: 1)
      try change.set(Sample.name, to: "Noah")
      try change.set(Sample.Group.item, to: 2)
    }
    try expect(store.get(Sample.count), is: 1, "The first key's value")
    try expect(store.get(Sample.name), is: "Noah", "The second key's value")
    try expect(store.get(Sample.Group.item), is: 2, "The third key's value")
    try expect(try store.storedKeys().count, is: 3, "The number of names")
  }

  private static func transactionSetsAndRemoves(_ subject: Subject) throws {
    let store = try prepared(subject)
    try store.transaction { change in
      try change.remove(Hooked.one)
      try change.set(Hooked.two, to: 4)
      try change.set(Sample.note, to: nil)
    }
    try expect(try store.read(Hooked.one), is: nil, "The removed value")
    try expect(try store.read(Hooked.two), is: 4, "The value set")
    try expect(try store.storedKeys(), is: ["hooked:two"], "The list")
  }

  private static func transactionSeesItself(_ subject: Subject) throws {
    let store = try prepared(subject)
    try store.transaction { change in
      try change.set(Hooked.one, to: 10)
      try change.set(Hooked.two, to: try change.get(Hooked.one) + 1)
      try change.remove(Hooked.one)
      try expect(try change.get(Hooked.one), is: 0, "A key removed in the transaction")
    }
    try expect(store.get(Hooked.two), is: 11, "The value")
  }

  private static func transactionIsHidden(_ subject: Subject) throws {
    let store = try prepared(subject)
    try store.transaction { change in
      try change.set(Hooked.one, to: 10)
      try change.set(Hooked.two, to: 10)
      try expectUnchanged(store)
    }
  }

  private static func throwingKeepsNone(_ subject: Subject) throws {
    let store = try prepared(subject)
    do {
      try store.transaction { change in
        try change.set(Hooked.one, to: 4)
        try change.remove(Hooked.two)
        try change.set(Sample.name, to: "Noah")
        throw Stop()
      }
      throw Broken("A transaction whose closure throws succeeds.")
    } catch is Stop {}
    try expectUnchanged(store)
  }

  private static func constraintKeepsAll(_ subject: Subject) throws {
    let store = try prepared(subject)
    try expectError(.constraint, from: "A transaction with a value out of range") {
      try store.transaction { change in
        try change.set(Hooked.one, to: 4)
        try change.set(Sample.limited, to: 11)
        try change.remove(Hooked.two)
      }
    }
    try expectUnchanged(store)
  }

  private static func vetoKeepsAll(_ subject: Subject) throws {
    let store = try prepared(subject)
    try Hooked.$hooks.withValue(.init(pre: { _ in throw Stop() })) {
      try expectError(.refused, from: "A transaction that a hook vetoes") {
        try store.transaction { change in
          try change.set(Sample.count, to: 1)
          try change.set(Hooked.one, to: 4)
        }
      }
    }
    try expectUnchanged(store)
  }

  private static func hookAddsAKey(_ subject: Subject) throws {
    let store = try prepared(subject)
    try Hooked.$hooks.withValue(.init(pre: { $0.amend(Hooked.two, to: 9) })) {
      try store.set(Hooked.one, to: 4)
    }
    try expect(store.get(Hooked.one), is: 4, "The key set")
    try expect(store.get(Hooked.two), is: 9, "The key that the hook added")
  }

  private static func oneNumber(_ subject: Subject) throws {
    let store = try prepared(subject)
    let log = Log()
    try Hooked.$hooks.withValue(.init(post: { log.add("\($0.changes.count)") })) {
      try store.transaction { change in
        try change.set(Hooked.one, to: 4)
        try change.set(Hooked.two, to: 5)
      }
    }
    try expect(log.lines, is: ["2"], "The changes of each commit received")
  }

  private static func twinsInOneCommit(_ subject: Subject) throws {
    let store = try subject.fresh()
    let keys = ["\u{E9}", "e\u{301}"].map { Key<Root, Int>(StorageString($0), default: -1) }
    try store.transaction { change in
      for (index, key) in keys.enumerated() { try change.set(key, to: index) }
    }
    try expect(keys.map { store.get($0) }, is: [0, 1], "The values")
  }

  private static func thousandKeys(_ subject: Subject) throws {
    let store = try subject.fresh()
    let keys = (0..<1_000).map { Key<Sample, Int>("key \($0)", default: -1) }
    do {
      try store.transaction { change in
        for (index, key) in keys.enumerated() { try change.set(key, to: index) }
      }
    } catch let error as StoreError where error.code == .unsupported {
      // Services limit what one transaction may touch.
      return try expect(try store.storedKeys(), is: [], "The list")
    }
    try expect(try store.storageStrings().count, is: 1_000, "The number of names")
    for (index, key) in keys.enumerated() {
      try expect(store.get(key), is: index, "The value of '\(key)'")
    }
  }

  private static func transfersKeepTheSum(_ subject: Subject) async throws {
    let store = try prepared(subject)
    try await concurrently(4) { thread in
      for turn in 0..<10 {
        let sum = try store.transaction { change in
          try change.update(Hooked.one) { $0 -= thread + turn }
          try change.update(Hooked.two) { $0 += thread + turn }
          return try change.get(Hooked.one) + change.get(Hooked.two)
        }
        try expect(sum, is: 6, "The sum inside a transaction")
      }
    }
    try expect(store.get(Hooked.one) + store.get(Hooked.two), is: 6, "The sum at the end")
    try expect(store.get(Hooked.one), is: -237, "The first key's value")
  }

  private static func clearingIsOneCommit(_ subject: Subject) throws {
    let store = try prepared(subject)
    try store.set(Sample.count, to: 1)
    let log = Log()
    try Hooked.$hooks.withValue(.init(post: { log.add("\($0.changes.count)") })) {
      try store.clear(Hooked.self)
    }
    try expect(try store.storedKeys(), is: ["sample:count"], "The list")
    try expect(log.lines, is: ["2"], "The changes of each commit received")
  }

  private static func removingEverything(_ subject: Subject) throws {
    let store = try prepared(subject)
    do {
      try store.removeEverything()
      try expect(try store.storedKeys(), is: [], "The list")
      try expect(store.get(Hooked.one), is: 0, "A removed value")
    } catch let error as StoreError where error.code == .unsupported {
      try expectUnchanged(store)
    }
  }

  private static func unencodableKeepsAll(_ subject: Subject) throws {
    let store = try prepared(subject)
    try expectError(.unencodable, from: "A transaction with a value without a stored form") {
      try store.transaction { change in
        try change.set(Hooked.one, to: 4)
        try change.set(Sample.fickle, to: Fickle(number: -1))
      }
    }
    try expectUnchanged(store)
  }

  private static func unreadableKeepsAll(_ subject: Subject) throws {
    let store = try subject.store(
      holding: Holding("sample:count", raw: "seven"), Holding(Hooked.one, 3))
    try expectError(.unreadable, from: "A transaction that reads a string as an integer") {
      try store.transaction { change in
        try change.set(Hooked.one, to: 4)
        _ = try change.get(Sample.count)
      }
    }
    try expect(store.get(Hooked.one), is: 3, "The other key's value")
    try expect(try store.stored("sample:count"), is: "seven", "The stored form")
  }
}
