/// Values that an administrator sets for a program, to read: from the JSON files of a folder that only the
/// administrator may write, as browsers have them.
///
/// There are two levels: ``Level/managed`` values come before the user's own choice, ``Level/recommended`` ones
/// after it and before the defaults.
///
/// ```swift
/// let store = Layers([
///   .reading(ManagedLayer(id: "org.example.app", keys: AppKeys.keySet)),
///   .readingAndWriting(user),
///   .reading(ManagedLayer(.recommended, id: "org.example.app", keys: AppKeys.keySet)),
/// ])
/// if store.isForced(Player.volume) { slider.isEnabled = false }
/// ```
///
/// The folders are `/etc/org.example.app/policies/managed` and `…/recommended`. All files there whose names
/// end in `.json` count, the later names before the earlier ones; hidden files, whose names begin with a dot,
/// do not. They are read, checked, reported and loaded again as that of a ``JSONLayer``: a file that cannot be
/// read is reported, its earlier values stay in force while it is there, and the other files count.
///
/// For Apple's platforms, where device management sets values of `UserDefaults`, read a
/// `UserDefaultsStore` instead.
///
/// Thread safety: safe from any thread.
public struct ManagedLayer: ReadableStore {
  /// The weight of a value.
  public enum Level: String, Sendable {
    /// Before the user's choice.
    case managed
    /// For a user who chose nothing.
    case recommended
  }

  private let layer: JSONLayer

  /// Loads the files of a program, and watches them.
  ///
  /// Never fails: a file that cannot be read is reported, and has no values.
  ///
  /// - Parameters:
  ///   - level: How much the values count.
  ///   - id: The name of the program's folder in `/etc`: one component of a path. Another name is
  ///     reported, and leads to no values.
  ///   - keys: The program's keys; other names in the files are reported.
  public init(_ level: Level = .managed, id: String, keys: KeySet) {
    self.init(level, id: id, keys: keys, root: "/etc")
  }

  /// - Parameter root: The folder of all programs' folders.
  package init(_ level: Level = .managed, id: String, keys: KeySet, root: String) {
    let isPlain =
      !id.isEmpty && id != "." && id != ".." && !id.utf8.contains { $0 == 0x2f || $0 == 0 }
    layer = JSONLayer(
      isPlain ? .folder("\(root)/\(id)/policies/\(level.rawValue)") : .nowhere, keys: keys,
      allowing: [], name: level.rawValue)
    guard !isPlain else { return }
    core.report(
      StoreError(
        .unavailable, operation: "open", expected: "the name of a folder in \(root)", found: id))
  }

  /// For issues and observers; the layer is never committed to.
  public var core: StoreCore { layer.core }

  /// The stored form of a value in the files, or nil.
  ///
  /// - Throws: ``StoreError/Code/unreadable`` if the files have a wrong value, and never had a good one.
  public func stored(_ name: StorageString) throws(StoreError) -> StoredValue? {
    try layer.stored(name)
  }

  /// The storage strings of all values in the files.
  public func storageStrings() -> [StorageString] { layer.storageStrings() }

  /// Loads the files now, if they changed.
  ///
  /// - Throws: ``StoreError/Code/reentrant`` inside a commit.
  public func refresh() throws(StoreError) { try layer.refresh() }

  /// The names in the files that no key has, in order, each with its place.
  public var unknownNames: [UnknownName] { layer.unknownNames }
}
