import Foundation
import KeywrightSchema
import Testing

@testable import keywright_cli

/// The JSON Schema for editors, generated from the grammar.
@Suite("Schema of schemas")
struct SchemaOfSchemasTests {
  static let file = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Schemas/keywright.schema.json")

  @Test("The committed file is the one that the grammar gives")
  func isPresent() throws {
    let text = SchemaOfSchemas.text()
    if ProcessInfo.processInfo.environment["KEYWRIGHT_UPDATE_GOLDEN"] == "1" {
      try Data(text.utf8).write(to: Self.file)
    }
    #expect(String(decoding: try Data(contentsOf: Self.file), as: UTF8.self) == text)
  }

  @Test("Every word of the language is explained in one sentence")
  func everyWordIsExplained() {
    for place in ObjectKind.allCases {
      for word in place.keywords {
        #expect(word.summary.hasSuffix("."), "\(word.name)")
        #expect(word.summary.count > 10, "\(word.name)")
      }
    }
  }

  @Test("The language has the words of its design, and no others")
  func words() {
    let namespace: Set = [
      "id", "title", "summary", "discussion", "access", "values", "types", "preCommit",
      "postCommit", "keys",
      "namespaces", "former", "moves", "reserved", "erased", "suppress", "flat",
    ]
    let key: Set = [
      "type", "default", "title", "summary", "discussion", "id", "storageString",
      "processing",
      "range", "length", "pattern", "allowed", "outside",
      "willChange",
      "didChange", "coding", "parameters", "sensitivity", "deprecated",
      "expires", "former", "moves", "migrate", "revision", "defaultFor",
      "store", "ttl", "maxAge", "keychain", "unit",
      "group", "example",
      "suppress",
    ]
    func names(_ place: ObjectKind) -> Set<String> {
      Set(place.keywords.map(\.name))
    }
    #expect(names(.namespace) == namespace)
    #expect(
      names(.file)
        == namespace.union(["$schema", "version", "namespace", "environmentPrefix", "imports"]))
    #expect(names(.key) == key)
  }
}
