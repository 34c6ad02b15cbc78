import KeywrightTestSupport
import Testing

@testable import KeywrightSchema

/// Locks whose lines two branches brought, in the order in which a merge leaves them.
@Suite("A merged lock")
struct MergedLockTests {
  private func text(releases: [String], keys: [(name: String, release: String)]) -> String {
    func list(_ lines: [String]) -> String { (lines + ["{}"]).joined(separator: ",\n") }
    return """
      { "keywright": 1, "readers": "newer",
      "releases": [\(list(releases.map { "{\"release\": \"\($0)\"}" }))],
      "keys": [\(list(keys.map {
        "{\"key\": \"\($0.name)\", \"in\": \"\($0.release)\", \"name\": \"N.\($0.name)\", \"type\": \"Int?\"}"
      }))],
      "retired": [{}] }
      """
  }

  private func lock(_ text: String) throws -> KeyLock {
    try #require(LockReader.read(SourceFile(path: "keys.lock.json", text: text)).lock)
  }

  @Test(
    "is the same in whatever order its lines came, and has its releases by version",
    arguments: [
      ["1.0", "1.1", "2.0"], ["0.9", "0.10", "0.10.1", "1"], ["2024", "2025.1", "2025.10"],
    ])
  func order(releases: [String]) throws {
    let keys = releases.flatMap { release in ["n:a", "n:b"].map { ($0, release) } }
    let expected = try lock(text(releases: releases, keys: keys))
    #expect(expected.releases == releases)
    var generator = SeededGenerator(seed: SeededGenerator.seed)
    for _ in 0..<50 {
      let merged = try lock(
        text(
          releases: releases.shuffled(using: &generator), keys: keys.shuffled(using: &generator)))
      #expect(merged.text == expected.text)
    }
  }

  @Test(
    "with names that are no versions has each release behind the one before it, whatever order the lines have"
  )
  func predecessors() throws {
    func released(_ names: [String], _ lock: KeyLock) throws -> KeyLock {
      var lock = lock
      for name in names {
        lock.release(
          name, with: KeyInventory(try Evolution(Evolution.keys(#""a": { "type": "Int?" }"#)).model)
        )
      }
      return lock
    }
    let base = try released(["1.0", "spring"], KeyLock())
    let fixed = try released(["spring fix"], base)
    var merged = try released(["2.0", "autumn"], base)
    merged.releases += fixed.releases.filter { !merged.releases.contains($0) }
    merged.after.merge(fixed.after) { one, _ in one }
    let expected = ["1.0", "spring", "spring fix", "2.0", "autumn"]
    // One before all versions has none before it.
    let named = try released(["alpha", "1.0", "1.1", "2.0"], KeyLock())
    #expect(
      try lock(
        named.text.replacing("\"1.1\"}", with: "\"X\"}").replacing("\"2.0\"}", with: "\"1.1\"}")
          .replacing("\"X\"}", with: "\"2.0\"}")
      ).releases == named.releases)
    var generator = SeededGenerator(seed: SeededGenerator.seed)
    for _ in 0..<50 {
      merged.releases.shuffle(using: &generator)
      let read = try lock(merged.text)
      #expect(read.releases == expected)
      #expect(read.text.contains(#"{"release": "autumn", "after": "2.0"}"#))
    }
    // Two that name each other have no place.
    merged.after["spring"] = ["spring fix"]
    #expect(Set(try lock(merged.text).releases) == Set(expected))
  }

  @Test("with a name that is no version has its releases in the order of the lines")
  func names() throws {
    let releases = ["spring", "1.0", "autumn"]
    let lock = try lock(text(releases: releases, keys: releases.reversed().map { ("n:a", $0) }))
    #expect(lock.releases == releases)
    #expect(lock.keys.map(\.release) == releases)
  }
}
