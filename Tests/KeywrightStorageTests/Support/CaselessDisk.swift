@testable import KeywrightStorage

/// A folder that ignores case, as on APFS, SMB, or ext4 with casefold: names lead to the file that has
/// another spelling of them, composed or decomposed, as Swift compares strings.
final class CaselessDisk: FileSystemWrapper, @unchecked Sendable {
  // `@unchecked`: the variables have locks of their own.
  private let hasNumbersOfSpellings: Bool
  /// The spellings that programs gave to files, by their names without capital letters.
  private let given = Protected<[String: String]>([:])
  /// The descriptors of files that were opened by another spelling.
  private let others = Protected<Set<Int32>>([])

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
  private func isOther(_ name: String, in folder: Int32) -> Bool {
    let last = Folder.split(name).1
    let given = given.withLock { $0[last.lowercased()] }
    return hasNumbersOfSpellings
      && !(given ?? Folder.split(spelling(name, in: folder)).1).hasSameBytes(as: last)
  }
  private func give(_ name: String) { given.withLock { $0[name.lowercased()] = name } }

  override func open(_ name: String, in folder: Int32, _ mode: OpenMode) throws(SystemError)
    -> Int32
  {
    if mode == .folder { return try real.open(name, in: folder, mode) }
    let descriptor = try real.open(spelling(name, in: folder), in: folder, mode)
    if isOther(name, in: folder) { others.withLock { _ = $0.insert(descriptor) } }
    return descriptor
  }
  override func close(_ file: Int32) {
    others.withLock { _ = $0.remove(file) }
    real.close(file)
  }
  override func status(of file: Int32) throws(SystemError) -> FileStatus {
    var status = try real.status(of: file)
    if others.withLock({ $0.contains(file) }) { status.inode += 1 << 40 }
    return status
  }
  override func identity(of file: Int32) -> FileIdentity? { try? status(of: file).identity }
  override func status(of name: String, in folder: Int32) throws(SystemError) -> FileStatus {
    var status = try real.status(of: spelling(name, in: folder), in: folder)
    if isOther(name, in: folder) { status.inode += 1 << 40 }
    return status
  }
  override func rename(_ name: String, to newName: String, in folder: Int32) throws(SystemError) {
    try real.rename(spelling(name, in: folder), to: spelling(newName, in: folder), in: folder)
    give(newName)
  }
  override func link(_ name: String, to newName: String, in folder: Int32) throws(SystemError) {
    try real.link(spelling(name, in: folder), to: spelling(newName, in: folder), in: folder)
  }
  override func accessList(of name: String, in folder: Int32) throws(SystemError) -> AccessList? {
    try real.accessList(of: spelling(name, in: folder), in: folder)
  }
  override func exchange(_ name: String, with other: String, in folder: Int32)
    throws(SystemError)
  {
    try real.exchange(spelling(name, in: folder), with: spelling(other, in: folder), in: folder)
    give(other)
  }
  override func remove(_ name: String, in folder: Int32) throws(SystemError) {
    try real.remove(spelling(name, in: folder), in: folder)
  }
}
