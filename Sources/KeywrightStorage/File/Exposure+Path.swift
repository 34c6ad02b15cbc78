extension Exposure {
  /// Looks at the file of a store, and at its folder; nil also where they cannot be looked at.
  package init?(ofStoreAt path: String) {
    let system = SystemFileSystem()
    let path = Folder.absolute(path)
    let file = DurableFile(path: path)
    guard let folder = try? Folder(existingAt: Folder.split(path).folder, system) else {
      return nil
    }
    self.init(
      file.status, logs: [file.log(in: folder)].compactMap { $0 }, in: try? folder.file.status(),
      user: system.user(),
      hasAccessList: folder.hasAccessList)
  }

  /// The owner of the folder in which a store lies; nil where it cannot be looked at.
  package static func folderOwner(ofStoreAt path: String) -> UInt32? {
    folder(of: Folder.absolute(path), SystemFileSystem())?.owner
  }

  private static func folder(of path: String, _ system: SystemFileSystem) -> FileStatus? {
    try? Folder(existingAt: Folder.split(path).folder, system)?.file.status()
  }
}
