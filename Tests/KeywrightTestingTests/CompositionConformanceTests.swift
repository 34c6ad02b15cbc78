import Foundation
import Keywright
import KeywrightTesting
import Testing

/// Compositions are stores: each passes the parts of the suite that its stores do.
@Suite struct CompositionConformanceTests {
  @Test func twoStoresPass() async throws {
    try await StoreConformance.check { MemoryStore().combined(with: MemoryStore()) }
  }

  @Test func aCacheBeforeAStorePasses() async throws {
    try await StoreConformance.check { CacheStore(capacity: 10_000).combined(with: MemoryStore()) }
  }

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

  @Test func aDurableStoreBehindAnotherPasses() async throws {
    try await StoreConformance.check(at: { TemporaryFolder() }) { folder in
      let file = DefaultsStore(url: folder.url.appending(path: "defaults.plist"))
      return MemoryStore().combined(with: file)
    }
  }

  @Test func aFolderOfFilesBehindACachePassesButForSeveralKeys() async throws {
    try await StoreConformance.check(
      [.reading, .writing, .durable], at: { TemporaryFolder() },
      open: { CacheStore(capacity: 10_000).combined(with: FileStore(folder: $0.url)) })
  }
}
