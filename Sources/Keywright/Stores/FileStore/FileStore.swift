#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
package import KeywrightStorage

/// A folder with one file for each key: for values that are too large to keep in memory.
///
/// ```swift
/// let store = FileStore(folder: URL(filePath: "/var/lib/player/covers"))
/// try store.set(Album.cover, to: image)
/// ```
///
/// Each read reads a file, so that nothing is held in memory: where many small values are read
/// often, use a ``DefaultsStore``. A file is a binary property list that any tool reads. Its name
/// is the storage string, with `:` written `+` and all but `a`–`z`, `0`–`9`, `-`, `_` and `.`
/// percent-escaped, so that any id is safe on any volume; long names end in a hash. Other files in
/// the folder are left alone: a property list of another kind under a value's name is not listed, and neither replaced
/// nor removed.
///
/// **One key for each commit.** A file store cannot write several files as one, so a transaction or a
/// hook that changes more than one key throws ``StoreError/Code/unsupported``, and nothing changes.
/// `clear` is a commit for each key; if some fail, its error names the keys that were not cleared.
///
/// **Files of others.** With ``Contents/raw`` a file's bytes are the value, so that other programs read and
/// write it, and folders of other libraries open as they are. No file there tells whose it is, so `removeEverything`
/// is refused: clear a namespace, or the keys of a target.
///
/// A damaged file is never taken for data and never lost: reading it throws
/// ``StoreError/Code/corrupt`` (`get` gives the default and reports it), it stays where it is, and
/// `set` or `remove` moves it aside first.
///
/// A handle: all handles on one folder in a process share one writer's lock. Several processes may
/// use one folder; a reader sees what another process wrote at once.
///
/// Thread safety: safe from any thread; after `fork`, a child opens its own. Durability: a commit that
/// returned survives a crash of the program and a power cut: the file is written beside the old one,
/// synchronised, renamed into place, and the folder synchronised. `get` reads the disk, and so may wait for it.
public struct FileStore: Store {
  private let folder: FileFolder
  let lockTimeout: Duration

  /// Opens a folder.
  ///
  /// Opening never throws: where the folder cannot be used, reads give defaults and writes throw.
  ///
  /// ```swift
  /// let album = FileStore(folder: URL(filePath: "/srv/album"), contents: .raw)
  /// try album.set(Album.notes, to: "Live, 1998")  // the file album+notes.txt has these bytes
  /// ```
  ///
  /// - Parameters:
  ///   - folder: The URL of a folder; it is made, for this user alone, at the first write.
  ///   - contents: The bytes of a value's file. One folder is opened with one kind alone.
  ///   - names: The names of raw files; those of property lists are always escaped.
  ///   - lockTimeout: How long a write waits for another process before it throws
  ///     ``StoreError/Code/busy``.
  public init(
    folder: URL, contents: Contents = .propertyList, names: Names = .escaped,
    lockTimeout: Duration = .seconds(10)
  ) {
    let naming: FileNaming =
      switch contents {
      case .propertyList: .own
      case .raw: .raw(names.encoding)
      }
    self.folder = FileFolder.shared(at: FileStore.path(of: folder), naming)
    self.lockTimeout = lockTimeout
  }

  /// Opens a folder by other system calls, with nothing shared in this process.
  ///
  /// - Parameters:
  ///   - folder: The URL of a folder.
  ///   - lockTimeout: How long a write waits.
  ///   - fileSystem: The system calls to use.
  package init(
    folder: URL, lockTimeout: Duration = .seconds(10), fileSystem: any FileSystem
  ) {
    self.folder = FileFolder(location: FileStore.path(of: folder), fileSystem: fileSystem)
    self.lockTimeout = lockTimeout
  }

  private static func path(of folder: URL) -> Result<String, StoreError> {
    DefaultsLocation.file(at: folder).flatMap { path in
      guard !path.isEmpty, !path.utf8.contains(0) else {
        return .failure(
          StoreError(
            .unavailable, operation: "open", path: path, expected: "the path of a folder",
            advice: "Check the URL."))
      }
      return .success(path)
    }
  }

  /// The folder; nil if its location is unknown.
  public var url: URL? { folder.path.map { URL(filePath: $0, directoryHint: .isDirectory) } }

  /// The writer's lock, commit numbers, issues and notifications of the folder.
  public var core: StoreCore { folder.core }

  /// False: several files cannot be written as one.
  public var supportsMultiKeyCommits: Bool { false }

  /// False with ``Contents/raw``: other programs share the folder.
  public var canEnumerate: Bool { folder.isOwn }

  /// The stored form under a string, or nil; reads the file.
  ///
  /// Complexity: O(*n*) in the size of the value.
  public func stored(_ name: StorageString) throws(StoreError) -> StoredValue? {
    try folder.stored(name)
  }

  /// Every string under which something is stored; reads of each file no more than its beginning, but for those with long names.
  ///
  /// With ``Contents/raw`` every file counts whose name is one of a storage string, whoever wrote it.
  ///
  /// A damaged file with a long name is left out, and reported in `issues`.
  public func storageStrings() throws(StoreError) -> [StorageString] {
    try folder.storageStrings()
  }

  /// Takes the lock across processes.
  public func beginCommit() throws(StoreError) { try folder.beginCommit(timeout: lockTimeout) }

  /// Releases the lock across processes; the write is on the disk already.
  public func endCommit() -> CommitWait? {
    folder.endCommit()
    return nil
  }

  /// Writes the one change of a commit.
  public func write(_ writes: [StagedWrite]) throws(StoreError) { try folder.write(writes) }
}
