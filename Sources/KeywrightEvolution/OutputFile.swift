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
  package static func write(_ text: String, to path: String) throws(OutputFailure) {
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
}
