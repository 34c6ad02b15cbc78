import Foundation
import Testing

private let arePackagesAsked = ProcessInfo.processInfo.environment["KEYWRIGHT_PACKAGES"] == "1"

/// The suites that build a package; they share one, since its first build is slow.
///
/// `KEYWRIGHT_PACKAGES=1 swift test --filter PackageTests` runs them.
@Suite(.serialized, .enabled(if: arePackagesAsked, "KEYWRIGHT_PACKAGES is not set"))
enum PackageTests {
  /// The package; removed when the tests end.
  static let shared = Result {
    let consumer = try Consumer()
    folder = consumer.folder
    atexit {
      if let folder = PackageTests.folder { try? FileManager.default.removeItem(at: folder) }
    }
    return consumer
  }

  private nonisolated(unsafe) static var folder: URL?
}
