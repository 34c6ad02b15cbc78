extension Exposure {
  /// Looks at the file of a store, and at its folder; nil also where they cannot be looked at.
  package init?(ofStoreAt path: String) {
    let system = SystemFileSystem()
    let path = Folder.absolute(path)
    self.init(
      DurableFile(path: path).status, in: Exposure.folder(of: path, system), user: system.user())
  }

  /// The owner of the folder in which a store lies; nil where it cannot be looked at.
  package static func folderOwner(ofStoreAt path: String) -> UInt32? {
    folder(of: Folder.absolute(path), SystemFileSystem())?.owner
  }

  private static func folder(of path: String, _ system: SystemFileSystem) -> FileStatus? {
    try? Folder(existingAt: Folder.split(path).folder, system)?.file.status()
  }
}
