import Foundation

/// A file that could not be written.
struct OutputFailure: Error, CustomStringConvertible {
  let path: String
  let reason: String
  var description: String { "\(path): \(reason)" }
}

/// The standard output, which may be a full disk or a pipe without a reader.
enum StandardOutput {
  static func write(_ text: String) throws(OutputFailure) {
    if text.isEmpty { return }
    do {
      try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
    } catch {
      throw OutputFailure(path: "standard output", reason: InputFiles.reason(error))
    }
  }
}

/// A file that a verb writes, whether or not it exists.
enum OutputFile {
  /// Writes the whole file, or leaves the one that is there.
  static func write(_ text: String, to path: String) throws(OutputFailure) {
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

/// A new file with values of a store, which this user alone may read.
enum PrivateFile {
  /// Writes a file that is on the disk when this returns, and replaces none.
  static func write(_ bytes: some DataProtocol, to path: String) throws(OutputFailure) {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
    guard file >= 0 else {
      let reason = String(cString: strerror(errno))
      throw OutputFailure(
        path: path, reason: errno == EEXIST ? "there is a file, which is not replaced" : reason)
    }
    let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
    do {
      try handle.write(contentsOf: bytes)
      // Pipes and devices have no disk.
      try? handle.synchronize()
      try handle.close()
    } catch {
      // A part of the values would look like all of them.
      unlink(path)
      throw OutputFailure(path: path, reason: InputFiles.reason(error))
    }
  }
}
