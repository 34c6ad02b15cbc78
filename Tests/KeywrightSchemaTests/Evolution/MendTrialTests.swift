import Testing

@testable import KeywrightSchema

@Suite("A mend before it is printed")
struct MendTrialTests {
  /// A key that is gone, and a text that would mend it.
  private static let former = #""former": ["player:volume"]"#

  private func evolution() throws -> Evolution {
    try .from(
      Evolution.keys(#""volume": { "type": "Int", "default": 3 }"#),
      to: Evolution.keys(
        #""loudVolume": { "type": "Int", "default": 3, "id": "bee", "summary": "A number." }"#))
  }

  private func proven(_ texts: [String]) throws -> [String] {
    let evolution = try evolution()
    let found = try #require(evolution.changes.first)
    let mends = texts.map { Change.Mend(text: $0, effect: "…", place: found.place) }
    let change = Change(
      fate: found.fate, key: found.key, releases: found.releases, from: found.from, to: found.to,
      message: found.message, mends: mends, place: found.place)
    return MendTrial.proven(
      [change], of: [evolution.source], module: "App", lock: evolution.lock
    ).flatMap(\.mends).map { "\($0.effect) \($0.text)" }
  }

  @Test("is one that mends")
  func good() throws {
    #expect(try proven([Self.former]) == ["… \(Self.former)"])
    #expect(
      try proven([#""storageString": "player:volume""#]) == [
        #"in place of `id` … "storageString": "player:volume""#
      ])
  }

  @Test(
    "is none that is no JSON, that the checks refuse, that is there, or that leaves the error",
    arguments: [
      #""former": ["player:volume""#, #""former": ["player:bee"]"#, #""former": "a""#,
      #""summary": "A number.""#, #""summary": "Another number.""#, #""former": ["a"]"#,
    ])
  func bad(_ text: String) throws {
    #expect(
      try proven([text, Self.former]) == ["… \(Self.former)"])
    #expect(
      try proven([text]) == [
        #"is the only way to let this pass keywright lock --accept player:volume --because "…""#
      ])
  }

  @Test("is tried with the others of its kind, where there are many")
  func many() throws {
    let names = (0..<40).map { "\"c\($0)\"" }.joined(separator: ", ")
    let others = names.replacing("c", with: "d")
    let evolution = try Evolution.from(
      MeaningSample.type("\"enum\": [\(names)]"), to: MeaningSample.type("\"enum\": [\(others)]"))
    #expect(evolution.printed.split(separator: "\n").count { $0.contains("note:") } == 40)
  }

  @Test("is left out of the last of many errors, which are not said to have no other way out")
  func tooMany() throws {
    func keys(_ type: String, _ value: String) -> String {
      Evolution.keys(
        (0..<200).map { #""k\#($0)": { "type": "\#(type)", "default": \#(value) }"# }
          .joined(separator: ",\n"))
    }
    let evolution = try Evolution.from(keys("Int", "1"), to: keys("String", "\"a\""))
    let proven = MendTrial.proven(
      evolution.changes, of: [evolution.source], module: "App", lock: evolution.lock, work: 1)
    let errors = proven.filter { $0.level == .error }
    #expect(errors.count == 200)
    #expect(errors.contains { !$0.mends.isEmpty })
    #expect(errors.contains { $0.mends.isEmpty })
    #expect(errors.flatMap(\.mends).allSatisfy { !$0.text.contains("--accept") })
  }

  @Test("gives way to the words that leave an error", arguments: MeaningSample.all)
  func samples(_ sample: MeaningSample) throws {
    let evolution = try sample.evolution()
    for change in evolution.proven where change.level == .error {
      #expect(!change.mends.isEmpty, "\(change.message)")
    }
  }
}
