/// One file of named property lists that survives crashes, power cuts and other writers.
///
/// The file is a binary property list with a dictionary at its top, which any tool reads. A
/// writer calls ``beginWriting(timeout:)``, takes over what others changed, calls
/// ``write(_:durability:everything:)`` and at last ``endWriting()``; readers need nothing but
/// what ``open()`` and ``refresh()`` returned.
///
/// All members may be called from any thread. Several objects on one path, in one process or in
/// several, exclude each other as writers and see each other's commits.
package final class DurableFile: Sendable {
  package let path: String
  let fileSystem: any FileSystem
  let folderPath: String
  let name: String
  let state = Guarded(State())

  /// Names a file; touches nothing.
  ///
  /// - Parameters:
  ///   - path: The path of the file. Its folder and the folder's parents are made, for this user
  ///     alone, at the first write. A symbolic link at its end is refused, because replacing the
  ///     file would either destroy the link or write outside the folder; links further up are
  ///     followed.
  ///   - fileSystem: The system calls to use.
  package init(path: String, fileSystem: any FileSystem = SystemFileSystem()) {
    let path = DurableFile.absolute(path)
    self.path = path
    self.fileSystem = fileSystem
    (folderPath, name) = Folder.split(path)
  }

  /// All that a file holds.
  package struct Contents: Sendable {
    /// The members, strictly ascending by the bytes of their names.
    package var members: [PropertyListDictionary.Member]
    /// What was found wrong while reading, such as a damaged file that is now kept aside.
    package var issues: [StorageError]
    /// Whether a write would be refused.
    package var isReadOnly: Bool
  }

  /// A change of one member.
  package struct Change: Sendable {
    package var name: String
    /// The new value; nil removes the member.
    package var value: PropertyList?

    package init(name: String, value: PropertyList?) {
      self.name = name
      self.value = value
    }
  }

  /// What an object knows of its file.
  struct State: Sendable {
    var isClosed = false
    var isWriting = false
    /// Whether the caller has the contents that `base` stands for.
    var isLoaded = false
    var hasSwept = false
    var folder: Folder?
    var lock: WriterLock?
    /// The file as last read or written; nil when there was none.
    var base: Base?
    /// The broken file that another program left, already reported, which the next write keeps
    /// aside.
    var brokenEdit: FileStatus?
    /// What was found while there were no contents to return it with.
    var issues: [StorageError] = []
  }

  /// Returns, once, what was found wrong when there were no new contents to report it with, such
  /// as a broken edit by another program, which leaves the contents as they are.
  package func takeIssues() -> [StorageError] {
    state.withLock { state in
      defer { state.issues = [] }
      return state.issues
    }
  }

  /// Lets go of all files; every later call throws `closed`.
  package func close() {
    state.withLock { state in
      if state.isWriting { state.lock?.release() }
      state = State()
      state.isClosed = true
    }
  }
}
