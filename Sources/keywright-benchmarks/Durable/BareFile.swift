import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A file of zeros to be overwritten by single calls of the system: what storage cannot beat.
final class BareFile {
  private let file: Int32
  private let lock: Int32
  private let path: String
  private var offset = 0
  private let record = [UInt8](repeating: 1, count: 48)
  private static let size = 4 << 20

  init?(in folder: URL) {
    path = folder.appending(path: "bare").path
    file = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    lock = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0, lock >= 0 else { return nil }
    // Page by page, or the system keeps the file in pieces that are slow to change.
    let zeros = [UInt8](repeating: 0, count: 4_096)
    for start in stride(from: 0, to: BareFile.size, by: zeros.count) {
      guard pwrite(file, zeros, zeros.count, off_t(start)) == zeros.count else { return nil }
    }
    guard fsync(file) == 0 else { return nil }
  }

  deinit {
    close(file)
    close(lock)
  }

  /// Overwrites 48 bytes.
  func write() {
    _ = pwrite(file, record, record.count, off_t(offset))
    offset = (offset + record.count) % (BareFile.size - record.count)
  }

  /// Overwrites 48 bytes and waits for the disk.
  func writeDurably() {
    write()
    #if canImport(Darwin)
      _ = fcntl(file, F_FULLFSYNC)
    #else
      fdatasync(file)
    #endif
  }

  /// The calls of the system that a commit cannot do without: lock, look whether others appended,
  /// append, unlock.
  func commit() {
    var next: UInt32 = 0
    flock(lock, LOCK_EX | LOCK_NB)
    _ = pread(file, &next, 4, off_t(offset))
    write()
    flock(lock, LOCK_UN)
  }
}
