import KeywrightSchema
import Testing

/// What another target of the package does with the values that a release of one has stored.
@Suite("Another target")
struct OtherTargetTests {
  private static let own = Evolution.keys(
    #""a": { "type": "Int?" }, "g": { "type": "Int?", "storageString": "player:gain:left" }"#)
  private static let gone = Evolution.keys(#""k": { "type": "Int?" }"#)
  private static let reserved =
    #"{ "version": 1, "namespace": "player", "reserved": ["a"], "keys": { "g": { "type": "Int?", "storageString": "player:gain:left" } } }"#

  /// The errors about one target, whose other one has a schema.
  private func errors(
    _ today: String, beside other: String, isReleased: Bool = false, areCompared: Bool = true
  ) throws -> [String] {
    let lock = try Evolution(Self.own).released("1")
    let keys = KeyInventory(try Evolution(other).model)
    let theirs = isReleased ? try Evolution(other).released("1") : nil
    return LockComparison.changes(
      from: lock, to: KeyInventory(try Evolution(today).model),
      others: OtherTargets(of: "App", areCompared: areCompared) {
        OtherTargets.Index([("Other", keys, theirs)])
      }
    ).filter { $0.level == .error }.map { "\($0.fate.rawValue) \($0.key)" }
  }

  @Test(
    "takes nothing that this one reads",
    arguments: [
      (#""keys": { "b": { "type": "Int?", "former": ["player:a"] } }"#, "player:a"),
      (#""former": ["player"], "keys": { "a": { "type": "Int?" } }"#, "player:a"),
      (
        #""keys": { "b": { "type": "Int?", "storageString": "player:gain", "parameters": { "of": "String" } } }"#,
        "player:gain:left"
      ),
    ])
  func taken(_ words: String, _ key: String) throws {
    let other = "{ \"version\": 1, \"namespace\": \"other\", \(words) }"
    #expect(try errors(Self.own, beside: other) == ["lost \(key)"])
    #expect(try errors(Self.own, beside: other, areCompared: false).isEmpty)
  }

  @Test("removes nothing that this one reads")
  func swept() throws {
    let sweep =
      #"{ "version": 1, "namespace": "player", "erased": ["WHAT"] }"#
    #expect(
      try errors(Self.own, beside: sweep.replacing("WHAT", with: "a")) == ["lost player:a"]
    )
    #expect(
      try errors(
        Self.own,
        beside: sweep.replacing("WHAT", with: "gain:*")) == ["lost player:gain:left"])
    #expect(try errors(Self.own, beside: sweep.replacing("WHAT", with: "other")).isEmpty)
  }

  @Test(
    "is told what it takes, as is the one that loses it",
    arguments: [
      (
        #""keys": { "b": { "type": "Int?", "former": ["player:a"] } }"#,
        "target `Other` takes over `player:a` as a former key of `other:b`",
        "`other:b` takes over `player:a`, which the target `App` reads, too"
      ),
      (
        #""keys": { "b": { "type": "Int?", "storageString": "player:gain", "parameters": { "of": "String" } } }"#,
        "target `Other` reads `player:gain:left` as a value of the family `player:gain`",
        "the family `player:gain` reads `player:gain:left` as a value of its own, which"
      ),
      (
        #""namespaces": { "p": { "id": "q" } }"#, "", ""
      ),
    ])
  func told(_ words: String, _ loser: String, _ taker: String) throws {
    let other = "{ \"version\": 1, \"namespace\": \"other\", \(words) }"
    let taken = TakenValue.all(
      of: KeyInventory(try Evolution(Self.own).model),
      by: KeyInventory(try Evolution(other).model), named: "Other")
    #expect(taken.count == (loser.isEmpty ? 0 : 1))
    #expect(
      taken.allSatisfy {
        DiagnosticMessage.valueTaken($0).text.hasPrefix(loser)
          && DiagnosticMessage.valueTaken($0, from: "App").text.hasPrefix(taker)
      }, "\(taken)")
  }

  @Test("that has the same schema, by a link, takes nothing")
  func linked() throws {
    let renamed = Evolution.keys(#""b": { "type": "Int?", "former": ["player:a"] }"#)
    let found = try errors(renamed, beside: renamed)
    #expect(found == ["lost player:gain:left"])
    let keys = KeyInventory(try Evolution(renamed).model)
    #expect(TakenValue.all(of: keys, by: keys, named: "Other").isEmpty)
  }

  @Test("may have a key of one string")
  func shared() throws {
    #expect(try errors(Self.own, beside: Self.own).isEmpty)
    #expect(try errors(Self.reserved, beside: Self.own, isReleased: true).isEmpty)
  }

  @Test("that has a key now needs what was released of it")
  func moved() throws {
    let renamed =
      #"{ "version": 1, "namespace": "other", "keys": { "b": { "type": "Int?", "former": ["player:a", "player:gain:left"] } } }"#
    let both = ["lost player:a", "lost player:gain:left"]
    #expect(try errors(Self.gone, beside: Self.own) == both)
    #expect(try errors(Self.gone, beside: renamed) == both)
    #expect(try errors(Self.gone, beside: renamed, areCompared: false) == both)
    #expect(try errors(Self.reserved, beside: Self.own) == ["lost player:a"])
  }
}
