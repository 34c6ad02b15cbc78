/// An open file or folder, closed with its last reference.
///
/// A program may close descriptors that it did not open, as a daemon does at its start, and the system
/// gives their numbers to the next files that it opens. So the file is remembered, not the number alone.
final class OpenFile: Sendable {
  let fileSystem: any FileSystem
  let descriptor: Int32
  /// Nil on a file system of a test, whose descriptors no other code closes.
  private let identity: FileIdentity?

  init(_ descriptor: Int32, _ fileSystem: any FileSystem) {
    self.descriptor = descriptor
    self.fileSystem = fileSystem
    identity = fileSystem.identity(of: descriptor)
  }

  deinit {
    // Closing the number would close another's file.
    if isOurs { fileSystem.close(descriptor) }
  }

  /// Whether the descriptor still leads to the file.
  var isOurs: Bool { identity == nil || fileSystem.identity(of: descriptor) == identity }

  /// The status of the file.
  /// - Throws: `SystemError.foreignDescriptor` if the descriptor leads to another file now.
  func status() throws(SystemError) -> FileStatus {
    let status = try fileSystem.status(of: descriptor)
    guard identity == nil || status.identity == identity else { throw .foreignDescriptor }
    return status
  }

  /// Throws `SystemError.foreignDescriptor` unless the descriptor still leads to the file: to be asked
  /// before anything is written through it that other files have not been asked for.
  func requireOurs() throws(SystemError) {
    if !isOurs { throw .foreignDescriptor }
  }

  /// Reads until a buffer is full or the file ends, however many calls that takes.
  func read(
    at offset: Int, filling buffer: UnsafeMutableRawBufferPointer
  ) throws(SystemError) -> Int {
    var count = 0
    while count < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
      let read = try fileSystem.read(descriptor, at: offset + count, into: rest)
      if read <= 0 { break }
      count += read
    }
    return count
  }

  /// Writes all bytes, however many calls that takes.
  ///
  /// A call that writes nothing and reports nothing counts as an error, not as a reason to try
  /// for ever.
  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(SystemError) {
    var written = 0
    while written < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
      let count = try fileSystem.write(descriptor, at: offset + written, rest)
      guard count > 0 else { throw SystemError(.pwrite, code: SystemError.inputOutput) }
      written += count
    }
  }

  /// Reads from an offset to the end of the file, at most `limit` bytes and one.
  ///
  /// The additional byte distinguishes a file that is too long.
  func read(from offset: Int = 0, limit: Int, expected: Int) throws(SystemError) -> [UInt8] {
    try requireOurs()
    var bytes: [UInt8] = []
    var capacity = min(max(expected, 0), limit) + 1
    while true {
      var failure: SystemError?
      let more = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
        do throws(SystemError) {
          count = try read(
            at: offset + bytes.count, filling: UnsafeMutableRawBufferPointer(buffer))
        } catch {
          failure = error
        }
      }
      if let failure { throw failure }
      if bytes.isEmpty { bytes = more } else { bytes += more }
      if more.count < capacity || bytes.count > limit { return bytes }
      capacity = min(max(capacity, 65_536), limit + 1 - bytes.count)
    }
  }
}
