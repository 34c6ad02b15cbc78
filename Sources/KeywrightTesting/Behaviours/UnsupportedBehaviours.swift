import Keywright

/// The refusals that a store owes for the parts that it does not declare.
extension StoreConformance {
  private static let single = Part(name: "unsupported", scope: .singleKey)
  private static let readOnly = Part(name: "unsupported", scope: .readOnly)

  static let unsupportedBehaviours = [
    single("a transaction of several keys is refused whole", transactionIsRefused),
    single("a hook that adds a key is refused whole", addedKeyIsRefused),
    single("clearing several keys is a commit for each", clearingIsSeveralCommits),
    single("a veto of one key leaves it and clears the others", clearingGoesOn),
    single("nobody is called for a refused commit", refusalCallsNobody),
    single("the store can be written after such a refusal", writableAfterwards),
    readOnly("setting is refused", settingIsRefused),
    readOnly("removing is refused", removingIsRefused),
    readOnly("updating is refused", updatingIsRefused),
    readOnly("a transaction is refused", anyTransactionIsRefused),
    readOnly("clearing is refused", anyClearingIsRefused),
    readOnly("a default is given where it cannot be persisted", defaultIsGiven),
  ]

  private struct Veto: Error {}

  private static func transactionIsRefused(_ subject: Subject) throws {
    let store = try subject.store(holding: Holding(Sample.count, 3))
    try expectError(.unsupported, from: "A transaction of two keys") {
      try store.transaction { change in
        try change.set(Sample.count, to: 4)
        try change.set(Sample.name, to: "Noah")
      }
    }
    try expect(store.get(Sample.count), is: 3, "The first key's value")
    try expect(try store.storedKeys(), is: ["sample:count"], "The list")
  }

  private static func addedKeyIsRefused(_ subject: Subject) throws {
    let store = try subject.fresh()
    try Hooked.$hooks.withValue(.init(pre: { $0.amend(Hooked.two, to: 9) })) {
      try expectError(.unsupported, from: "A commit to which a hook adds a key") {
        try store.set(Hooked.one, to: 4)
      }
    }
    try expect(try store.storedKeys(), is: [], "The list")
  }

  private static func clearingIsSeveralCommits(_ subject: Subject) throws {
    let store = try subject.store(
      holding: Holding(Hooked.one, 1), Holding(Hooked.two, 2), Holding(Sample.count, 3))
    let log = Log()
    try Hooked.$hooks.withValue(.init(post: { log.add("\($0.changes.count)") })) {
      try store.clear(Hooked.self)
    }
    try expect(try store.storedKeys(), is: ["sample:count"], "The list")
    try expect(log.lines, is: ["1", "1"], "The changes of each commit received")
  }

  private static func clearingGoesOn(_ subject: Subject) throws {
    let store = try subject.store(
      holding: Holding(Hooked.one, 1), Holding(Hooked.two, 2))
    let hooks = Hooked.Hooks(pre: { commit in if commit[Hooked.one] != nil { throw Veto() } })
    let error = try Hooked.$hooks.withValue(hooks) {
      try expectError(.refused, from: "Clearing with a veto") { try store.clear(Hooked.self) }
    }
    try expect(try store.storedKeys(), is: ["hooked:one"], "The list")
    try expect(
      error.found?.contains("'hooked:one'") ?? false,
      "The error does not name the key that was not cleared: \(error)")
  }

  private static func refusalCallsNobody(_ subject: Subject) throws {
    let store = try subject.fresh()
    let key = LoggedKey(key: Sample.count, log: Log())
    try expectError(.unsupported, from: "A transaction of two keys") {
      try store.transaction { change in
        try change.set(key, to: 4)
        try change.set(Sample.name, to: "Noah")
      }
    }
    try expect(key.log.lines, is: [], "The calls of the key")
  }

  private static func writableAfterwards(_ subject: Subject) throws {
    let store = try subject.store(holding: Holding(Sample.count, 3), Holding(Sample.name, "Noah"))
    _ = try? store.transaction { change in
      try change.remove(Sample.count)
      try change.remove(Sample.name)
    }
    try store.set(Sample.count, to: 4)
    try expect(store.get(Sample.count), is: 4, "The value")
  }

  private static func expectRefused(
    _ subject: Subject, _ what: String, _ write: (any Store) throws -> Void
  ) throws {
    let store = try subject.store(holding: Holding(Sample.count, 3))
    try expectError(.readOnly, .unsupported, from: what) { try write(store) }
    try expect(store.get(Sample.count), is: 3, "The value")
    try expect(try store.storedKeys(), is: ["sample:count"], "The list")
  }

  private static func settingIsRefused(_ subject: Subject) throws {
    try expectRefused(subject, "Setting") { try $0.set(Sample.count, to: 4) }
    try expectRefused(subject, "Setting a new key") { try $0.set(Sample.name, to: "Noah") }
  }

  private static func removingIsRefused(_ subject: Subject) throws {
    try expectRefused(subject, "Removing") { try $0.remove(Sample.count) }
  }

  private static func updatingIsRefused(_ subject: Subject) throws {
    try expectRefused(subject, "Updating") { try $0.update(Sample.count) { $0 += 1 } }
  }

  private static func anyTransactionIsRefused(_ subject: Subject) throws {
    try expectRefused(subject, "A transaction") { store in
      try store.transaction { try $0.set(Sample.count, to: 4) }
    }
  }

  private static func anyClearingIsRefused(_ subject: Subject) throws {
    try expectRefused(subject, "Clearing") { try $0.clear(Sample.self) }
    try expectRefused(subject, "Removing everything") { try $0.removeEverything() }
  }

  private static func defaultIsGiven(_ subject: Subject) throws {
    let store = try subject.store()
    let key = Key<Sample, Int>(
      "install", descriptor: KeyDescriptor(default: .lazy(persist: .whenMissing) { 41 }))
    try expect(store.get(key), is: 41, "The default")
    try expect(try store.storedKeys(), is: [], "The list")
  }
}
