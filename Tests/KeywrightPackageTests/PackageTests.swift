import Foundation
import Testing

/// The suites that share one package, since its first build is slow.
@Suite(.serialized)
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
