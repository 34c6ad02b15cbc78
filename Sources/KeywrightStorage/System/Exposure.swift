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
  ///   - folder: Its folder. A file's own permissions reach nobody who may not enter that.
  ///   - user: This user.
  /// - Returns: Nil if nobody else is meant to reach the file.
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

extension Exposure {
  /// Looks at the file of a store, and at its folder; nil also where they cannot be looked at.
  package init?(ofStoreAt path: String) {
    let system = SystemFileSystem()
    let path = Folder.absolute(path)
    let file = try? system.status(of: path, in: system.workingFolder)
    self.init(file, in: Exposure.folder(of: path, system), user: system.user())
  }

  /// The owner of the folder in which a store lies; nil where it cannot be looked at.
  package static func folderOwner(ofStoreAt path: String) -> UInt32? {
    folder(of: Folder.absolute(path), SystemFileSystem())?.owner
  }

  private static func folder(of path: String, _ system: SystemFileSystem) -> FileStatus? {
    try? Folder(existingAt: Folder.split(path).folder, system)?.file.status()
  }
}
