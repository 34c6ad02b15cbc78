import Keywright

extension StoreConformance {
  private static let part = Part(name: "durable", scope: .supporting([.durable, .writing]))
  private static let atomic = Part(name: "durable", scope: .supporting([.durable, .atomic]))

  static let durableBehaviours = [
    part("a value survives", valueSurvives),
    part("a removal survives", removalSurvives),
    part("the last value survives, not the first", lastValueSurvives),
    part("every name survives", namesSurvive),
    part("a large value survives", largeValueSurvives),
    part("a refused value leaves no trace", refusedLeavesNoTrace),
    part("a persisted default survives", persistedDefaultSurvives),
    part("opening an empty store stores nothing", openingStoresNothing),
    part("a store opened again can be written", reopenedIsWritable),
    part("fifty keys set one by one survive", manyKeysSurvive),
    part.forms("every stored form survives bit for bit", formsSurvive),
    part.forms("an unreadable value survives being read", unreadableSurvives),
    atomic("a transaction survives whole", transactionSurvives),
  ]

  private static func valueSurvives(_ subject: Subject) throws {
    let store = try subject.reopened {
      try $0.set(Sample.count, to: 3)
      try $0.set(Sample.name, to: "Noah")
    }
    try expect(store.get(Sample.count), is: 3, "The integer")
    try expect(store.get(Sample.name), is: "Noah", "The string")
    try expect(try store.storedKeys(), is: ["sample:count", "sample:name"], "The list")
  }

  private static func removalSurvives(_ subject: Subject) throws {
    let store = try subject.reopened {
      try $0.set(Sample.count, to: 3)
      try $0.set(Sample.note, to: "wet")
      try $0.set(Sample.name, to: "Noah")
      try $0.remove(Sample.count)
      try $0.set(Sample.note, to: nil)
    }
    try expect(try store.storedKeys(), is: ["sample:name"], "The list")
    try expect(store.get(Sample.count), is: 7, "A removed value")
  }

  private static func lastValueSurvives(_ subject: Subject) throws {
    let store = try subject.reopened {
      for number in 1...5 { try $0.set(Sample.count, to: number) }
    }
    try expect(store.get(Sample.count), is: 5, "The value")
  }

  private static func namesSurvive(_ subject: Subject) throws {
    let keys = StoredForms.hostileNames.map { Key<Root, Int>(StorageString($0), default: -1) }
    let store = try subject.reopened { store in
      for (index, key) in keys.enumerated() { try store.set(key, to: index) }
    }
    for (index, key) in keys.enumerated() {
      try expect(store.get(key), is: index, "The value of \(StoredValue.string(key.description))")
    }
    try expect(
      Set(try store.storageStrings()) == Set(keys.map(\.storageString)), "The list is another.")
  }

  private static func largeValueSurvives(_ subject: Subject) throws {
    let text = String(repeating: "0123456789abcdef", count: 1 << 16)
    let store = try subject.reopened { try $0.set(Sample.name, to: text) }
    try expect(store.get(Sample.name) == text, "A string of 1 MB came back changed.")
  }

  private static func refusedLeavesNoTrace(_ subject: Subject) throws {
    let store = try subject.reopened {
      try $0.set(Sample.limited, to: 4)
      _ = try? $0.set(Sample.limited, to: 11)
      _ = try? $0.set(Sample.fickle, to: Fickle(number: -1))
    }
    try expect(store.get(Sample.limited), is: 4, "The value")
  }

  private static func persistedDefaultSurvives(_ subject: Subject) throws {
    func key(_ number: Int) -> Key<Sample, Int> {
      Key(
        "install", descriptor: KeyDescriptor(default: .lazy(persist: .whenMissing) { number }))
    }
    let store = try subject.reopened { _ = $0.get(key(1)) }
    try expect(store.get(key(2)), is: 1, "The default that another process persisted")
  }

  private static func openingStoresNothing(_ subject: Subject) throws {
    let store = try subject.reopened { _ in }
    try expect(try store.storedKeys(), is: [], "The list")
    try expect(store.issues.map(\.code), is: [], "The issues")
  }

  private static func reopenedIsWritable(_ subject: Subject) throws {
    let store = try subject.reopened { try $0.set(Sample.count, to: 3) }
    try store.update(Sample.count) { $0 += 1 }
    try store.set(Sample.name, to: "Noah")
    try expect(store.get(Sample.count), is: 4, "The value updated")
    try expect(try store.storedKeys(), is: ["sample:count", "sample:name"], "The list")
  }

  private static func manyKeysSurvive(_ subject: Subject) throws {
    let keys = (0..<50).map { Key<Sample, Int>("key \($0)", default: -1) }
    let store = try subject.reopened { store in
      for (index, key) in keys.enumerated() { try store.set(key, to: index) }
    }
    for (index, key) in keys.enumerated() {
      try expect(store.get(key), is: index, "The value of '\(key)'")
    }
  }

  private static func formsSurvive(_ subject: Subject) throws {
    let keys = StoredForms.samples.indices.map { Holding.rawKey("form \($0)") }
    let store = try subject.reopened { store in
      for (key, sample) in zip(keys, StoredForms.samples) { try store.set(key, to: sample.form) }
    }
    for (key, sample) in zip(keys, StoredForms.samples) {
      let found = try store.stored(key.storageString)
      try expect(
        found == sample.form,
        "The stored form of \(sample.label) is \(found.map { "\($0)" } ?? "nil").")
    }
  }

  private static func unreadableSurvives(_ subject: Subject) throws {
    let open = try subject.place()
    let first = try open()
    try first.set(Holding.rawKey("sample:count"), to: "seven")
    subject.close(first)
    let second = try open()
    _ = second.get(Sample.count)
    _ = try? second.update(Sample.count) { $0 += 1 }
    subject.close(second)
    try expect(try open().stored("sample:count"), is: "seven", "The stored form")
  }

  private static func transactionSurvives(_ subject: Subject) throws {
    let store = try subject.reopened { store in
      try store.set(Sample.other, to: 1)
      try store.transaction { change in
        try change.set(Sample.count, to: 3)
        try change.set(Sample.name, to: "Noah")
        try change.remove(Sample.other)
      }
    }
    try expect(store.get(Sample.count), is: 3, "The integer")
    try expect(try store.storedKeys(), is: ["sample:count", "sample:name"], "The list")
  }
}
