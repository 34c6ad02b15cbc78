import Foundation
import Testing

/// What the tool of the plugins is made of: a user's first `lock` compiles it.
@Suite("The tool of the plugins") struct LockToolTests {
  /// The modules that the sources of targets import.
  private static func imports(of targets: [String]) throws -> Set<String> {
    var modules: Set<String> = []
    for target in targets {
      let folder = Consumer.repository.appending(path: "Sources/\(target)")
      let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      for name in names where name.hasSuffix(".swift") {
        let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
        modules.formUnion(
          text.matches(of: /(?m)^(?:package |public )?import (\w+)/).map { String($0.1) })
      }
    }
    return modules
  }

  @Test("is made of schemas alone")
  func schemasAlone() throws {
    let parts = ["KeywrightEvolution", "KeywrightVerbs", "keywright-lock"]
    let modules = try Self.imports(of: parts)
    #expect(modules == ["Foundation", "KeywrightEvolution", "KeywrightSchema", "KeywrightVerbs"])
    #expect(try Self.imports(of: ["KeywrightEvolution"]) == ["Foundation", "KeywrightSchema"])
  }

  @Test("is what both plugins depend on, and nothing else")
  func plugins() throws {
    let manifest = try String(
      contentsOf: Consumer.repository.appending(path: "Package.swift"), encoding: .utf8)
    for name in ["KeywrightCommand", "KeywrightReadOnly"] {
      let start = try #require(manifest.range(of: ".plugin(\n      name: \"\(name)\""))
      let rest = manifest[start.upperBound...]
      let dependencies = try #require(rest.firstMatch(of: /dependencies: \[(.*)\]/)).output.1
      #expect(dependencies == "\"keywright-lock\"")
    }
  }

  @Test("would be found to import a store")
  func control() throws {
    #expect(try Self.imports(of: ["keywright-cli"]).isSuperset(of: ["Keywright", "KeywrightEtcd"]))
  }
}
