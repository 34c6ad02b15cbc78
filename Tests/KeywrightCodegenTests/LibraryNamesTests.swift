import Foundation
import Keywright
import KeywrightSchema
import Testing

@testable import KeywrightCodegen

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
      // No name in a schema begins with an underscore.
      for match in text.matches(of: /runtime\("([a-zA-Z]\w*)"\)/) {
        names.insert(match.1.prefix(1).lowercased() + match.1.dropFirst())
      }
    }
    #expect(names.count > 10)
    let missing = names.filter { Library.Names(rawValue: $0) == nil }
    #expect(missing == [], "add them to Schemas/Library.keys.json")
  }

  @Test("Every public name of the library is a name of every kind in the sample")
  func isCurrent() throws {
    let names = try Self.publicNames()
    #expect(names.count > 200)
    func words(_ path: String...) throws -> Set<String> {
      try Self.names(in: "Library.keys.json", at: path)
    }
    let keys = try words("keys")
    let parameters = try words("keys", "family", "parameters")
      .union(words("keys", "relatives", "parameters"))
    let spaces = try words("namespaces", "spaces", "namespaces")
    let fields = try words("types", "Fields", "struct")
    let advice: Comment = "add them to Schemas/Library.keys.json"
    #expect(names.filter { Library.Names(rawValue: $0) == nil } == [], advice)
    #expect(names.subtracting(fields) == [], advice)
    #expect(names.subtracting(parameters) == [], advice)
    // Reserved names have samples of their own among the diagnostics.
    #expect(names.subtracting(keys).filter { Self.isFree($0, asType: false) } == [], advice)
    // `Values` is the name of the struct that this namespace has.
    #expect(
      names.subtracting(spaces).subtracting(["values"]).filter {
        Self.isFree(SwiftName.capitalised($0), asType: true)
      }
        == [], advice)
  }

  @Test("Every word of Swift is a name of every kind in the samples")
  func keywords() throws {
    // A word that cannot begin in lower case can only name a type, and is reserved there.
    let words = SwiftKeywords.all.filter { $0.first?.isLowercase == true }.union(Self.contextual)
    let family = ["keys", "family", "parameters"]
    for (file, path) in [
      ("Landmines", ["keys"]), ("Landmines", ["types", "Words", "enum"]),
      ("Landmines", ["types", "Wordy", "struct"]), ("Library", family),
      ("Landmines", ["namespaces", "spaces", "namespaces"]),
    ] {
      let missing = words.subtracting(try Self.names(in: "\(file).keys.json", at: path))
      // As namespaces, some are names that Swift has.
      let reserved = missing.filter { !Self.isFree(SwiftName.capitalised($0), asType: true) }
      #expect(missing == (path.contains("spaces") ? reserved : []))
    }
  }

  /// The words that are words of Swift only in some places.
  private static let contextual: Set<String> = [
    "actor", "any", "associativity", "async", "consume", "convenience", "copy", "didSet", "discard",
    "distributed", "dynamic", "each", "final", "get", "indirect", "infix", "isolated", "lazy",
    "left", "macro", "mutating", "none", "nonmutating", "optional", "override", "package",
    "postfix", "precedence", "prefix", "protocol", "required", "right", "sending", "set", "some",
    "type", "unowned", "weak", "willSet",
  ]

  /// The names under a member of a sample schema.
  private static func names(in file: String, at path: [String]) throws -> Set<String> {
    let data = try Data(contentsOf: GoldenTests.schemas.appending(path: file))
    var value = try JSONSerialization.jsonObject(with: data)
    for name in path { value = try #require((value as? [String: Any])?[name], "\(name)") }
    return Set(value as? [String] ?? (value as? [String: Any])?.keys.map(\.self) ?? [])
  }

  private static func isFree(_ name: String, asType isType: Bool) -> Bool {
    NameCheck.reservation(of: name, isType: isType, module: "KeywrightCodegenTests") == nil
      && !(isType && NameCheck.isOfFoundation(name))
  }

  /// The names that the runtime declares as public, with a small first letter; without those that
  /// begin with an underscore, which no name of a schema does.
  private static func publicNames() throws -> Set<String> {
    let folder = GoldenTests.folder.deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Sources/Keywright").path(percentEncoded: false)
    let declaration =
      /public [a-z ()@]*(?:protocol|struct|class|enum|actor|typealias|func|var|let|associatedtype) +`?([a-zA-Z]\w*)/
    var names: Set<String> = []
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder)
    where path.hasSuffix(".swift") {
      let text = String(
        decoding: try Data(contentsOf: URL(filePath: folder).appending(path: path)), as: UTF8.self)
      for match in text.matches(of: declaration) {
        names.insert(match.1.prefix(1).lowercased() + match.1.dropFirst())
      }
    }
    return names
  }

  @Test("Generated code means what it says under such names")
  func works() throws {
    let store = MemoryStore()
    let values = Library.Values(store)
    #expect(values.back == .two)
    values.back = .one
    #expect(store.get(Library.back) == .one)
    let stored: StoredValue = ["migration": ["encoder": ["decoder": "one", "new": 1]]]
    let unknown = try #require(Library.UnknownMembersValue.value(from: stored))
    #expect(unknown.migration?.encoder?.decoder == .one)
    #expect(try unknown.storedValue() == stored)
  }
}
