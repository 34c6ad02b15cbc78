import Keywright

extension StoreConformance {
  private static let part = Part(name: "reading", scope: .supporting(.reading))

  static let readingFormsBehaviours = [
    part.forms("a stored form is given bit for bit", formsAreExact),
    part.forms("an integer reads as a real of the same value", integerReadsAsReal),
    part.forms("a real with a fraction is not an integer", fractionIsNoInteger),
    part.forms("a boolean is not a number", booleanIsNoNumber),
    part.forms("reading with a wrong type leaves the right one", typesDoNotMix),
    part.forms("an unreadable value gives the default", unreadableGivesTheDefault),
    part.forms("an unreadable value is reported once", unreadableIsReportedOnce),
    part.forms("an unreadable value throws when read", unreadableThrows),
    part.forms("an unreadable value is contained", unreadableIsContained),
    part.forms("an unreadable value stays as it is", unreadableStays),
  ]

  private static func formsAreExact(_ subject: Subject) throws {
    for (label, form) in StoredForms.samples {
      let store = try subject.store(holding: Holding("form", raw: form))
      let found = try store.stored("form")
      try expect(found == form, "The stored form of \(label) is \(found.map { "\($0)" } ?? "nil").")
    }
  }

  private static func integerReadsAsReal(_ subject: Subject) throws {
    let store = try subject.store(holding: Holding("sample:ratio", raw: 3))
    try expect(try store.read(Sample.ratio), is: 3, "The integer 3 read as a real")
  }

  private static func fractionIsNoInteger(_ subject: Subject) throws {
    let store = try subject.store(holding: Holding("sample:count", raw: 1.75))
    try expectError(.unreadable, from: "Reading 1.75 as an integer") {
      _ = try store.read(Sample.count)
    }
  }

  private static func booleanIsNoNumber(_ subject: Subject) throws {
    let store = try subject.store(
      holding: Holding("sample:count", raw: true), Holding("sample:flag", raw: 1),
      Holding("sample:ratio", raw: true))
    try expectError(.unreadable, from: "Reading true as an integer") {
      _ = try store.read(Sample.count)
    }
    try expectError(.unreadable, from: "Reading 1 as a boolean") { _ = try store.read(Sample.flag) }
    try expectError(.unreadable, from: "Reading true as a real") {
      _ = try store.read(Sample.ratio)
    }
  }

  private static func typesDoNotMix(_ subject: Subject) throws {
    let store = try subject.store(holding: Holding(Sample.count, 3), Holding(Sample.name, "Noah"))
    let real = Key<Sample, Double>("count", default: 0)
    let list = Key<Sample, [Int]>("name", default: [9])
    for _ in 0..<3 {
      try expect(store.get(real), is: 3, "The integer as a real")
      try expect(store.get(Sample.count), is: 3, "The integer")
      try expect(store.get(list), is: [9], "The string as an array")
      try expect(store.get(Sample.name), is: "Noah", "The string")
    }
  }

  private static func unreadableGivesTheDefault(_ subject: Subject) throws {
    let store = try subject.store(holding: Holding("sample:count", raw: "seven"))
    try expect(store.get(Sample.count), is: 7, "The value of a key that holds a string")
  }

  private static func unreadableIsReportedOnce(_ subject: Subject) throws {
    let store = try subject.store(holding: Holding("sample:count", raw: "seven"))
    for _ in 0..<3 { _ = store.get(Sample.count) }
    let codes = store.issues.map { "\($0.code) \($0.storageString ?? "")" }
    try expect(codes, is: ["unreadable sample:count"], "The list of issues")
  }

  private static func unreadableThrows(_ subject: Subject) throws {
    let store = try subject.store(holding: Holding("sample:count", raw: "seven"))
    try expectError(.unreadable, from: "Reading a string as an integer") {
      _ = try store.read(Sample.count)
    }
  }

  private static func unreadableIsContained(_ subject: Subject) throws {
    let store = try subject.store(holding: Holding("sample:count", raw: "seven"))
    try expect(try store.contains(Sample.count), is: true, "`contains`")
    try expect(try store.storedKeys(), is: ["sample:count"], "The list")
  }

  private static func unreadableStays(_ subject: Subject) throws {
    let store = try subject.store(holding: Holding("sample:count", raw: "seven"))
    _ = store.get(Sample.count)
    try expect(try store.stored("sample:count"), is: "seven", "The stored form after `get`")
  }
}
