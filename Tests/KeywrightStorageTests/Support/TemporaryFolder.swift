import Foundation

/// A folder of a test's own, removed with its content when the test lets go of it.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    let name = "keywright-test-" + UUID().uuidString
    path = FileManager.default.temporaryDirectory.appendingPathComponent(name).path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// A place beside a folder to move it to, removed like one.
  final class Moved: Sendable {
    let path: String
    init(_ path: String) { self.path = path + "-moved" }
    deinit { try? FileManager.default.removeItem(atPath: path) }
  }

  /// The path of a file in the folder.
  func file(_ name: String) -> String { path + "/" + name }

  /// The names of all files in the folder, sorted.
  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  func write(_ bytes: [UInt8], to name: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
  }

  func read(_ name: String) -> [UInt8]? {
    FileManager.default.contents(atPath: file(name)).map(Array.init)
  }
}
