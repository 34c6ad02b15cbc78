#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Reads and writes whole files: schemas and generated code.
///
/// In this target and not in the tool, because SwiftPM cannot link tests of a plugin's tool.
package enum Files {
  /// The reason why a file could not be read or written.
  package struct Failure: Error {
    package var path: String
    package var reason: String
    /// Whether the file is longer than the caller takes.
    package var isTooLong = false
  }

  private static func failure(_ path: String) -> Failure {
    let code = errno
    return Failure(
      path: path, reason: strerror(code).map { String(cString: $0) } ?? "error \(code)")
  }

  /// The bytes of a regular file of at most `limit` bytes.
  ///
  /// A path from outside may lead anywhere: a device may never end, a pipe may never begin, and to
  /// open either can have effects of its own. Hence the kind and the size come first.
  package static func bytes(of path: String, limit: Int) throws(Failure) -> [UInt8] {
    var status = stat()
    if stat(path, &status) != 0 { throw failure(path) }
    try check(status, path, limit: limit)
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    if descriptor < 0 { throw failure(path) }
    defer { close(descriptor) }
    // The path may lead to another file by now.
    if fstat(descriptor, &status) != 0 { throw failure(path) }
    try check(status, path, limit: limit)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Int(status.st_size))
    var chunk = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = chunk.withUnsafeMutableBytes {
        read(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw failure(path) }
      if count == 0 { return bytes }
      bytes += chunk[..<count]
      // A file can grow, and what `/proc` holds has no size.
      if bytes.count > limit { throw tooLong(path) }
    }
  }

  private static func check(_ status: stat, _ path: String, limit: Int) throws(Failure) {
    try checkKind(status, path)
    if status.st_size > limit { throw tooLong(path) }
  }

  private static func checkKind(_ status: stat, _ path: String) throws(Failure) {
    if status.st_mode & S_IFMT != S_IFREG {
      throw Failure(path: path, reason: "it is no regular file")
    }
  }

  private static func tooLong(_ path: String) -> Failure {
    Failure(path: path, reason: "it is too long", isTooLong: true)
  }

  /// Writes a file, unless it has this content already.
  ///
  /// The content is written beside the file and put in its place by `rename`: a reader of
  /// the file, even while or after the tool is killed, finds the old content or the new. No link is
  /// followed, neither from the path nor from the temporary name.
  package static func writeIfChanged(_ bytes: [UInt8], to path: String) throws(Failure) {
    var status = stat()
    // `rename` would put a file in the place of a device, /dev/null too.
    if stat(path, &status) == 0 { try checkKind(status, path) }
    if let old = try? Self.bytes(of: path, limit: bytes.count), old == bytes { return }
    let temporary = "\(path).\(getpid()).tmp"
    var descriptor = create(temporary)
    if descriptor < 0, errno == EEXIST {
      // A process with the same number was killed here, or another program planted a link.
      unlink(temporary)
      descriptor = create(temporary)
    }
    if descriptor < 0 { throw failure(path) }
    do throws(Failure) {
      try put(bytes, to: descriptor, path)
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

  private static func create(_ path: String) -> Int32 {
    open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
  }

  private static func put(
    _ bytes: [UInt8], to descriptor: Int32, _ path: String
  ) throws(Failure) {
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes {
        write(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw failure(path) }
      written += count
    }
  }

  /// Writes to standard error.
  package static func complain(_ text: String) {
    try? put(Array(text.utf8), to: STDERR_FILENO, "standard error")
  }

  /// Writes to standard output.
  package static func say(_ text: String) {
    try? put(Array(text.utf8), to: STDOUT_FILENO, "standard output")
  }
}
