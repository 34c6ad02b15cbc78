import Keywright

extension StoreConformance {
  private static let part = Part(name: "writing", scope: .supporting(.writing))

  static let writingBehaviours = [
    part("a value set is given", setIsGiven),
    part("a value set is listed and contained", setIsListed),
    part("a second value replaces the first", setReplaces),
    part("setting one key leaves the others", othersStay),
    part("setting the default stores it", settingTheDefaultStores),
    part("a value of another type replaces the first", anotherTypeReplaces),
    part("nil removes", nilRemoves),
    part("removing gives the default again", removeGivesTheDefault),
    part("removing takes the key off the list", removeUnlists),
    part("removing nothing changes nothing", removingNothing),
    part("a removed key can be set again", removedIsSetAgain),
    part("an update sees what was set", updateSees),
    part("an update begins with the default", updateBeginsWithDefault),
    part("an in-place change is kept", inPlaceIsKept),
    part("a transaction of one key is kept", oneKeyTransaction),
    part("declared steps change the value kept", stepsApply),
    part("a large value is kept", largeValueIsKept),
    part("two new stores have nothing in common", storesAreApart),
    part("clearing a namespace takes its key and no other's", clearingTakesItsOwn),
    part("a lazy default is computed once", lazyDefaultOnce),
    part("a default persisted when missing is stored by the first read", defaultIsPersisted),
    part("removing earlier values leaves the present ones alone", removingHistory),
    part.forms("a key that moves later is written where its value is", movesLater),
    part.forms("setting replaces what was unreadable", setReplacesUnreadable),
    part.forms("removing takes what was unreadable", removeTakesUnreadable),
    part.forms("every stored form is written bit for bit", formsAreWritten),
    part.forms("a form replaces one that is almost the same", likeReplacesLike),
  ]

  private static func setIsGiven(_ subject: Subject) throws {
    let store = try subject.fresh()
    try store.set(Sample.count, to: 3)
    try expect(store.get(Sample.count), is: 3, "The result of `get`")
    try expect(try store.read(Sample.count), is: 3, "The result of `read`")
    try expect(store[Sample.count], is: 3, "The result of the subscript")
  }

  private static func setIsListed(_ subject: Subject) throws {
    let store = try subject.fresh()
    try store.set(Sample.name, to: "Noah")
    try expect(try store.contains(Sample.name), is: true, "`contains`")
    try expect(try store.storedKeys(), is: ["sample:name"], "The list")
  }

  private static func setReplaces(_ subject: Subject) throws {
    let store = try subject.fresh()
    for number in 1...5 {
      try store.set(Sample.count, to: number)
      try expect(store.get(Sample.count), is: number, "The value")
      try store.set(Sample.name, to: "\(number)")
      try expect(store.get(Sample.name), is: "\(number)", "The string")
    }
    try expect(try store.storedKeys(), is: ["sample:count", "sample:name"], "The list")
  }

  private static func othersStay(_ subject: Subject) throws {
    let store = try subject.store(holding: Holding(Sample.name, "Noah"), Holding(Sample.other, 4))
    try store.set(Sample.count, to: 3)
    try store.remove(Sample.other)
    try expect(store.get(Sample.name), is: "Noah", "The other value")
    try expect(store.get(Sample.count), is: 3, "The value set")
  }

  private static func settingTheDefaultStores(_ subject: Subject) throws {
    let store = try subject.fresh()
    try store.set(Sample.count, to: 7)
    try expect(try store.contains(Sample.count), is: true, "`contains` after setting the default")
  }

  private static func anotherTypeReplaces(_ subject: Subject) throws {
    let store = try subject.fresh()
    try store.set(Sample.count, to: 3)
    let text = Key<Sample, String>("count", default: "")
    try store.set(text, to: "three")
    try expect(store.get(text), is: "three", "The value")
    try store.set(Sample.count, to: 4)
    try expect(store.get(Sample.count), is: 4, "The value")
  }

  private static func nilRemoves(_ subject: Subject) throws {
    let store = try subject.store(holding: Holding(Sample.name, "Noah"))
    try store.set(Sample.note, to: "wet")
    try store.set(Sample.note, to: nil)
    try expect(store.get(Sample.note), is: nil, "The value after setting nil")
    try expect(try store.contains(Sample.note), is: false, "`contains` after setting nil")
    try expect(try store.storedKeys(), is: ["sample:name"], "The list after setting nil")
  }

