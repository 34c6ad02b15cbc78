import Foundation
import Keywright
import KeywrightTesting
import Testing

/// Compositions are stores: each passes the parts of the suite that its stores do.
@Suite struct CompositionConformanceTests {
  @Test func aStoreThatPushesPasses() async throws {
    try await StoreConformance.check { MemoryStore().pushing(to: MemoryStore()) }
  }

  @Test func aViewPasses() async throws {
    try await StoreConformance.check { MemoryStore().prefixed("user") }
  }

  @Test func aStoreWithAFallbackPasses() async throws {
    try await StoreConformance.check { MemoryStore().fallback(to: MemoryStore()) }
  }

  @Test func aStoreBehindTextsPasses() async throws {
    try await StoreConformance.check {
      Layers([
        .reading(EnvironmentLayer(prefix: "NONE", environment: [:])),
        .reading(ArgumentsLayer([])), .readingAndWriting(MemoryStore()),
      ])
    }
  }

  @Test func aViewOfAFolderPassesButForSeveralKeys() async throws {
    try await StoreConformance.check(
      [.reading, .writing, .durable, .shared], at: { TemporaryFolder() }
    ) { FileStore(folder: $0.url).prefixed("user") }
  }

  @Test func aViewOfADurableStorePasses() async throws {
    try await StoreConformance.check(at: { TemporaryFolder() }) { folder in
      DefaultsStore(url: folder.url.appending(path: "defaults.plist")).prefixed("user")
    }
  }
}
