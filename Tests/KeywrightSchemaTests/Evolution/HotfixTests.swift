import KeywrightTestSupport
import Testing

@testable import KeywrightSchema

/// Two branches that each made a release, and the schemas after their merge.
@Suite("A merged hotfix")
struct HotfixTests {
  /// A version of schemas.
  private struct Version {
    /// The cases of an enum, and the fields of a struct, each with its words.
    var cases = ["a": "{}", "b": "{}"]
    var fields = ["x": "\"Int\"", "y": "\"Int?\""]
    var reserved: [String: [String]] = [:]
    var keys = [
      "e": #""type": "E", "default": "a""#, "s": #""type": "S?""#,
      "n": #""type": "Int32", "default": 1"#, "f": #""type": "Int?", "parameters": { "of": "E" }"#,
    ]

    var text: String {
      func object(_ words: [String: String]) -> String {
        words.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \($0.value)" }.joined(
          separator: ", ")
      }
      func gone(_ part: String) -> String {
        "\"reserved\": [\((reserved[part] ?? []).map { "\"\($0)\"" }.joined(separator: ", "))]"
      }
      let keys = keys.mapValues { "{ \($0) }" }
      return """
        { "version": 1, "namespace": "player", \(gone("keys")), "types": {
        "E": { "enum": { \(object(cases)) }, \(gone("cases")) },
        "S": { "struct": { \(object(fields)) }, \(gone("fields")) } },
        "keys": { \(object(keys)) } }
        """
        .replacing(", \"reserved\": []", with: "")
    }
  }

  private typealias Edit = @Sendable (inout Version) -> Void

  private static let edits: [(name: String, edit: Edit)] = [
    ("a case added", { $0.cases["c"] = "{}" }),
    (
      "a case renamed",
      {
        $0.cases["b"] = nil; $0.cases["d"] = #"{ "former": ["b"] }"#
      }
    ),
    (
      "a case removed",
      {
        $0.cases["b"] = nil; $0.reserved["cases"] = ["b"]
      }
    ),
    ("a field added", { $0.fields["z"] = "\"Int?\"" }),
    (
      "a field renamed",
      {
        $0.fields["y"] = nil; $0.fields["w"] = #"{ "type": "Int?", "former": ["y"] }"#
      }
    ),
    (
      "a field removed",
      {
        $0.fields["y"] = nil; $0.reserved["fields"] = ["y"]
      }
    ),
    ("another default", { $0.keys["n"]?.replace("1", with: "2") }),
    ("a default for new users", { $0.keys["n"]?.replace("1", with: "3, \"defaultFor\": \"new\"") }),
    ("a wider type", { $0.keys["n"]?.replace("Int32", with: "Int") }),
    ("a secret key", { $0.keys["n"]? += ", \"sensitivity\": \"secret\"" }),
    ("a key added", { $0.keys["k"] = "\"type\": \"Bool?\"" }),
    (
      "a key renamed",
      {
        $0.keys["g"] = $0.keys["e"].map { $0 + ", \"former\": [\"player:e\"]" }; $0.keys["e"] = nil
      }
    ),
    (
      "a key removed",
      {
        $0.keys["e"] = nil; $0.reserved["keys"] = ["e"]
      }
    ),
    ("nothing", { _ in }),
  ]

  /// What a build tells people of, but for the releases that it names.
  private static func told(_ text: String, _ lock: KeyLock) throws -> Set<[String]> {
    Set(
      try Evolution(text, lock: lock).changes.filter {
        // What one branch gave up, another one may have still.
        $0.level >= .warning && !($0.fate == .reused && $0.part == .key)
      }.map {
        [$0.fate.rawValue, $0.part.rawValue, $0.key, $0.from, $0.to]
      })
  }

  /// Every pair of edits on two branches, and schemas that have one of them or both: what a build would say of the
  /// releases of either branch alone is told of the merged lock, if the build of no release has told it.
  ///
  /// - Parameter change: Makes another lock of the merged one.
  private static func untold(_ change: (inout KeyLock) -> Void = { _ in }) throws -> [String] {
    let first = try Evolution(Version().text).released("1.0")
    var untold: [String] = []
    let pairs = edits.flatMap { hotfix in edits.map { (hotfix, $0) } }
    for (hotfix, main) in Search.part(of: pairs, each: 13) {
      var (fixed, own) = (Version(), Version())
      hotfix.edit(&fixed)
      main.edit(&own)
      var both = fixed
      main.edit(&both)
      let branches = try [
        Evolution(fixed.text, lock: first).released("1.1"),
        Evolution(own.text, lock: first).released("2.0"),
      ]
      let known = try told(fixed.text, first).union(told(own.text, first))
      var merged = branches[1]
      merged.releases.append("1.1")
      merged.after.merge(branches[0].after) { one, _ in one }
      merged.keys += branches[0].keys.filter { $0.release == "1.1" }
      merged.retired += branches[0].retired.filter { $0.release == "1.1" }
      merged.sort()
      change(&merged)
      for (name, today) in [("main", own), ("hotfix", fixed), ("both", both)] {
        guard let found = try? told(today.text, merged) else { continue }
        // The next release knows both.
        if found.isEmpty {
          let third = try Evolution(today.text, lock: merged).released("3.0")
          let again = try told(today.text, third)
          #expect(again.isEmpty, "\(hotfix.name), \(main.name), \(name): \(again)")
        }
        let missing = try branches.reduce(into: Set()) { $0.formUnion(try told(today.text, $1)) }
          .subtracting(found).subtracting(known)
        if !missing.isEmpty { untold.append("\(hotfix.name), \(main.name), \(name): \(missing)") }
      }
    }
    return untold
  }

  @Test("is told of as a release alone would be")
  func branches() throws {
    let untold = try Self.untold()
    #expect(untold.isEmpty, "\(untold.count): \(untold.prefix(12).joined(separator: "\n"))")
    // A lock that does not say what its releases were made after takes them for one row.
    #expect(try !Self.untold { $0.after = [:] }.isEmpty)
  }
}
