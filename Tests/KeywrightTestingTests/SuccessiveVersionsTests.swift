import Keywright
import Testing

/// Ten versions of one program, each with another name for its key.
@Suite("Ten successive versions")
struct SuccessiveVersionsTests {
  private static let last = 9

  private static func key(_ version: Int) -> Key<Root, Int?> {
    Key(StorageString("app:value\(version)"))
  }

  /// The migrations of a version: from all earlier names, the newest first.
  private static func migrations(_ version: Int) -> [Migration] {
    let formers = (0..<version).reversed().map { "app:value\($0)" }
    return formers.isEmpty ? [] : [Migration(from: formers, to: key(version))]
  }

  @Test("end in the same values, in one go and step by step", arguments: 0..<last)
  func versions(start: Int) throws {
    func store() throws -> MemoryStore {
      let store = MemoryStore()
      try store.set(Self.key(start), to: 100 + start)
      return store
    }
    let inOneGo = try store()
    try inOneGo.migrate(Self.migrations(Self.last))
    let stepByStep = try store()
    for version in start + 1...Self.last { try stepByStep.migrate(Self.migrations(version)) }
    for store in [inOneGo, stepByStep] {
      #expect(store.get(Self.key(Self.last)) == 100 + start)
      #expect(try store.storedKeys() == ["app:value\(Self.last)"])
      #expect(try store.migrate(Self.migrations(Self.last)) == MigrationReport())
    }
  }
}
