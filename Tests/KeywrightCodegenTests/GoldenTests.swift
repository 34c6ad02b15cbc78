import Foundation
import KeywrightCodegen
import KeywrightSchema
import KeywrightTestSupport
import Testing

/// The sample schemas' generated code, which the plugin compiles into this target, where tests run it.
/// `KEYWRIGHT_UPDATE_GOLDEN=1 swift test` writes what is kept of it again.
///
/// The code of a few samples is kept as files that a reviewer reads; of the others a digest shows that it is
/// another, on purpose or not.
@Suite("Golden files")
struct GoldenTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
  static let schemas = folder.appending(path: "Schemas")
  static let golden = folder.appending(path: "Golden")
  static let module = "KeywrightCodegenTests"
  /// The files that are kept as they are.
  static let reviewed = ["Player.keys", "Named.keys", "Families.keys", "Registry"].map {
    $0 + ".swift.txt"
  }

  /// The samples by their paths below this target.
  static func sources() throws -> [SourceFile] {
    let paths = try FileManager.default.subpathsOfDirectory(
      atPath: schemas.path(percentEncoded: false))
    return try paths.filter { $0.hasSuffix(".keys.json") }.sorted().map { path in
      let bytes = [UInt8](try Data(contentsOf: schemas.appending(path: path)))
      return SourceFile(path: path, name: "Schemas/\(path)", bytes: bytes)
    }
  }

  static func texts() throws -> [(name: String, text: String)] {
    let sources = try sources()
    let lock = [UInt8](try Data(contentsOf: folder.appending(path: KeyLock.fileName)))
    let output = Generator.output(
      of: sources, module: module,
      lock: LockRecord(SourceFile(path: KeyLock.fileName, bytes: lock)))
    #expect(output.diagnostics.isEmpty)
    let schemas = try #require(output.schemas)
    let names = sources.map { String($0.path.replacing("/", with: "+").dropLast(5)) + ".swift.txt" }
    let registry = try #require(output.registry)
    return zip(names + ["Registry.swift.txt"], schemas + [registry]).map {
      (name: $0, text: String(decoding: $1, as: UTF8.self))
    }
  }

  @Test("Generated code is the reviewed code")
  func equalsGolden() throws {
    let update = ProcessInfo.processInfo.environment["KEYWRIGHT_UPDATE_GOLDEN"] == "1"
    for (name, text) in try Self.texts() where Self.reviewed.contains(name) {
      let file = Self.golden.appending(path: name)
      if update {
        try Data(text.utf8).write(to: file)
      } else {
        let golden = String(decoding: try Data(contentsOf: file), as: UTF8.self)
        // Compared as lines: a failure should show the first that differs, not two whole files.
        let difference = zip(text.split(separator: "\n"), golden.split(separator: "\n"))
          .first { $0 != $1 }
        #expect(difference == nil, "\(name)")
        #expect(text.utf8.elementsEqual(golden.utf8), "\(name) differs in length or line ends")
      }
    }
  }

  @Test("The code of the other samples is the code whose digest was kept")
  func equalsDigest() throws {
    let file = Self.golden.appending(path: "Digests.txt")
    let digests = try Self.texts().filter { !Self.reviewed.contains($0.name) }.map {
      "\($0.name): \(digest(of: $0.text))\n"
    }.joined()
    if ProcessInfo.processInfo.environment["KEYWRIGHT_UPDATE_GOLDEN"] == "1" {
      try Data(digests.utf8).write(to: file)
    }
    #expect(digests == String(decoding: try Data(contentsOf: file), as: UTF8.self))
  }

  @Test("No generated line is too long where it could be broken, and none ends in a space")
  func isTidy() throws {
    // These are about words and literals that are wider than a line.
    let wide = ["Hostile", "Library", "Places"].map { $0 + ".keys.swift.txt" }
    for (name, text) in try Self.texts() {
      var isReportedAtSchema = false
      for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
        #expect(line.last != " ", "\(name)")
        // A declaration with a line of the schema is one line.
        if line.contains("#sourceLocation(") { isReportedAtSchema = line.contains("file:") }
        if isReportedAtSchema { continue }
        // A row of `allKeys` is one line of a literal.
        let isRow = line.drop { $0 == " " }.hasPrefix("{\"storageString\"")
        #expect(line.utf8.count <= 100 || isRow || wide.contains(name), "\(name): \(line)")
        #expect(!line.unicodeScalars.contains { $0.value < 0x20 }, "\(name)")
      }
      #expect(text.hasSuffix("}\n"))
      #expect(!text.contains("\n\n\n"))
    }
  }
}
