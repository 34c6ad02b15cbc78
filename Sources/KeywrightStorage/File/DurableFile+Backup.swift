#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension DurableFile {
  /// Writes all members, as of one commit, to a new property list elsewhere.
  ///
  /// No writer is stopped for that: the journal is read as by opening. The store itself is not changed. To be called on
  /// an object that was not opened. The copy is on the disk when this returns; put in the list's place, it counts as a
  /// backup.
  /// - Parameter path: The path of the new file; its folder must be there.
  /// - Returns: The content that was read, with its faults.
  /// - Throws: `unavailable` if the store cannot be read, is not there, or the new file has a name that
  ///   exists; what kept it from being written.
  package func backUp(to path: String) throws(StorageError) -> Contents {
    let path = Folder.absolute(path)
    let inspection = try inspect()
    let contents = try inspection.opening.get()
    if inspection.isMissing {
      throw StorageError(
        .unavailable, operation: "reading", path: self.path, found: "no such file",
        expected: "the property list of a store", advice: "Check the path.")
    }
    let (folderPath, name) = Folder.split(path)
    let folder = try withPath(path) { () throws(SystemError) in
      try Folder(existingAt: folderPath, fileSystem)
    }
    guard let folder else {
      throw StorageError(
        .unavailable, operation: "open", path: path, found: "no such folder",
        advice: "Make the folder first.")
    }
    let bytes = try StorePlace(folder: folder, name: name).encode(try dictionary(contents.members))
    do throws(SystemError) {
      guard try folder.status(of: name) == nil else { throw SystemError(.create, code: EEXIST) }
      try folder.replace(name, with: bytes, like: nil)
      try folder.synchronize()
    } catch {
      guard error.isExisting else { throw StorageError(error, path: path) }
      throw StorageError(
        .unavailable, operation: "create", path: path, found: "a file of that name",
        expected: "a new name", advice: "Choose another name, or move that file away.")
    }
    return contents
  }
}
