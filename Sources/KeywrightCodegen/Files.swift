#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Reads and writes whole files.
///
/// Here, and not with the tool that needs it: a user's first build indexes the C library, which takes
/// as long as to compile all of the tool, and a second processor has work meanwhile only here.
package enum Files {
  /// Why a file could not be read or written.
  package struct Failure: Error {
    package var path: String
    package var reason: String
  }

  private static func failure(_ path: String) -> Failure {
    let code = errno
    return Failure(
      path: path, reason: strerror(code).map { String(cString: $0) } ?? "error \(code)")
  }

  /// The bytes of a file.
  package static func read(_ path: String) throws(Failure) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    if descriptor < 0 { throw failure(path) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = chunk.withUnsafeMutableBytes {
        #if canImport(Darwin)
          Darwin.read(descriptor, $0.baseAddress, $0.count)
        #elseif canImport(Glibc)
          Glibc.read(descriptor, $0.baseAddress, $0.count)
        #elseif canImport(Musl)
          Musl.read(descriptor, $0.baseAddress, $0.count)
        #endif
      }
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw failure(path) }
      if count == 0 { return bytes }
      bytes += chunk[..<count]
    }
  }

  /// Writes a file, unless it has this content already.
  ///
  /// The content is written beside the file and put in its place by `rename`: whoever reads the
  /// file, even while or after the tool is killed, sees the old content or the new.
  package static func writeIfChanged(_ bytes: [UInt8], to path: String) throws(Failure) {
    if let old = try? read(path), old == bytes { return }
    let temporary = "\(path).\(getpid()).tmp"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    if descriptor < 0 { throw failure(path) }
    do throws(Failure) {
      try write(bytes, to: descriptor, path)
    } catch {
      close(descriptor)
      unlink(temporary)
      throw error
    }
    if close(descriptor) != 0 || rename(temporary, path) != 0 {
      let failure = failure(path)
      unlink(temporary)
      throw failure
    }
  }

  private static func write(
    _ bytes: [UInt8], to descriptor: Int32, _ path: String
  ) throws(Failure) {
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes {
        #if canImport(Darwin)
          Darwin.write(descriptor, $0.baseAddress, $0.count)
        #elseif canImport(Glibc)
          Glibc.write(descriptor, $0.baseAddress, $0.count)
        #elseif canImport(Musl)
          Musl.write(descriptor, $0.baseAddress, $0.count)
        #endif
      }
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw failure(path) }
      written += count
    }
  }

  /// Writes to standard error.
  package static func complain(_ text: String) {
    try? write(Array(text.utf8), to: STDERR_FILENO, "standard error")
  }

  /// Writes to standard output.
  package static func say(_ text: String) {
    try? write(Array(text.utf8), to: STDOUT_FILENO, "standard output")
  }
}
