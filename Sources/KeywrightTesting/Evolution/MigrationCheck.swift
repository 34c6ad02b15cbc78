public import Keywright

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Opens the stores of all releases with today's keys, in any test framework.
///
/// `keywright lock --release` writes such a store for each release into the folder `keys.fixtures`
/// beside the lock. The check copies each into a folder of its own, opens it with the target's registry,
/// so that its migrations run, and calls the test with it; the files that are committed are never
/// written.
///
/// ```swift
/// let fixtures = URL(filePath: "Sources/Tour/keys.fixtures")
/// let check = MigrationCheck(fixtures: fixtures, keys: TourKeys.self, reading: TourKeys.keySet)
/// try check.run { store, release in
///   assert(store.get(Player.volume) == 1, "of release \(release)")
/// }
/// ```
///
/// No value of a release may be unreadable by today's keys, and no migration may report an issue, whatever the test
/// does.
public struct MigrationCheck: Sendable {
  /// The folder of the stores, one property list for each release.
  public let fixtures: URL
  private let registry: any KeyRegistry.Type
  private let keys: KeySet

  /// Makes a check.
  ///
  /// - Parameters:
  ///   - fixtures: The folder `keys.fixtures` of a target.
  ///   - registry: The generated registry of the target.
  ///   - keys: The registry's `keySet`, with which each value is read as its key's type; without it, of
  ///     enums, structs and the program's own types the form alone is checked, see
  ///     `Store.verify(_:reading:)`.
  public init(
    fixtures: URL, keys registry: any KeyRegistry.Type, reading keys: KeySet = KeySet([])
  ) {
    self.fixtures = fixtures
    self.registry = registry
    self.keys = keys
  }

  /// The releases that have a store, by name.
  ///
  /// - Throws: If the folder cannot be read.
  public func releases() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: fixtures.path)
      .filter { $0.hasSuffix(".plist") }.map { FixtureName.unescaped(String($0.dropLast(6))) }
      .sorted()
  }

  /// Opens the store of each release with today's keys.
  ///
  /// - Parameter test: Compares what the store gives with what the team expects; what it throws is
  ///   reported with the release.
  /// - Throws: ``MigrationError`` with everything that was found wrong, in all releases; what the file
  ///   system throws if a store cannot be copied.
  public func run(_ test: (_ store: DefaultsStore, _ release: String) throws -> Void = { _, _ in })
    throws
  {
    var failures: [MigrationError.Failure] = []
    for release in try releases() {
      try withCopy(of: release) { url in
        let store = DefaultsStore(url: url, keys: registry)
        defer { store.close() }
        for issue in store.issues + store.verify(registry, reading: keys) {
          failures.append(.init(release: release, reason: "\(issue)"))
        }
        do {
          try test(store, release)
        } catch {
          failures.append(.init(release: release, reason: "\(error)"))
        }
      }
    }
    if !failures.isEmpty { throw MigrationError(failures: failures) }
  }

  /// Adds to a release's store the values that only the program can make: those of its own types.
  ///
  /// To be run once, by the program as it is released, and committed. It may stay in a test of that release: to
  /// record the same values again changes nothing.
  ///
  /// - Parameters:
  ///   - release: The release's name: the last one of the lock beside the folder, since only the program of that
  ///     release knows what it stores.
  ///   - body: Sets the values of keys that the store does not have yet.
  /// - Throws: ``MigrationError`` if the lock has a later release, or a key has another value in the store already;
  ///   any error of the body and of the file system. Then the committed store is as it was.
  public func record(_ release: String, _ body: (DefaultsStore) throws -> Void) throws {
    let last = try lastReleases()
    if !last.isEmpty, !last.contains(release) {
      throw MigrationError(
        release,
        "`record` makes what the last release stores, and that is \(last.joined(separator: " or "))"
      )
    }
    try refuseLink(release)
    try withCopy(of: release) { url in
      let store = DefaultsStore(url: url)
      // The values are those of today: no migration has to run.
      store.assumeMigrated(registry)
      defer { store.close() }
      let before = try values(of: store)
      try body(store)
      for (name, value) in before where try store.stored(name) != value {
        throw MigrationError(
          release, "its store has another value for \(name): that one was released")
      }
      try store.flush(compacting: true)
      store.close()
      let bytes = try Data(contentsOf: url)
      try bytes.write(to: file(of: release), options: .atomic)
    }
  }

  private func values(of store: DefaultsStore) throws -> [StorageString: StoredValue] {
    var values: [StorageString: StoredValue] = [:]
    for name in try store.storageStrings() { values[name] = try store.stored(name) }
    return values
  }

  /// What the check reads of a lock.
  private struct Lock: Decodable {
    struct Line: Decodable {
      /// The name of the release; nil for the line that ends the list.
      let release: String?
      private let after: Names?
      var before: [String]? { after?.names }
    }
    struct Names: Decodable {
      let names: [String]

      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        names = try (try? container.decode([String].self)) ?? [container.decode(String.self)]
      }
    }

    let releases: [Line]

    /// The releases that no other one was made after.
    var last: [String] {
      let lines = releases.filter { $0.release != nil }
      let names = lines.compactMap(\.release)
      // A line without `after` was made after the one before it.
      let before = lines.indices.flatMap { index in
        lines[index].before ?? (index > 0 ? [names[index - 1]] : [])
      }
      return names.filter { !before.contains($0) }
    }
  }

  /// The last releases of the lock beside the folder, of each branch; none without a lock.
  private func lastReleases() throws -> [String] {
    let lock = fixtures.deletingLastPathComponent().appending(path: "keys.lock.json")
    guard FileManager.default.fileExists(atPath: lock.path) else { return [] }
    return try JSONDecoder().decode(Lock.self, from: Data(contentsOf: lock)).last
  }

  private func refuseLink(_ release: String) throws {
    for place in [fixtures, file(of: release)] {
      let attributes = try? FileManager.default.attributesOfItem(atPath: place.path)
      if attributes?[.type] as? FileAttributeType == .typeSymbolicLink {
        throw MigrationError(
          release, "\(place.path) is a link, through which nothing is written")
      }
    }
  }

  private func file(of release: String) -> URL {
    fixtures.appending(path: "\(FixtureName.escaped(release)).plist")
  }

  private func withCopy(of release: String, _ body: (URL) throws -> Void) throws {
    let files = FileManager.default
    let folder = files.temporaryDirectory.appending(
      path: "keywright-migrations-\(UUID().uuidString)")
    try files.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    defer { try? files.removeItem(at: folder) }
    let copy = folder.appending(path: "defaults.plist")
    try Data(contentsOf: file(of: release)).write(to: copy)
    try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: copy.path)
    try body(copy)
  }
}

/// The problems of today's keys for users of earlier releases.
public struct MigrationError: Error, Sendable, Equatable, CustomStringConvertible {
  /// One finding.
  public struct Failure: Sendable, Equatable {
    /// The release whose store shows it.
    public let release: String
    /// The description of the problem.
    public let reason: String
  }

  /// The findings, by release.
  public let failures: [Failure]

  init(failures: [Failure]) { self.failures = failures }

  init(_ release: String, _ reason: String) {
    self.init(failures: [Failure(release: release, reason: reason)])
  }

  /// One line for each finding.
  public var description: String {
    failures.map { "release \($0.release): \($0.reason)" }.joined(separator: "\n")
  }
}
