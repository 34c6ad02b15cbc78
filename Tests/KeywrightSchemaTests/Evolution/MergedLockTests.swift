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

  @Test("with a name that is no version has its releases in the order of the lines")
  func names() throws {
    let releases = ["spring", "1.0", "autumn"]
    let lock = try lock(text(releases: releases, keys: releases.reversed().map { ("n:a", $0) }))
    #expect(lock.releases == releases)
    #expect(lock.keys.map(\.release) == releases)
  }
}
