import Foundation
import Keywright
import Testing

/// The sample schema whose names are those of the library: that it compiles is most of the test.
@Suite("Names of the library")
struct LibraryNamesTests {
  @Test("The sample has every type of the library that generated code refers to")
  func isComplete() throws {
    let sources = GoldenTests.folder.deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Sources/KeywrightCodegen/Translation").path(percentEncoded: false)
    var names: Set<String> = []
    for path in try FileManager.default.subpathsOfDirectory(atPath: sources) {
      let text = String(
        decoding: try Data(contentsOf: URL(filePath: sources).appending(path: path)), as: UTF8.self)
      for match in text.matches(of: /runtime\("(\w+)"\)/) {
        names.insert(match.1.prefix(1).lowercased() + match.1.dropFirst())
      }
    }
    #expect(names.count > 10)
    let missing = names.filter { Library.Names(rawValue: $0) == nil }
    #expect(missing == [], "add them to Schemas/Library.keys.json")
  }

  @Test("Generated code means what it says under such names")
  func works() throws {
    let store = MemoryStore()
    let values = Library.Values(store)
    #expect(values.back == .two)
    values.back = .one
    #expect(store.get(Library.back) == .one)
    let stored: StoredValue = ["migration": ["encoder": ["decoder": "one", "new": 1]]]
    let unknown = try #require(Library.UnknownMembers.value(from: stored))
    #expect(unknown.migration?.encoder?.decoder == .one)
    #expect(try unknown.storedValue() == stored)
  }
}
