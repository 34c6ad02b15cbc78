#if os(Linux)
  import Foundation
  import Testing

  /// The libraries that the object files of a target ask the linker for.
  @Suite("On Linux a program links no more of Foundation than")
  struct LinkageTests {
    /// The folder of the build that these tests belong to.
    private static let products = URL(filePath: CommandLine.arguments[0])
      .deletingLastPathComponent()

    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../..").standardizedFileURL

    private static func libraries(of target: String) throws -> Set<String> {
      let folder = products.appending(path: "\(target).build")
      let sources = try #require(
        FileManager.default.enumerator(atPath: root.appending(path: "Sources/\(target)").path))
      var libraries: Set<String> = []
      // Not all objects that are there, which may be those of files of earlier.
      for case let file as String in sources where file.hasSuffix(".swift") {
        let name = URL(filePath: file).lastPathComponent + ".o"
        guard FileManager.default.fileExists(atPath: folder.appending(path: name).path) else {
          continue
        }
        let object = try Data(contentsOf: folder.appending(path: name))
        var rest = object[...]
        while let found = rest.range(of: Data("\0-lF".utf8)) {
          // From the initial on, which belongs to the name.
          let name = object[(found.upperBound - 1)...].prefix { $0 != 0 }
          libraries.insert(String(decoding: name, as: UTF8.self))
          rest = object[found.upperBound...]
        }
      }
      return libraries
    }

    @Test(
      "its essentials, and has no client of HTTP or TLS",
      arguments: [
        "KeywrightStorage", "Keywright", "KeywrightEtcd", "KeywrightSecrets", "KeywrightTesting",
      ])
    func essentials(target: String) throws {
      #expect(try Self.libraries(of: target).isSubset(of: ["FoundationEssentials"]))
    }

    @Test("the store over UserDefaults needs, which shows that the search finds a library")
    func control() throws {
      #expect(try Self.libraries(of: "KeywrightUserDefaults").contains("Foundation"))
    }
  }
#endif
