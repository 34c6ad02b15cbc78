import KeywrightSchema
import Testing

/// An acceptance is about what releases had stored before it.
@Suite("An accepted change")
struct AcceptanceTests {
  private static let number = Evolution.keys(#""a": { "type": "Int?" }, "k": { "type": "Int?" }"#)
  private static let text = Evolution.keys(#""a": { "type": "String?" }, "k": { "type": "Int?" }"#)
  private static let none = Evolution.keys(#""k": { "type": "Int?" }"#)

  /// The lock after a release whose errors were accepted.
  private func accepting(_ text: String, _ lock: KeyLock, _ release: String) throws -> KeyLock {
    var evolution = try Evolution(text, lock: lock)
    for change in evolution.changes where change.level == .error {
      evolution.lock.accept(change, because: "tried")
    }
    let changes = evolution.changes
    #expect(changes.allSatisfy { $0.level < .error || $0.reason == "tried" })
    evolution.lock.forgetAcceptances(except: changes)
    return evolution.released(release)
  }

  /// The kinds of the errors that are open after releases.
  private func open(_ releases: [String], _ today: String) throws -> [String] {
    var lock = KeyLock()
    for (number, text) in releases.enumerated() {
      lock = try accepting(text, lock, "\(number + 1)")
    }
    let text = SourceFile(path: "keys.lock.json", text: lock.text)
    let read = try #require(LockReader.read(text).lock)
    return try Evolution(today, lock: read).changes
      .filter { $0.level == .error && $0.reason == nil }.map(\.fate.rawValue)
  }

  @Test("holds in the releases that follow")
  func holds() throws {
    #expect(try open([Self.number, Self.text], Self.text) == [])
    #expect(try open([Self.number, Self.text, Self.text], Self.text) == [])
    #expect(try open([Self.number, Self.none], Self.none) == [])
  }

  @Test("ends when what it gave up is released again")
  func ends() throws {
    #expect(try open([Self.number, Self.none, Self.number], Self.number) == [])
    #expect(try open([Self.number, Self.none, Self.number], Self.none) == ["lost"])
    #expect(
      try open([Self.number, Self.none, Self.number, Self.none], Self.number) == ["reused"])
    #expect(try open([Self.number, Self.text, Self.number], Self.text) == ["unreadable"])
  }

  @Test("is forgotten if it is taken back before a release")
  func takenBack() throws {
    for change in [Self.none, Self.text] {
      var evolution = try Evolution(change, lock: try accepting(Self.number, KeyLock(), "1"))
      for change in evolution.changes where change.level == .error {
        evolution.lock.accept(change, because: "tried")
      }
      let lock = try accepting(Self.number, evolution.lock, "2")
      #expect(
        try Evolution(change, lock: lock).changes.contains {
          $0.level == .error && $0.reason == nil
        })
    }
  }

  @Test("leaves a key that comes back with a line of its second life")
  func secondLife() throws {
    let lock = try accepting(
      Self.number, accepting(Self.none, accepting(Self.number, KeyLock(), "1"), "2"), "3")
    #expect(lock.keys.filter { $0.storageString == "player:a" }.map(\.release) == ["1", "3"])
    #expect(KeyInventory(latestOf: lock).keys.map(\.key.storageString) == ["player:a", "player:k"])
  }
}
