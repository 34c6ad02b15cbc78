@testable import KeywrightStorage

/// A folder that ignores case, as on APFS, SMB, or ext4 with casefold: names lead to the file that has
/// another spelling of them, composed or decomposed, as Swift compares strings.
final class CaselessDisk: FileSystemWrapper, @unchecked Sendable {
  // `@unchecked`: no state of its own that changes.
  private let hasNumbersOfSpellings: Bool

  /// - Parameter hasNumbersOfSpellings: Whether a file has another number under each spelling of its name, as
  ///   where a program serves the file system.
  init(hasNumbersOfSpellings: Bool = false) {
    self.hasNumbersOfSpellings = hasNumbersOfSpellings
  }

  private func spelling(_ name: String, in folder: Int32) -> String {
    let (path, last) = Folder.split(name)
    if name.contains("/") {
      guard let descriptor = try? real.open(path, in: folder, .folder) else { return name }
      defer { real.close(descriptor) }
      return path + "/" + spelling(last, in: descriptor)
    }
    let names = (try? real.names(in: folder)) ?? []
    return names.first { $0.lowercased() == name.lowercased() } ?? name
  }
  override func open(_ name: String, in folder: Int32, _ mode: OpenMode) throws(SystemError)
    -> Int32
  { try real.open(mode == .folder ? name : spelling(name, in: folder), in: folder, mode) }
  override func status(of name: String, in folder: Int32) throws(SystemError) -> FileStatus {
    var status = try real.status(of: spelling(name, in: folder), in: folder)
    if hasNumbersOfSpellings, !spelling(name, in: folder).hasSameBytes(as: name) {
      status.inode += 1 << 40
    }
    return status
  }
  override func rename(_ name: String, to newName: String, in folder: Int32) throws(SystemError) {
    try real.rename(spelling(name, in: folder), to: spelling(newName, in: folder), in: folder)
  }
  override func exchange(_ name: String, with other: String, in folder: Int32)
    throws(SystemError)
  { try real.exchange(spelling(name, in: folder), with: spelling(other, in: folder), in: folder) }
  override func remove(_ name: String, in folder: Int32) throws(SystemError) {
    try real.remove(spelling(name, in: folder), in: folder)
  }
}
