import Foundation

/// A suite of one test, removed with its file when the test releases it.
final class TemporarySuite: Sendable {
  let name = "keywright-tests-\(UUID().uuidString)"

  var defaults: UserDefaults {
    get throws {
      struct NoSuite: Error {}
      guard let defaults = UserDefaults(suiteName: name) else { throw NoSuite() }
      return defaults
    }
  }

  /// Where Foundation keeps the suite on Linux.
  var file: URL {
    let environment = ProcessInfo.processInfo.environment
    let folder =
      environment["XDG_CONFIG_HOME"].map { URL(filePath: $0) }
      // Foundation's preferences heed HOME; `URL.homeDirectory` does not.
      ?? (environment["HOME"].map { URL(filePath: $0) } ?? URL.homeDirectory)
      .appending(path: ".config")
    return folder.appending(path: name + ".plist")
  }

  deinit {
    UserDefaults(suiteName: name)?.removePersistentDomain(forName: name)
    _ = UserDefaults(suiteName: name)?.synchronize()
    try? FileManager.default.removeItem(at: file)
  }
}
