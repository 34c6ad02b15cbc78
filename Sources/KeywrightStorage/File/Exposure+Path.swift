extension Exposure {
  /// Looks at the file of a store, and at its folder; nil also where they cannot be looked at.
  package init?(ofStoreAt path: String) {
    let file = DurableFile(path: path)
    guard let folder = try? Folder(existingAt: file.folderPath, file.fileSystem) else { return nil }
    self.init(
      file.status, log: file.log(in: folder), in: try? folder.file.status(),
      user: file.fileSystem.user(), hasAccessList: folder.hasAccessList)
  }

  /// The owner of the folder in which a store lies; nil where it cannot be looked at.
  package static func folderOwner(ofStoreAt path: String) -> UInt32? {
    let path = Folder.split(Folder.absolute(path)).folder
    return try? Folder(existingAt: path, SystemFileSystem())?.file.status().owner
  }
}
