/// The way by which other users reach a store's file.
package enum Exposure: Equatable, Sendable {
  /// Another user owns the file.
  case owner(UInt32)
  /// The file's mode lets others read or write it.
  case mode(UInt32)
  /// The folder's mode lets others make files beside it, such as a journal.
  case folder(UInt32)

  /// - Parameters:
  ///   - file: The file; nil if there is none yet.
  ///   - folder: Its folder. A file's own permissions give no access to users who may not enter
  ///     that.
  ///   - user: This user.
  /// - Returns: Nil if no other user is meant to reach the file.
  init?(_ file: FileStatus?, in folder: FileStatus?, user: UInt32) {
    if let file, file.owner != user {
      self = .owner(file.owner)
    } else if let file, let folder, Exposure.reaches(file.permissions, through: folder) {
      self = .mode(file.permissions)
    } else if let folder, folder.permissions & 0o002 != 0 {
      self = .folder(folder.permissions)
    } else {
      return nil
    }
  }

  private static func reaches(_ permissions: UInt32, through folder: FileStatus) -> Bool {
    let reachable = permissions >> 2 | permissions >> 1
    return reachable & folder.permissions & 0o011 != 0
  }

  package var found: String {
    switch self {
    case .owner(let owner): "a file of user \(owner)"
    case .mode(let mode):
      "a file that others may \(mode & 0o022 == 0 ? "read" : "write"), of mode \(octal(mode))"
    case .folder(let mode): "a folder in which others may make files, of mode \(octal(mode))"
    }
  }

  private func octal(_ mode: UInt32) -> String { String(mode, radix: 8) }
}
