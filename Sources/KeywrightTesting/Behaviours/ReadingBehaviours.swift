import Keywright

extension StoreConformance {
  private static let part = Part(name: "reading", scope: .supporting(.reading))

  static let readingBehaviours = [
    part("nothing stored gives the default", nothingGivesTheDefault),
    part("nothing stored is nil for an optional key", nothingIsNil),
    part("nothing stored reads as nil", nothingReadsAsNil),
    part("nothing stored is not contained", nothingIsNotContained),
    part("a new store lists nothing", newStoreListsNothing),
    part("reading stores nothing", readingStoresNothing),
    part("a stored value is given", storedValueIsGiven),
    part("a stored value is given again", storedValueIsGivenAgain),
    part("a stored value that equals the default is contained", storedDefaultIsContained),
    part("each type is given as it was stored", eachTypeIsGiven),
    part("an empty string is a value", emptyStringIsAValue),
    part("every stored string is listed once, and no other", stringsAreListed),
    part("the list is sorted by bytes", listIsSorted),
    part("a string that begins like another is another", prefixesAreApart),
    part("a value that was read is still the stored one", readsAgree),
    part("many threads read the same", threadsReadTheSame),
    part("earlier values are listed, or said to be unsupported", historyIsAnswered),
  ]

  private static func nothingGivesTheDefault(_ subject: Subject) throws {
    try expect(try subject.store().get(Sample.count), is: 7, "The value of a key never stored")
  }

  private static func nothingIsNil(_ subject: Subject) throws {
    try expect(try subject.store().get(Sample.note), is: nil, "The value of a key never stored")
  }

  private static func nothingReadsAsNil(_ subject: Subject) throws {
    try expect(try subject.store().read(Sample.count), is: nil, "The result of `read`")
  }

  private static func nothingIsNotContained(_ subject: Subject) throws {
    try expect(try subject.store().contains(Sample.count), is: false, "`contains`")
  }

  private static func newStoreListsNothing(_ subject: Subject) throws {
    try expect(try subject.store().storedKeys(), is: [], "The list of a new store")
  }

  private static func readingStoresNothing(_ subject: Subject) throws {
    let store = try subject.store()
    _ = store.get(Sample.count)
    _ = store.get(Sample.note)
    _ = store[Sample.list]
    try expect(try store.storedKeys(), is: [], "The list after reading")
  }

  private static func storedValueIsGiven(_ subject: Subject) throws {
    let store = try subject.store(holding: Holding(Sample.count, 3))
    try expect(store.get(Sample.count), is: 3, "The result of `get`")
    try expect(try store.read(Sample.count), is: 3, "The result of `read`")
    try expect(try store.contains(Sample.count), is: true, "`contains`")
  }

  private static func storedValueIsGivenAgain(_ subject: Subject) throws {
    let store = try subject.store(holding: Holding(Sample.name, "Noah"))
    for _ in 0..<3 { try expect(store.get(Sample.name), is: "Noah", "The result of `get`") }
  }

  private static func storedDefaultIsContained(_ subject: Subject) throws {
    let store = try subject.store(holding: Holding(Sample.count, 7))
    try expect(try store.contains(Sample.count), is: true, "`contains`")
    try expect(try store.read(Sample.count), is: 7, "The result of `read`")
  }

  private static func eachTypeIsGiven(_ subject: Subject) throws {
    let store = try subject.store(
      holding: Holding(Sample.count, .min), Holding(Sample.name, "e\u{301}"),
      Holding(Sample.ratio, -0.25),
      Holding(Sample.flag, true), Holding(Sample.list, [3, 1, 2]), Holding(Sample.Group.item, .max))
    try expect(store.get(Sample.count), is: .min, "The smallest integer")
    try expect(Array(store.get(Sample.name).utf8), is: [0x65, 0xCC, 0x81], "The string's bytes")
    try expect(store.get(Sample.ratio), is: -0.25, "The real")
    try expect(store.get(Sample.flag), is: true, "The boolean")
    try expect(store.get(Sample.list), is: [3, 1, 2], "The array")
    try expect(store.get(Sample.Group.item), is: .max, "The largest integer")
  }

  private static func emptyStringIsAValue(_ subject: Subject) throws {
    let store = try subject.store(holding: Holding(Sample.name, ""), Holding(Sample.list, []))
    try expect(try store.read(Sample.name), is: "", "The result of `read`")
    try expect(try store.read(Sample.list), is: [], "The result of `read` for an empty array")
  }

  private static func stringsAreListed(_ subject: Subject) throws {
    let store = try subject.store(holding: Holding(Sample.count, 1), Holding(Sample.Group.item, 2))
    try expect(
      try store.storageStrings().map(\.string).sorted(), is: ["sample:count", "sample:group:item"],
      "The list")
  }

  private static func listIsSorted(_ subject: Subject) throws {
    let store = try subject.store(
      holding: Holding(Sample.name, "b"), Holding(Sample.Group.item, 2), Holding(Sample.count, 1))
    try expect(
      try store.storedKeys(), is: ["sample:count", "sample:group:item", "sample:name"], "The list")
  }

  private static func prefixesAreApart(_ subject: Subject) throws {
    let names = ["a", "ab", "a:b", "a:b:c", "a%3Ab"]
    let keys = names.map { Key<Root, String>(StorageString($0), default: "") }
    let store = try subject.store(
      holding: Holding(keys[0], "0"), Holding(keys[1], "1"), Holding(keys[2], "2"),
      Holding(keys[3], "3"), Holding(keys[4], "4"))
    for (index, key) in keys.enumerated() {
      try expect(store.get(key), is: "\(index)", "The value of '\(key)'")
    }
  }

  private static func readsAgree(_ subject: Subject) throws {
    let store = try subject.store(holding: Holding(Sample.count, 3), Holding(Sample.name, "Noah"))
    for _ in 0..<2 {
      try expect(store.get(Sample.count), is: 3, "The integer")
      try expect(store.get(Sample.name), is: "Noah", "The string")
      try expect(store.read(Sample.count), is: 3, "The integer that `read` gives")
      try expect(store.read(Sample.other), is: nil, "A key never stored")
      let text = Key<Sample, String>("count", default: "default")
      try expect(store.get(text), is: "default", "An integer read as a string")
    }
  }

  private static func historyIsAnswered(_ subject: Subject) throws {
    for store in [try subject.store(), try subject.store(holding: Holding(Sample.count, 3))] {
      do throws(StoreError) {
        for earlier in try store.history { _ = try earlier.values().storageStrings() }
      } catch {
        try expect(error.code, is: .unsupported, "The code of the error of `history`")
      }
    }
  }

  private static func threadsReadTheSame(_ subject: Subject) async throws {
    let store = try subject.store(
      holding: Holding(Sample.count, 3), Holding(Sample.name, "Noah"), Holding(Sample.list, [1, 2]))
    try await concurrently(8) { _ in
      for _ in 0..<100 {
        try expect(store.get(Sample.count), is: 3, "The integer")
        try expect(store.get(Sample.name), is: "Noah", "The string")
        try expect(store.get(Sample.list), is: [1, 2], "The array")
        try expect(store.get(Sample.other), is: 0, "The missing value")
      }
    }
  }
}
