import Keywright
import KeywrightStorage
import KeywrightTestSupport
import KeywrightTesting
import Testing

@Suite struct FileStoreConformanceTests {
  @Test func fileStorePasses() async throws {
    try await StoreConformance.check(
      [.reading, .writing, .durable, .shared], at: { TemporaryFolder() }
    ) { FileStore(folder: $0.url) }
  }

  @Test func handlesThatShareNothingPass() async throws {
    try await StoreConformance.check(
      [.reading, .writing, .durable, .shared], at: { TemporaryFolder() }
    ) { FileStore(folder: $0.url, fileSystem: SystemFileSystem()) }
  }
}
