package import Foundation
import KeywrightStorage

/// A folder of a test's own, removed with its content when the test releases it.
package final class TemporaryFolder: Sendable {
  package let url: URL

  package init(in parent: URL = FileManager.default.temporaryDirectory) {
    url = parent.appending(path: "keywright-test-\(UUID().uuidString)")
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

  /// Writes a file and gives its path.
  ///
  /// A list seems to have been written a while ago, and no name to have changed since, so that no store waits
  /// for more of it if it is damaged or missing.
  @discardableResult
  package func write(_ bytes: [UInt8], to name: String) throws -> String {
    try Data(bytes).write(to: url.appending(path: name))
    if !name.contains("journal") { try Self.backdate(file(name)) }
    try Self.backdate(path)
    return file(name)
  }

  /// Gives a file a time of modification 1.5 seconds ago.
  package static func backdate(_ path: String) throws {
    // Not by FileManager, which rounds some times up to a whole second of nanoseconds that the system refuses.
    let date = Date(timeIntervalSinceNow: -1.5).timeIntervalSince1970
    let second = date.rounded(.down)
    let time = timeval(tv_sec: .init(second), tv_usec: .init((date - second) * 1e6))
    guard utimes(path, [time, time]) == 0 else { throw POSIXError(.EINVAL) }
  }

  /// Writes a file and gives its path.
  package func write(_ text: String, to name: String) throws -> String {
    try write(Array(text.utf8), to: name)
  }

  package func read(_ name: String) -> [UInt8]? {
    FileManager.default.contents(atPath: file(name)).map(Array.init)
  }

  /// Lets the moment pass for which a commit relies on names of files that one before it looked up.
  package static func passMoment() { SystemFileSystem().pause(.milliseconds(20)) }

  /// A place beside a folder to move it to, removed like one.
  package final class Moved: Sendable {
    package let path: String
    package init(_ path: String) { self.path = path + "-moved" }
    deinit { try? FileManager.default.removeItem(atPath: path) }
  }
}
