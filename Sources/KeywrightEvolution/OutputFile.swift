import Foundation

/// A file that could not be written.
package struct OutputFailure: Error, CustomStringConvertible {
  package let path: String
  package let reason: String
  package var description: String { "\(path): \(reason)" }

  package init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }
}

/// A file that a verb writes, whether or not it exists.
package enum OutputFile {
  /// Writes the whole file, or leaves the one that is there.
  ///
  /// A link stays one: what it leads to is written, which may be shared by several projects.
  package static func write(_ text: String, to path: String) throws(OutputFailure) {
    let path = try target(of: path)
    var status = stat()
    // The new file would take the place of a device, of /dev/null too.
    if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      throw OutputFailure(path: path, reason: "it is no regular file")
    }
    do {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw OutputFailure(path: path, reason: InputFiles.reason(error))
    }
  }

  /// Where a path leads behind the links at its end, of which the last may lead to nothing yet.
  private static func target(of path: String) throws(OutputFailure) -> String {
    var target = path
    for _ in 0..<longestChain {
      var status = stat()
      guard lstat(target, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return target }
      do {
        let next = try FileManager.default.destinationOfSymbolicLink(atPath: target)
        let folder = URL(fileURLWithPath: target).deletingLastPathComponent().path
        target = next.hasPrefix("/") ? next : folder + "/" + next
      } catch {
        throw OutputFailure(path: path, reason: InputFiles.reason(error))
      }
    }
    throw OutputFailure(path: path, reason: String(cString: strerror(ELOOP)))
  }

  /// As many links as Linux follows.
  private static let longestChain = 40
}