  private static func removeGivesTheDefault(_ subject: Subject) throws {
    let store = try subject.store(holding: Holding(Sample.count, 3))
    _ = store.get(Sample.count)
    try store.remove(Sample.count)
    try expect(store.get(Sample.count), is: 7, "The value after removing")
    try expect(try store.read(Sample.count), is: nil, "The result of `read` after removing")
  }

  private static func removeUnlists(_ subject: Subject) throws {
    let store = try subject.store(holding: Holding(Sample.count, 3), Holding(Sample.name, "Noah"))
    try store.remove(Sample.count)
    try expect(try store.contains(Sample.count), is: false, "`contains` after removing")
    try expect(try store.storedKeys(), is: ["sample:name"], "The list after removing")
  }

  private static func removingNothing(_ subject: Subject) throws {
    let store = try subject.store(holding: Holding(Sample.name, "Noah"))
    try store.remove(Sample.count)
    try store.set(Sample.note, to: nil)
    try expect(try store.storedKeys(), is: ["sample:name"], "The list")
  }

  private static func removedIsSetAgain(_ subject: Subject) throws {
    let store = try subject.fresh()
    for number in 1...3 {
      try store.set(Sample.count, to: number)
      try store.remove(Sample.count)
    }
    try store.set(Sample.count, to: 9)
    try expect(store.get(Sample.count), is: 9, "The value")
    try expect(try store.storedKeys(), is: ["sample:count"], "The list")
  }

  private static func updateSees(_ subject: Subject) throws {
    let store = try subject.store(holding: Holding(Sample.count, 3), Holding(Sample.list, [1]))
    try store.update(Sample.count) { $0 *= 10 }
    try store.update(Sample.list) { $0.append(2) }
    try expect(store.get(Sample.count), is: 30, "The value")
    try expect(store.get(Sample.list), is: [1, 2], "The array")
  }

  private static func updateBeginsWithDefault(_ subject: Subject) throws {
    let store = try subject.fresh()
    let result = try store.update(Sample.count) { value in
      value += 1
      return "done"
    }
    try expect(store.get(Sample.count), is: 8, "The value")
    try expect(result, is: "done", "The return value of `update`")
  }

  private static func inPlaceIsKept(_ subject: Subject) throws {
    let store = try subject.fresh()
    store[Sample.count] += 2
    store[Sample.list].append(5)
    store[Sample.name] = "Noah"
    try expect(store.get(Sample.count), is: 9, "The value")
    try expect(store.get(Sample.list), is: [5], "The array")
    try expect(store.get(Sample.name), is: "Noah", "The string")
  }

  private static func oneKeyTransaction(_ subject: Subject) throws {
    let store = try subject.fresh()
    try store.transaction { change in
      try change.set(Sample.count, to: 3)
      try change.update(Sample.count) { $0 += 1 }
      _ = try change.get(Sample.name)
    }
    try expect(store.get(Sample.count), is: 4, "The value")
    try expect(try store.storedKeys(), is: ["sample:count"], "The list")
  }

  private static func stepsApply(_ subject: Subject) throws {
    let store = try subject.fresh()
    try store.set(Sample.stepped, to: 500)
    try expect(store.get(Sample.stepped), is: 10, "A value clamped to 0...10")
  }

  private static func largeValueIsKept(_ subject: Subject) throws {
    let store = try subject.fresh()
    let text = String(repeating: "0123456789abcdef", count: 1 << 16)
    try store.set(Sample.name, to: text)
    try expect(store.get(Sample.name) == text, "A string of 1 MB came back changed.")
  }

  private static func storesAreApart(_ subject: Subject) throws {
    let (one, two) = (try subject.fresh(), try subject.fresh())
    try one.set(Sample.count, to: 3)
    try expect(two.get(Sample.count), is: 7, "The value in another store")
    try expect(try two.storedKeys(), is: [], "The list of another store")
  }

  private static func clearingTakesItsOwn(_ subject: Subject) throws {
    let store = try subject.store(
      holding: Holding(Sample.Group.item, 1), Holding(Sample.Grouped.item, 2),
      Holding(Sample.count, 3))
    try store.clear(Sample.Group.self)
    try expect(try store.storedKeys(), is: ["sample:count", "sample:grouped:item"], "The list")
    try expect(store.get(Sample.Group.item), is: 0, "The value cleared")
  }

