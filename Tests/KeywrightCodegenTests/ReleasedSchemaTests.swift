import Foundation
import KeywrightCodegen
import KeywrightSchema
import Testing

/// Schemas as people had them with a released version, and what was generated from them: the storage
/// strings with their forms, and the declarations that their programs name.
private struct ReleasedSchemas {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Released")
  let version: String
  var folder: URL { Self.folder.appending(path: version) }

  static var versions: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
      .filter { !$0.hasPrefix(".") }.sorted()
  }

  func sources() throws -> [SourceFile] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return try names.filter { $0.hasSuffix(".keys.json.txt") }.sorted().map { name in
      let bytes = [UInt8](try Data(contentsOf: folder.appending(path: name)))
      return SourceFile(path: String(name.dropLast(4)), bytes: bytes)
    }
  }

  func recorded() throws -> Set<String> {
    let text = try String(contentsOf: folder.appending(path: "promises.txt"), encoding: .utf8)
    return Set(text.split(separator: "\n").map(String.init))
  }

  /// The promises that the generator of today makes for them.
  func promises() async throws -> Set<String> {
    let lock = [UInt8](try Data(contentsOf: folder.appending(path: KeyLock.fileName + ".txt")))
    let output = Generator.output(
      of: try sources(), module: "KeywrightCodegenTests",
      lock: LockRecord(SourceFile(path: KeyLock.fileName, bytes: lock)))
    // A later generator may warn of more, and must not refuse.
    #expect(output.diagnostics.allSatisfy { $0.severity != .error }, "\(output.diagnostics)")
    let files = try #require(output.schemas) + [try #require(output.registry)]
    var promises: Set<String> = []
    for line in files.flatMap({ String(decoding: $0, as: UTF8.self).split(separator: "\n") }) {
      let text = line.trimmingCharacters(in: .whitespaces)
      if let key = text.firstMatch(of: /"storageString": ("[^"]*").*"form": ("[^"]*")/) {
        promises.insert("stores \(key.1) as \(key.2)")
      }
      let declaration = /((public|package) )?(static (var|func)|enum|struct|init|case|var) .*/
      // A statement's case ends in a colon.
      if !text.hasSuffix(":"), text.wholeMatch(of: declaration) != nil {
        promises.insert("declares \(text.hasSuffix(" {") ? String(text.dropLast(2)) : text)")
      }
    }
    return promises
  }

  /// Takes the samples of this target for what people have with the version of today.
  func record(_ samples: [String]) async throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: GoldenTests.folder.appending(path: KeyLock.fileName),
      to: folder.appending(path: KeyLock.fileName + ".txt"))
    for name in samples {
      let sample = try Data(contentsOf: GoldenTests.schemas.appending(path: name + ".keys.json"))
      try sample.write(to: folder.appending(path: name + ".keys.json.txt"))
    }
    let text = try await promises().sorted().map { $0 + "\n" }.joined()
    try Data(text.utf8).write(to: folder.appending(path: "promises.txt"))
  }
}

/// A schema that does not change gives the same storage strings, forms and declarations in every later
/// version. Before a version is tagged, run this suite with `KEYWRIGHT_RECORD_RELEASE=1` once; the files
/// of a version that is tagged never change again.
@Suite("Schemas of every released version")
struct ReleasedSchemaTests {
  private static let samples = [
    "Constraints", "Evolved", "Families", "Migrations", "Named", "Player", "Types", "Vocabulary",
  ]

  @Test(
    "the version of today is among them",
    .enabled(if: !isRecording, "KEYWRIGHT_RECORD_RELEASE is set"))
  func present() {
    #expect(ReleasedSchemas.versions.contains(KeywrightVersion.current))
  }

  @Test(
    "mean what they meant", .enabled(if: !isRecording, "KEYWRIGHT_RECORD_RELEASE is set"),
    arguments: ReleasedSchemas.versions)
  func promises(version: String) async throws {
    let schemas = ReleasedSchemas(version: version)
    let recorded = try schemas.recorded()
    #expect(recorded.count > 200)
    #expect(
      recorded.subtracting(try await schemas.promises()).sorted() == [],
      "while \(version) has no tag, KEYWRIGHT_RECORD_RELEASE=1 records it again")
  }

  @Test("are recorded", .enabled(if: isRecording, "KEYWRIGHT_RECORD_RELEASE is not set"))
  func record() async throws {
    try await ReleasedSchemas(version: KeywrightVersion.current).record(Self.samples)
  }
}

private let isRecording = ProcessInfo.processInfo.environment["KEYWRIGHT_RECORD_RELEASE"] == "1"
