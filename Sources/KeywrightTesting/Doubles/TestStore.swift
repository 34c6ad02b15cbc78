public import Keywright

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Gives a test stores of its own, whatever way its code gets them.
///
/// ```swift
/// try withTestStore(holding: ["player:volume": 0.75]) { store in
///   Radio().louder()  // its `@Stored(Player.volume)` names no store
///   assert(store.get(Player.volume) == 0.85)
/// }
/// ```
///
/// In the task of the test
/// - `@Stored` and `@StoredState` properties that name no store take a store in memory, which the test gets too;
/// - `DefaultsStore(suite:)` opens a file in a folder that is empty at first. At the end its stores are closed
///   and the folder is removed.
///
/// Tests that run at the same time share nothing. Code on a dispatch queue, on a thread or in a detached task,
/// and a global or static store that another test used first, are not reached: hand them the store.
///
/// - Parameters:
///   - contents: Stored forms for the store in memory to begin with; see
///     `MemoryStore.isolated(holding:name:)`.
///   - name: A name for messages; by default that of the test.
///   - body: The test.
/// - Returns: The return value of the test.
/// - Throws: What the test throws; `unencodable` for a form that no store could write; what the file system
///   throws if the folder cannot be made.
public func withTestStore<Result>(
  holding contents: KeyValuePairs<String, StoredValue> = [:], name: String = #function,
  _ body: (MemoryStore) throws -> Result
) throws -> Result {
  let store = try MemoryStore.isolated(holding: contents, name: name)
  let suites = try TestSuites()
  defer { suites.remove() }
  return try SuitesOfTask.$folder.withValue(suites.folder) {
    try AmbientStore.withStore(store) { try body(store) }
  }
}

/// Gives a test stores of its own, whatever way its code gets them.
///
/// As `withTestStore(holding:name:_:)`, for a test that waits: `try await withTestStore { … }`. Child tasks and
/// `Task { }` of the test have its stores too.
///
/// - Parameters:
///   - contents: Stored forms for the store in memory to begin with.
///   - name: A name for messages; by default that of the test.
///   - isolation: The actor of the caller, on which the test runs.
///   - body: The test.
/// - Returns: The return value of the test.
/// - Throws: What the test throws; `unencodable` for a form that no store could write; what the file system
///   throws if the folder cannot be made.
public func withTestStore<Result>(
  holding contents: KeyValuePairs<String, StoredValue> = [:], name: String = #function,
  isolation: isolated (any Actor)? = #isolation,
  _ body: (MemoryStore) async throws -> Result
) async throws -> Result {
  let store = try MemoryStore.isolated(holding: contents, name: name)
  let suites = try TestSuites()
  defer { suites.remove() }
  return try await SuitesOfTask.$folder.withValue(suites.folder) {
    try await AmbientStore.withStore(store, isolation: isolation) { try await body(store) }
  }
}

/// The folder in which one test opens suites.
private struct TestSuites {
  let folder: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appending(
      path: "keywright-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    folder = url.path(percentEncoded: false)
  }

  func remove() {
    SuitesOfTask.close(below: folder)
    try? FileManager.default.removeItem(atPath: folder)
  }
}
