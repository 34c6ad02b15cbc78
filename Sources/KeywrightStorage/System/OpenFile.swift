/// An open file or folder, closed with its last reference.
final class OpenFile: Sendable {
  let fileSystem: any FileSystem
  let descriptor: Int32

  init(_ descriptor: Int32, _ fileSystem: any FileSystem) {
    self.descriptor = descriptor
    self.fileSystem = fileSystem
  }

  deinit { fileSystem.close(descriptor) }

  func status() throws(SystemError) -> FileStatus { try fileSystem.status(of: descriptor) }

  /// Makes one call to read.
  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    try fileSystem.read(descriptor, at: offset, into: buffer)
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
    var bytes: [UInt8] = []
    var capacity = min(max(expected, 0), limit) + 1
    while true {
      var failure: SystemError?
      let more = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
        let buffer = UnsafeMutableRawBufferPointer(buffer)
        while count < capacity {
          let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[count..<capacity])
          do throws(SystemError) {
            let read = try read(at: offset + bytes.count + count, into: rest)
            if read <= 0 { return }
            count += read
          } catch {
            failure = error
            return
          }
        }
      }
      if let failure { throw failure }
      if bytes.isEmpty { bytes = more } else { bytes += more }
      if more.count < capacity || bytes.count > limit { return bytes }
      capacity = min(max(capacity, 65_536), limit + 1 - bytes.count)
    }
  }
}
