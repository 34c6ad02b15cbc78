import Foundation
import Testing

/// The places where the libraries read the environment.
@Suite("The environment")
struct EnvironmentTests {
  /// Whether a source reads a variable, and asks nowhere whose work the environment is.
  private static func believes(_ source: String) -> Bool {
    source.contains(/\bgetenv\(|processInfo\.environment/)
      && !source.contains("ProcessPrivileges.areRaised")
  }

  @Test("is read where its author is asked for: one that is another user's is not believed")
  func sources() throws {
    let root = Consumer.repository.appending(path: "Sources")
    let libraries = try FileManager.default.contentsOfDirectory(atPath: root.path)
      .filter { $0.hasPrefix("Keywright") && !["Import", "Codegen"].contains($0.dropFirst(9)) }
    #expect(libraries.count >= 7)
    var reading: [String] = []
    for library in libraries {
      let folder = root.appending(path: library)
      for file in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      where file.hasSuffix(".swift") {
        let source = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
        if Self.believes(source) { reading.append("\(library)/\(file)") }
      }
    }
    #expect(reading == [])
  }

  @Test("control: a source that believes it is found")
  func control() {
    #expect(Self.believes("let home = getenv(\"HOME\")"))
    #expect(Self.believes("_ = ProcessInfo.processInfo.environment[\"HOME\"]"))
  }
}
