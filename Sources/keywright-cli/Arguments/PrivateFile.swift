import Foundation
import KeywrightEvolution

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
