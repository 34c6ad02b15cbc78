import KeywrightSchema
import Testing

@Suite("A change of a schema")
struct ChangeTests {
  @Test("is reported with its mend", arguments: ChangeSample.all)
  func report(_ sample: ChangeSample) throws {
    let printed = try Evolution.from(sample.old, to: sample.new).printed
    #expect(printed == sample.printed, "\(printed)")
  }

  static let first = #""length": { "type": "Int", "default": 5 }"#
  static let second =
    #""time": { "type": "Duration", "default": 5, "former": ["player:length"], "migrate": "Times.seconds" }"#

  /// What a build says of a third version, after releases of the first and the second.
  private func printed(after second: String, _ third: String) throws -> String {
    let lock = try Evolution(Evolution.keys(Self.first)).released("1.0")
    let later = try Evolution(Evolution.keys(second), lock: lock).released("2.0")
    return try Evolution(third, lock: later).printed
  }

  @Test("of the name of a key that a function converts: it keeps its storage string")
  func renamedAfterFunction() throws {
    let third = Self.second.replacing("time", with: "duration", maxReplacements: 1)
    #expect(
      try printed(after: Self.second, Evolution.keys(third)) == """
        A.keys.json:2:1: error: `player:time` of release 2.0 seems to be `player:duration` now: users lose the values stored under the old name [lost]
        A.keys.json:2:1: note: `"storageString": "player:time"` in `duration` leaves the values where they are: `migrate` converts those of `former`
        A.keys.json:1:31: note: `"reserved": ["time"]` otherwise says that it is gone, and keeps its name from other keys

        """)
    let mended = third.replacing("{ ", with: #"{ "storageString": "player:time", "#)
    #expect(
      try printed(after: Self.second, Evolution.keys(mended)) == """
        A.keys.json:2:1: note: `player:time` is called `Player.duration` in Swift, and was `Player.time` [source]

        """)
  }

  @Test("of the namespace of a key that a function converts: it keeps its storage string")
  func movedAfterFunction() throws {
    let moved = Evolution.keys(Self.second).replacing(
      #""namespace": "player""#, with: #""namespace": "audio.player", "former": ["player"]"#)
    #expect(
      try printed(after: Self.second, moved) == """
        A.keys.json:2:1: error: `player:time` of release 2.0 seems to be `audio:player:time` now: users lose the values stored under the old name [lost]
        A.keys.json:2:1: note: `"storageString": "player:time"` in `time` leaves the values where they are: `migrate` converts those of `former`
        A.keys.json:1:1: note: `{ "version": 1, "namespace": "player", "reserved": ["time"] }` otherwise as a file of its own says that it is gone, and keeps its name from other keys

        """)
  }

  @Test("that gives a function former keys of two types is an error")
  func twoTypesForOneFunction() throws {
    let own = Self.second.replacing("time", with: "duration", maxReplacements: 1)
      .replacing("[", with: #"["player:time", "#)
    #expect(
      try printed(after: Self.second, Evolution.keys(own)) == """
        A.keys.json:2:1: note: `player:time` is now called `player:duration`: a program of release 2.0 that runs beside this one finds its values no longer [older-lost]
        A.keys.json:2:1: error: `migrate` of `player:duration` has made the values of `player:time`, and cannot convert those, too: they cannot be read [unreadable]
        A.keys.json:2:1: note: `"storageString": "player:time"` in `duration`, without it in `former`, leaves the values where they are: `migrate` converts those of `former`

        """)
    let another = own.replacing("Times.seconds", with: "Times.other")
    #expect(
      try printed(after: Self.second, Evolution.keys(another)) == """
        A.keys.json:2:1: note: `player:time` is now called `player:duration`: a program of release 2.0 that runs beside this one finds its values no longer [older-lost]
        A.keys.json:2:1: error: `migrate` of `player:duration` converts values of one type, and `player:time` was Duration, `player:length` Int: those values cannot be read [unreadable]
        A.keys.json:2:1: note: `"storageString": "player:time"` in `duration`, without it in `former`, leaves the values where they are: `migrate` converts those of `former`

        """)
    let other =
      #""time": { "type": "String", "default": "", "former": ["player:length"], "migrate": "Times.text" }"#
    let third =
      #""duration": { "type": "Duration", "default": 5, "former": ["player:time", "player:length"], "migrate": "Times.duration" }"#
    #expect(
      try printed(after: other, Evolution.keys(third)) == """
        A.keys.json:2:1: note: `player:time` is now called `player:duration`: a program of release 2.0 that runs beside this one finds its values no longer [older-lost]
        A.keys.json:2:1: error: `migrate` of `player:duration` converts values of one type, and `player:time` was String, `player:length` Int: those values cannot be read [unreadable]
        A.keys.json:2:1: note: `keywright lock --accept player:time --because "…"` lets it pass, once `store.migrate` with a `Migration(from:to:by:)` brings one of them along

        """)
  }

  @Test("of the store that a key came from, two releases ago")
  func formerStoreForgotten() throws {
    let first = #""token": { "type": "String?" }"#
    let second = #""token": { "type": "String?", "store": ["vault", "default"] }"#
    let third = #""token": { "type": "String?", "store": "vault" }"#
    let lock = try Evolution(Evolution.keys(first)).released("1.0")
    let later = try Evolution(Evolution.keys(second), lock: lock).released("2.0")
    #expect(
      try Evolution(Evolution.keys(third), lock: later).printed == "")
    #expect(try Evolution(Evolution.keys(second), lock: later).printed == "")
  }

  @Test("that came with a new name is reported once: when it was released, users have met it")
  func renamedBefore() throws {
    let first = #""length": { "type": "Int", "default": 1, "sensitivity": "secret" }"#
    let second = #""size": { "type": "Int", "default": 2, "former": ["player:length"] }"#
    let lock = try Evolution(Evolution.keys(first)).released("1.0")
    let later = try Evolution(Evolution.keys(second), lock: lock).released("2.0")
    #expect(try Evolution(Evolution.keys(second), lock: later).printed == "")
  }
}
