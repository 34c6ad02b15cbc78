import Testing

@testable import KeywrightSchema

/// Each way in which a key that is there has a storage string, beside each in which a schema says that it is gone: the
/// string of a value is never both.
@Suite("A string that is said to be gone")
struct GoneStringTests {
  /// The ways in which a key has the string `n:a`, or values below it: what stands in a file of its own.
  private static let users: [(words: String, isFamily: Bool)] = [
    (#""namespace": "n", "keys": { "a": { "type": "Int?" } }"#, false),
    (#""namespace": "m", "keys": { "b": { "type": "Int?", "storageString": "n:a" } }"#, false),
    (#""namespace": "m", "keys": { "b": { "type": "Int?", "former": ["n:a"] } }"#, false),
    (
      #""namespace": "m", "keys": { "b": { "type": "Int?", "former": ["n:a"], "moves": "later" } }"#,
      false
    ),
    (#""namespace": "m", "former": ["n"], "keys": { "a": { "type": "Int?" } }"#, false),
    (#""namespace": "n", "keys": { "a": { "type": "Int?", "parameters": { "i": "Int" } } }"#, true),
    (
      #""namespace": "m", "keys": { "b": { "type": "Int?", "parameters": { "i": "Int" }, "former": ["n:a"] } }"#,
      true
    ),
    (#""namespace": "m", "keys": { "b": { "type": "Int?", "former": ["n:a:1"] } }"#, true),
  ]

  /// The ways in which a file says that the string, or the family, is gone.
  private static let ends: [(words: String, ofFamily: Bool)] = [
    (#""namespace": "n", "reserved": ["a"]"#, false),
    (#""namespace": "n", "erased": ["a"]"#, false),
    (#""namespace": "n", "erased": ["a:*"]"#, true),
    (#""namespace": "o", "former": ["n"], "erased": ["a:*"]"#, true),
  ]

  private func rules(_ files: [String]) -> Set<String> {
    let sources = files.enumerated().map {
      SourceFile(path: "\($0).keys.json", text: #"{ "version": 1, \#($1) }"#)
    }
    return Set(SchemaChecker.check(sources, module: "App").diagnostics.map(\.message.name))
  }

  @Test("is an error beside each key that has it, and none beside another")
  func search() {
    var caught = 0
    for user in Self.users {
      #expect(rules([user.words]).isEmpty, "\(user.words)")
      for end in Self.ends {
        // A family's values are below its string, which one key may have had.
        let isBoth = user.isFamily == end.ofFamily || !user.words.contains(":1") && end.ofFamily
        let isOfFormerSpace = end.words.contains("former")
        let isPresent =
          user.words.contains(#""namespace": "n""#) || user.words.contains("storageString")
        guard isBoth, !(isOfFormerSpace && isPresent) else { continue }
        #expect(
          rules([user.words, end.words]).contains("reserved-id"),
          "\(user.words) beside \(end.words)")
        caught += 1
        let other = end.words.replacing(#"["a"#, with: #"["z"#)
        #expect(
          !rules([user.words, other]).contains("reserved-id"), "\(user.words) beside \(other)")
      }
    }
    #expect(caught > 15)
  }
}
