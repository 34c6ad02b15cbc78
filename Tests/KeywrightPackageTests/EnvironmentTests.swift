import Foundation
import Testing

/// The places where the libraries take what the system gives: the environment, arguments, paths.
@Suite("The environment")
struct EnvironmentTests {
  /// Whether a source reads a variable, and asks nowhere whose work the environment is.
  private static func believes(_ source: String) -> Bool {
    source.contains(/\bgetenv\(|processInfo\.environment/)
      && !source.contains("ProcessPrivileges.areRaised")
  }

  /// Whether a source makes a text of bytes of the system, with replacement characters for those that are not UTF-8.
  private static func repairs(_ source: String) -> Bool {
    let other = source.replacing("String(cString: strerror", with: "")
    return source.contains(/\b(getenv|realpath|getcwd|readdir|getpwuid)\(/)
      && other.contains("String(cString:")
      || source.contains("CommandLine.arguments") && !source.contains("CommandLine.unsafeArgv")
  }

  /// The sources of the libraries for which something is so.
  private static func sources(where isFound: (String) -> Bool) throws -> [String] {
    let root = Consumer.repository.appending(path: "Sources")
    let libraries = try FileManager.default.contentsOfDirectory(atPath: root.path)
      .filter { $0.hasPrefix("Keywright") && !["Import", "Codegen"].contains($0.dropFirst(9)) }
    #expect(libraries.count >= 7)
    var found: [String] = []
    for library in libraries {
      let folder = root.appending(path: library)
      for file in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      where file.hasSuffix(".swift") {
        let source = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
        if isFound(source) { found.append("\(library)/\(file)") }
      }
    }
    return found
  }

  @Test("is read where its author is asked for: one that is another user's is not believed")
  func beliefs() throws {
    #expect(try Self.sources(where: Self.believes) == [])
  }

  @Test("is taken with arguments and paths as bytes, which need not be UTF-8")
  func bytes() throws {
    #expect(try Self.sources(where: Self.repairs) == [])
  }

  @Test("control: a source that believes it is found")
  func control() {
    #expect(Self.believes("let home = getenv(\"HOME\")"))
    #expect(Self.believes("_ = ProcessInfo.processInfo.environment[\"HOME\"]"))
    #expect(Self.repairs("let home = String(cString: getenv(\"HOME\"))"))
    #expect(Self.repairs("let words = CommandLine.arguments"))
    #expect(!Self.repairs("realpath(path, nil); String(cString: strerror(errno))"))
  }
}
