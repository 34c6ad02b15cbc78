import KeywrightSchema
import Testing

/// Releases with many of one thing: a comparison grows with their sizes, and quadratic ones would take many
/// minutes; see `SizeTests`.
@Suite("Sizes of releases", .timeLimit(.minutes(20)))
struct LockSizeTests {
  private func list(_ count: Int, _ element: (Int) -> String) -> String {
    (0..<count).map(element).joined(separator: ", ")
  }

  private func changes(from old: String, to new: String) throws -> [ChangeKind: Int] {
    Dictionary(grouping: try Evolution.from(old, to: new).changes, by: \.kind).mapValues(\.count)
  }

  @Test("Many renamed cases, with and without their former raw values")
  func cases() throws {
    let count = 5_000
    let old = MeaningSample.type("\"enum\": [\(list(count) { "\"c\($0)\"" })]")
    let new = "\"enum\": [\(list(count) { "\"d\($0)\"" })]"
    let former = "\"formerCases\": {\(list(count) { "\"c\($0)\": \"d\($0)\"" })}"
    #expect(
      try changes(from: old, to: MeaningSample.type("\(new), \(former)")) == [.caseAdded: count])
    #expect(try changes(from: old, to: MeaningSample.type(new)) == [.caseRemoved: count])
  }

  @Test("Many fields in place of others")
  func fields() throws {
    let count = 500
    func fields(_ name: String) -> String {
      "\"struct\": {\(list(count) { "\"\(name)\($0)\": \"Int?\"" })}"
    }
    let found = try changes(
      from: MeaningSample.type(fields("a")), to: MeaningSample.type(fields("b")))
    #expect(
      found.values.reduce(0, +) == count && found.keys.allSatisfy { $0.rawValue.hasPrefix("field") }
    )
  }

  @Test("Many former keys of one, which are dropped later", arguments: [false, true])
  func formerKeys(namesVariables: Bool) throws {
    let count = 3_000
    func keys(_ keys: String) -> String {
      let schema = Evolution.keys(keys)
      return namesVariables
        ? schema.replacing("\"version\": 1", with: "\"version\": 1, \"environmentPrefix\": \"APP\"")
        : schema
    }
    let first = keys(list(count) { "\"k\($0)\": { \"type\": \"Int?\" }" })
    let formers = list(count) { "\"player:k\($0)\"" }
    let second = keys("\"all\": { \"type\": \"Int?\", \"formerKeys\": [\(formers)] }")
    let third = keys("\"all\": { \"type\": \"Int?\" }")
    #expect(try changes(from: first, to: second) == [.keyMoved: count])
    let lock = try Evolution(
      second, lock: Evolution(first).released("1")
    ).released("2")
    let evolution = try Evolution(third, lock: lock)
    #expect(evolution.printed.split(separator: "\n").count == 2)
  }
}
