import Foundation

/// Reads the files named on the command line.
package enum InputFiles {
  /// The reason why a file cannot be read or written.
  package struct Failure: Error, Equatable {
    package var path: String
    package var reason: String
    package var message: String { "\(path): \(reason)" }

    package init(path: String, reason: String) {
      self.path = path
      self.reason = reason
    }
  }

  /// The size limit of a file: 16 MB, as for schemas.
  package static let limit = 16 * 1024 * 1024

  /// The bytes of a file; `-` is standard input.
  package static func bytes(of path: String) throws(Failure) -> [UInt8] {
    let data: Data?
    do {
      let file = path == "-" ? FileHandle.standardInput : try open(path)
      data = try file.read(upToCount: limit + 1)
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure(path: path, reason: reason(error))
    }
    let bytes = data.map(Array.init) ?? []
    if bytes.count > limit { throw Failure(path: path, reason: "it is longer than 16 MB") }
    return bytes
  }

  /// Opens a file for reading.
  ///
  /// Besides `-`, a pipe may be named only below `/dev` and `/proc`, as by `/dev/stdin`: the command would
  /// wait for a pipe that was left in a folder.
  private static func open(_ path: String) throws(Failure) -> FileHandle {
    let file = Foundation.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard file >= 0 else { throw Failure(path: path, reason: String(cString: strerror(errno))) }
    var status = stat()
    let isPipe = fstat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
    if isPipe, !path.hasPrefix("/dev/"), !path.hasPrefix("/proc/") {
      close(file)
      throw Failure(path: path, reason: "it is a pipe, not a regular file")
    }
    _ = fcntl(file, F_SETFL, fcntl(file, F_GETFL) & ~O_NONBLOCK)
    return FileHandle(fileDescriptor: file, closeOnDealloc: true)
  }

  /// The reason of an error in the system's words, which Foundation's leave out at times.
  package static func reason(_ error: any Error) -> String {
    let error = error as NSError
    let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError ?? error
    if cause.domain == NSPOSIXErrorDomain { return String(cString: strerror(Int32(cause.code))) }
    let code: Int32? =
      switch (error as? CocoaError)?.code {
      case .fileNoSuchFile?, .fileReadNoSuchFile?: ENOENT
      case .fileReadNoPermission?, .fileWriteNoPermission?: EACCES
      case .fileWriteFileExists?: EEXIST
      case .fileWriteOutOfSpace?: ENOSPC
      case .fileWriteVolumeReadOnly?: EROFS
      default: nil
      }
    return code.map { String(cString: strerror($0)) } ?? cause.localizedDescription
  }
}
