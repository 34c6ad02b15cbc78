import KeywrightStorage

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Values from a JSON file that people write, to read.
///
/// ```json
/// {
///   "player": { "volume": 0.8, "equaliser": { "band": { "3": 0.5 } } },
///   "player:theme": "dark"
/// }
/// ```
///
/// Objects inside each other stand for the components of a storage string; a name may also have several of
/// them, joined by `:`. A value is written as <doc:Command-line-environment-and-files> says for JSON; null is
/// nothing. `$schema` at the top, and names that begin with `x-`, are for other tools, unless a key has them.
///
/// ```swift
/// let file = JSONLayer(
///   url: URL(filePath: "settings.json"), keys: AppKeys.keySet,
///   allowing: [.comments, .trailingCommas])
/// let store = Layers([.reading(file), .readingAndWriting(user)])
/// for name in file.unknownNames { print(name) }
/// // /srv/settings.json:2:5: 'player:volum': no key has this name; did you mean 'player:volume'?
/// ```
///
/// Each value is checked against its key when the file is loaded, with the constraints, not the
/// processing. A wrong one is among ``ReadableStore/issues``, with file, line and column:
/// `/srv/settings.json:4:12: not in 1...200.`
///
/// **Editing.** The file is loaded again when it changes, and observers of ``Layers`` over it are notified of each
/// value that became another. An edit that is not valid changes nothing: of a file that is no JSON all values stay,
/// and of a wrong value the last good one. While there never was a good one, `read` throws, and `get` gives the
/// default. A file that is taken away takes its values with it, after a tenth of a second. A symbolic link is
/// followed; changes in the folder that it leads to are noticed by ``refresh()``.
///
/// The file is never written, and need not exist.
///
/// Thread safety: safe from any thread.
public struct JSONLayer: ReadableStore {
  /// Additions to JSON that a file may have.
  public struct Additions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: Int

    /// Makes a set of bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// `// …`, `/* … */` and `# …`.
    public static let comments = Additions(rawValue: 1)

    /// A comma after the last member or element.
    public static let trailingCommas = Additions(rawValue: 2)
  }

  private let files: JSONFiles

  /// Loads a file, and watches it.
  ///
  /// Never fails: a file that cannot be read is reported, and has no values.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - keys: The program's keys; other names in the file are reported.
  ///   - additions: The additions to JSON that the file may have.
  ///   - name: A name for messages.
  ///
  /// Complexity: O(*n*) in the size of the file.
  public init(
    url: URL, keys: KeySet, allowing additions: Additions = [], name: String = "file"
  ) {
    let location = DefaultsLocation.file(at: url)
    let place = (try? location.get()).map(JSONFiles.Place.file) ?? .nowhere
    self.init(place, keys: keys, allowing: additions, name: name)
    if case .failure(let error) = location { files.core.report(error, once: nil) }
  }

  init(_ place: JSONFiles.Place, keys: KeySet, allowing additions: Additions, name: String) {
    var allowed: JSONParser.Extensions = []
    if additions.contains(.comments) { allowed.insert(.comments) }
    if additions.contains(.trailingCommas) { allowed.insert(.trailingCommas) }
    files = JSONFiles(place, keys: keys, allowing: allowed, name: name)
  }

  /// For issues and observers; the layer is never committed to.
  public var core: StoreCore { files.core }

  /// The stored form of a value in the file, or nil.
  ///
  /// - Throws: ``StoreError/Code/unreadable`` if the file has a wrong value, and never had a good one.
  public func stored(_ name: StorageString) throws(StoreError) -> StoredValue? {
    try files.stored(name)
  }

  /// The storage strings of all values in the file.
  public func storageStrings() -> [StorageString] { files.storageStrings() }

  /// Loads the file now, if it changed.
  ///
  /// - Throws: ``StoreError/Code/reentrant`` inside a commit.
  public func refresh() throws(StoreError) { try files.refresh() }

  /// The names in the file that no key has, in order, each with its place and the name that was probably
  /// meant.
  public var unknownNames: [UnknownName] { files.unknownNames }

  /// Refuses names in the file that no key has, and values that are not of their keys' types or violate a constraint:
  /// all of them together. Without it a wrong value is reported, and its last good one counts.
  ///
  /// - Throws: If there are any.
  public func check() throws(InvalidInput) {
    try InvalidInput.refuse(unknownNames, files.problems)
  }
}
