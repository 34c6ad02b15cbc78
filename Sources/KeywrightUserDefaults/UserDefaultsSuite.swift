import Foundation
public import Keywright

/// The values in a suite of Foundation's `UserDefaults`, to import from: read, and never written.
///
/// ```swift
/// let old = UserDefaultsSuite(nil)   // the standard one
/// try store.migrate([
///   Migration(from: ["volume"], in: old, to: Player.volume),
///   Migration(from: ["length"], in: old, to: Player.length) { (seconds: Int) in .seconds(seconds) },
/// ])
/// ```
///
/// Only what the suite itself holds is read: not the arguments of the command line, managed values
/// or registered defaults, which `UserDefaults` would find too. Its values are those of property
/// lists, so a former `Data` key is read as `Data`, a number as `Int`, `Double` or `Bool`.
///
/// Thread safety: safe from any thread. Complexity: each read is O(*n*) in the size of the suite.
public struct UserDefaultsSuite: ReadableStore {
  /// For issues, and the name of the suite in the records of migrations.
  public let core: StoreCore
  private let name: String?

  /// Makes a reader of a suite.
  ///
  /// - Parameter name: The suite's name; nil is the standard suite of this program.
  public init(_ name: String?) {
    self.init(name, kind: "UserDefaults")
  }

  init(_ name: String?, kind: String) {
    self.name = name
    core = StoreCore(name: "\(kind) \(name ?? "standard")")
  }

  /// The stored form under a string, or nil.
  ///
  /// - Throws: `corrupt` for what is no value of a property list.
  public func stored(_ name: StorageString) throws(StoreError) -> StoredValue? {
    if let misplaced = Suite.misplaced { throw misplaced }
    guard let object = members[name.string] else { return nil }
    return try NativeValue.value(of: object, under: name, in: self.name)
  }

  /// Every key of the suite.
  public func storageStrings() -> [StorageString] { members.keys.map { StorageString($0) } }

  private var members: [String: Any] {
    if let misplaced = Suite.misplaced {
      core.report(misplaced, once: nil)
      return [:]
    }
    let defaults = name.map { UserDefaults(suiteName: $0) } ?? .standard
    let domain = name ?? Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
    #if !canImport(Darwin)
      // Foundation looks at its file here only; the result concerns writing.
      _ = defaults?.synchronize()
    #endif
    return defaults?.persistentDomain(forName: domain) ?? [:]
  }
}
