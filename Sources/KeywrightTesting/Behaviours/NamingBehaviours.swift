import Keywright

extension StoreConformance {
  private static let part = Part(name: "names", scope: .supporting(.writing))

  static let namingBehaviours = [
    part("canonically equal names are two keys", twinsAreApart),
    part("names that differ in case are two keys", caseTwinsAreApart),
    part("names of 300 and 5,000 bytes are kept apart", longNamesAreApart),
    part("names that are paths stay in the store", pathsStayInside),
    part("any name can be set, listed and removed", anyName),
  ]

  private static func keys(_ names: [String]) -> [Key<Root, Int>] {
    names.map { Key(StorageString($0), default: -1) }
  }

  /// Sets each key to its index, and reads all of them.
  private static func expectApart(_ names: [String], _ subject: Subject) throws {
    let store = try subject.fresh()
    let keys = keys(names)
    for (index, key) in keys.enumerated() { try store.set(key, to: index) }
    for (index, key) in keys.enumerated() {
      try expect(store.get(key), is: index, "The value of \(quoted(key))")
    }
    let listed = Set(try store.storageStrings())
    try expect(listed == Set(keys.map(\.storageString)), "The list holds \(listed.count) names.")
  }

  private static func quoted(_ key: Key<Root, Int>) -> String {
    "\(StoredValue.string(key.description))"
  }

  private static func twinsAreApart(_ subject: Subject) throws {
    try expectApart(["\u{E9}", "e\u{301}", "\u{212B}", "\u{C5}", "A\u{30A}"], subject)
  }

  private static func caseTwinsAreApart(_ subject: Subject) throws {
    try expectApart(["key", "KEY", "Key", "stra\u{DF}e", "STRASSE"], subject)
  }

  private static func longNamesAreApart(_ subject: Subject) throws {
    let names = [300, 5_000].flatMap { count in
      ["a", "b"].map { String(repeating: "n", count: count - 1) + $0 }
    }
    try expectApart(names, subject)
  }

  private static func pathsStayInside(_ subject: Subject) throws {
    let names = ["..", "../x", "a/b", "/x", "a/../b", "./x", "x"]
    try expectApart(names, subject)
    try expect(try subject.fresh().storedKeys(), is: [], "The list of another store")
  }

  private static func anyName(_ subject: Subject) throws {
    let store = try subject.fresh()
    for (index, key) in keys(StoredForms.hostileNames).enumerated() {
      try expect(try store.contains(key), is: false, "`contains` for \(quoted(key)) before")
      try store.set(key, to: index)
      try expect(store.get(key), is: index, "The value of \(quoted(key))")
    }
    try expect(
      try store.storageStrings().count, is: StoredForms.hostileNames.count, "The number of names")
    for key in keys(StoredForms.hostileNames) {
      try store.remove(key)
      try expect(try store.contains(key), is: false, "`contains` for \(quoted(key)) after")
    }
    try expect(try store.storageStrings().count, is: 0, "The number of names left")
  }
}
