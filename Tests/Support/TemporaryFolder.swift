package import Foundation
import KeywrightStorage

/// A folder of a test's own, removed with its content when the test releases it.
package final class TemporaryFolder: Sendable {
  package let url: URL

  package init() {
    url = FileManager.default.temporaryDirectory.appending(
      path: "keywright-test-\(UUID().uuidString)")
    // A folder that could not be made fails each test that uses it. Others may not enter it, so
    // that the mode that a file gets from the mask is no issue of a store.
    try? FileManager.default.createDirectory(
      at: url, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  package var path: String { url.path }

  /// The path of a file in the folder.
  package func file(_ name: String) -> String { path + "/" + name }

  /// The names of all files in the folder, sorted.
  package var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  ///
  /// A list seems to have been written a while ago, and no name to have changed since, so that no store waits
  /// for more of it if it is damaged or missing.
  /// Writes a file and gives its path.
  @discardableResult
  package func write(_ bytes: [UInt8], to name: String) throws -> String {
    try Data(bytes).write(to: url.appending(path: name))
    return file(name)
  }

  /// Writes a file and gives its path.
  package func write(_ text: String, to name: String) throws -> String {
    try write(Array(text.utf8), to: name)
  }

  package func read(_ name: String) -> [UInt8]? {
    FileManager.default.contents(atPath: file(name)).map(Array.init)
  }

  /// A place beside a folder to move it to, removed like one.
  package final class Moved: Sendable {
    package let path: String
    package init(_ path: String) { self.path = path + "-moved" }
    deinit { try? FileManager.default.removeItem(atPath: path) }
  }
}
  /// Lets the moment pass for which a commit relies on names of files that one before it looked up.
  package static func passMoment() { SystemFileSystem().pause(.milliseconds(20)) }

