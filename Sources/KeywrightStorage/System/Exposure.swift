/// The way by which other users reach a store's file.
package enum Exposure: Equatable, Sendable {
  /// Another user owns the file.
  case owner(UInt32)
  /// The file's mode lets others read or write it.
  case mode(UInt32)
  /// The mode of a journal beside it does.
  case log(UInt32)
  /// The folder's mode lets others make files beside it, such as a journal.
  case folder(UInt32)

  /// - Parameters:
  ///   - file: The file; nil if there is none yet.
  ///   - log: The journal beside it; nil if there is none.
  ///   - folder: Its folder. A file's own permissions give no access to users who may not enter
  ///     that.
  ///   - hasAccessList: Whether the folder has an access control list; asked where its mode cannot tell.
  ///   - user: This user.
  /// - Returns: Nil if no other user is meant to reach the file.
  init?(
    _ file: FileStatus?, log: FileStatus? = nil, in folder: FileStatus?, user: UInt32,
    hasAccessList: @autoclosure () -> Bool = false
  ) {
    if let stranger = [file, log].compactMap(\.self).first(where: { $0.owner != user }) {
      self = .owner(stranger.owner)
    } else if let file, let folder, Exposure.reaches(file.permissions, through: folder) {
      self = .mode(file.permissions)
    } else if let log, let folder, Exposure.reaches(log.permissions, through: folder) {
      self = .log(log.permissions)
    } else if let folder, Exposure.letsOthersWrite(folder, hasAccessList: hasAccessList()) {
      self = .folder(folder.permissions)
    } else {
      return nil
    }
  }

  /// Whether a mode lets users write besides the owner: all, or those of a group. A group of the owner's own
  /// number is that user's alone, as most systems make one for each user; with an access control list, the
  /// group's bits are those of everybody in it.
  package static func letsOthersWrite(
    _ status: FileStatus, hasAccessList: @autoclosure () -> Bool = false
  ) -> Bool {
    if status.permissions & 0o002 != 0 { return true }
    guard status.permissions & 0o020 != 0 else { return false }
    return status.group != status.owner || hasAccessList()
  }

  private static func reaches(_ permissions: UInt32, through folder: FileStatus) -> Bool {
    let reachable = permissions >> 2 | permissions >> 1
    return reachable & folder.permissions & 0o011 != 0
  }

  package var found: String {
    switch self {
    case .owner(let owner): "a file of user \(owner)"
    case .mode(let mode): "a file that others may \(verb(mode)), of mode \(octal(mode))"
    case .log(let mode): "a file whose log others may \(verb(mode)), of mode \(octal(mode))"
    case .folder(let mode): "a folder in which others may make files, of mode \(octal(mode))"
    }
  }

  private func verb(_ mode: UInt32) -> String { mode & 0o022 == 0 ? "read" : "write" }

  private func octal(_ mode: UInt32) -> String { String(mode, radix: 8) }
}