  private static func lazyDefaultOnce(_ subject: Subject) throws {
    let store = try subject.fresh()
    let log = Log()
    let key = Key<Sample, Int>(
      "lazy",
      descriptor: KeyDescriptor(
        default: .lazy {
          log.add("computed")
          return 5
        }))
    for _ in 0..<3 { try expect(store.get(key), is: 5, "The default") }
    try store.set(key, to: 6)
    try store.remove(key)
    try expect(store.get(key), is: 5, "The default after removing")
    try expect(log.lines, is: ["computed"], "How often it was computed")
  }

  private static func defaultIsPersisted(_ subject: Subject) throws {
    let store = try subject.fresh()
    let key = Key<Sample, Int>(
      "install", descriptor: KeyDescriptor(default: .lazy(persist: .whenMissing) { 41 }))
    try expect(store.get(key), is: 41, "The result of the first `get`")
    try expect(try store.read(key), is: 41, "The stored value then")
    try store.set(key, to: 42)
    try expect(store.get(key), is: 42, "The value set")
  }

  private static func setReplacesUnreadable(_ subject: Subject) throws {
    let store = try subject.store(holding: Holding("sample:count", raw: "seven"))
    try store.set(Sample.count, to: 3)
    try expect(try store.read(Sample.count), is: 3, "The result of `read`")
  }

  private static func removeTakesUnreadable(_ subject: Subject) throws {
    let store = try subject.store(holding: Holding("sample:count", raw: "seven"))
    try store.remove(Sample.count)
    try expect(try store.contains(Sample.count), is: false, "`contains` after removing")
  }

  private static func formsAreWritten(_ subject: Subject) throws {
    let store = try subject.fresh()
    let key = Holding.rawKey("form")
    for (label, form) in StoredForms.samples {
      try store.set(key, to: form)
      let found = try store.stored("form")
      try expect(found == form, "The stored form of \(label) is \(found.map { "\($0)" } ?? "nil").")
      try expect(store.get(key) == form, "`get` gives another value for \(label).")
    }
  }

  private static func movesLater(_ subject: Subject) throws {
    let store = try subject.fresh()
    try store.set(Sample.moving, to: 5)
    try expect(store.get(Sample.former), is: 5, "The value that a program of before reads")
    try store.set(Sample.former, to: 6)
    try expect(store.get(Sample.moving), is: 6, "The value that a program of before set")
    try store.update(Sample.moving) { $0 += 1 }
    try expect(try store.storedKeys(), is: ["sample:former"], "The list")

    try store.set(Sample.moved, to: store.get(Sample.moving))
    try store.remove(Sample.former)
    try expect(store.get(Sample.moving), is: 7, "The value that a later program has moved")
    try store.set(Sample.moving, to: 8)
    try expect(store.get(Sample.moved), is: 8, "The value that a later program reads")
    try expect(try store.storedKeys(), is: ["sample:moved"], "The list after the move")

    try store.remove(Sample.moving)
    try expect(store.get(Sample.moving), is: 0, "The value after a removal")
    try expect(try store.storedKeys(), is: [], "The list after a removal")
  }

  private static func removingHistory(_ subject: Subject) throws {
    let store = try subject.fresh()
    for number in 1...3 { try store.set(Sample.count, to: number) }
    try store.removeHistory()
    try expect(store.get(Sample.count), is: 3, "The present value")
    guard let history = try? store.history else {
      try expectError(.unsupported, from: "`history`") { _ = try store.history }
      return
    }
    try expect(history.count, is: 0, "The number of earlier values")
  }

  private static func likeReplacesLike(_ subject: Subject) throws {
    let store = try subject.fresh()
    let key = Holding.rawKey("form")
    let forms: [StoredValue] = [
      1, 1.0, true, 1, true, "1", .data([0x31]), "\u{E9}", "e\u{301}", "\u{E9}", 0.0, .real(-0.0),
      0,
      false, [1], [1.0], ["a": "\u{E9}"], ["a": "e\u{301}"], ["\u{E9}": 1], ["e\u{301}": 1],
      .date(secondsSince2001: 1), .date(secondsSince2001: 1.5), 1.5, .integer(1 << 53),
      .integer(1 << 53 | 1), .unsigned(.max), -1,
    ]
    for form in forms {
      try store.set(key, to: form)
      let found = try store.stored("form")
      try expect(found == form, "The form set is \(form), the one stored \(found ?? "nothing").")
    }
  }
}
