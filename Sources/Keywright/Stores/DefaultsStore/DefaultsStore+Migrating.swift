#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension DefaultsStore {
  /// Opens the file of a suite and brings the values of earlier versions under the declared keys.
  ///
  /// ```swift
  /// let store = DefaultsStore(suite: "org.example.tour", keys: TourKeys.self)
  /// ```
  ///
  /// The migrations run before this returns (``Store/migrate(_:)``). What fails is reported
  /// (`issues`) and tried again at the next opening; where the store itself cannot be read or
  /// written, also by ``refresh()``. Keys that two registries declare with different types are
  /// reported.
  ///
  /// - Parameters:
  ///   - suite: A name that can be a folder's, such as `org.example.player`.
  ///   - registry: The generated registry of a target.
  ///   - others: Those of further targets whose keys the file holds.
  ///   - durability: What a commit survives once it returned.
  ///   - lockTimeout: How long a write waits for another process before it throws
  ///     ``StoreError/Code/busy``.
  public init(
    suite: String, keys registry: any KeyRegistry.Type, _ others: any KeyRegistry.Type...,
    durability: Durability = .process, lockTimeout: Duration = .seconds(10)
  ) {
    self.init(suite: suite, durability: durability, lockTimeout: lockTimeout)
    register([registry] + others)
  }

  /// Opens any file and brings the values of earlier versions under the declared keys; see
  /// ``init(suite:keys:_:durability:lockTimeout:)``.
  ///
  /// - Parameters:
  ///   - url: The URL of a file; its folder is made, for this user alone, at the first write.
  ///   - registry: The generated registry of a target.
  ///   - others: Those of further targets whose keys the file holds.
  ///   - durability: What a commit survives once it returned.
  ///   - lockTimeout: How long a write waits for another process before it throws
  ///     ``StoreError/Code/busy``.
  public init(
    url: URL, keys registry: any KeyRegistry.Type, _ others: any KeyRegistry.Type...,
    durability: Durability = .process, lockTimeout: Duration = .seconds(10)
  ) {
    self.init(url: url, durability: durability, lockTimeout: lockTimeout)
    register([registry] + others)
  }

  private func register(_ registries: [any KeyRegistry.Type]) {
    for error in StoreError.contradictions(among: registries) { core.report(error, once: nil) }
    migrate(toDo: registries.flatMap { $0.migrations })
  }

  /// Runs migrations; keeps them for the next ``refresh()`` if the store cannot be used now.
  func migrate(toDo migrations: [Migration]) {
    do throws(StoreError) {
      try migrate(migrations)
    } catch {
      core.report(error, once: nil)
      file.postpone(migrations)
    }
  }
}

extension StoreError {
  /// The keys that are declared with different types, once for each storage string.
  static func contradictions(among registries: [any KeyRegistry.Type]) -> [StoreError] {
    var known: [StorageString: KeyDescription] = [:]
    var errors: [StoreError] = []
    for key in registries.flatMap({ $0.allKeys }) {
      let name = StorageString(key.storageString)
      guard let first = known[name] else {
        known[name] = key
        continue
      }
      guard first.type != key.type || first.isFamily != key.isFamily else { continue }
      errors.append(
        StoreError(
          .unsupported, storageString: key.storageString, operation: "open",
          expected: "\(first.type), as in \(first.schema), line \(first.line)",
          found: "\(key.type), in \(key.schema), line \(key.line)",
          advice: "Give one of the two keys another id."))
    }
    return errors
  }
}
