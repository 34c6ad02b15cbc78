import Foundation
import Testing

/// The scripts of this repository, as far as they reach beyond it.
@Suite("Scripts")
struct ScriptTests {
  /// A line of a script, with its place.
  private struct Line {
    var file: String
    var number: Int
    var text: String
    var place: String { "\(file):\(number): \(text)" }
  }

  /// All lines of `.ci/run` and of what is run in `Tests`: files that begin with `#!`, and Python.
  private static func lines() throws -> [Line] {
    let folder = Consumer.repository.appending(path: "Tests")
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    let files =
      [Consumer.repository.appending(path: ".ci/run")]
      + names.sorted().map { folder.appending(path: $0) }
    return files.flatMap { file -> [Line] in
      guard let text = try? String(contentsOf: file, encoding: .utf8),
        text.hasPrefix("#!") || file.pathExtension == "py"
      else { return [] }
      return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map {
        Line(file: file.lastPathComponent, number: $0 + 1, text: String($1))
      }
    }
  }

  @Test("install only what is pinned by its hash")
  func pinned() throws {
    let installing = try Self.lines().filter { $0.text.contains(/pip"? install/) }
    #expect(installing.map(\.file).contains("run"))
    let unpinned = installing.filter { !$0.text.contains("--require-hashes") }
    #expect(unpinned.map(\.place) == [])
  }

  @Test("have no fixed name in the temporary folder")
  func temporaryNames() throws {
    // A hostile name that a rig gives to a store is not one of its own files.
    let fixed = try Self.lines().filter { line in
      line.text.contains("/tmp/") && line.file != "t16_places.py"
        && !line.text.contains("file:///tmp/")
    }
    #expect(fixed.map(\.place) == [])
  }
}
