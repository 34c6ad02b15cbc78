import Foundation
import Keywright
import KeywrightTestSupport
import KeywrightTesting
import Testing

/// Compositions are stores: each passes the parts of the suite that its stores do.
@Suite struct CompositionConformanceTests {
  @Test func aCombinedStorePasses() async throws {
    try await StoreConformance.check { MemoryStore().combined(with: MemoryStore()) }
  }

  @Test func aBackedStorePasses() async throws {
    try await StoreConformance.check { MemoryStore().backed(by: MemoryStore()) }
  }

  @Test func aStackOfThreePasses() async throws {
    try await StoreConformance.check {
      Layers(managed: MemoryStore(), user: MemoryStore(), defaults: MemoryStore())
    }
  }

  @Test func aRouterPassesWithTheKeysOfOneRoute() async throws {
    try await StoreConformance.check {
      Layers.routing([.namespace(Elsewhere.self, to: MemoryStore())], otherwise: MemoryStore())
    }
  }

  @Test func aCacheBeforeAStorePasses() async throws {
    try await StoreConformance.check { CacheStore(capacity: 100).combined(with: MemoryStore()) }
  }

  @Test func aCombinedStoreOfCompositionsPasses() async throws {
    try await StoreConformance.check {
      MemoryStore().prefixed("front").combined(
        with: MemoryStore().combined(with: MemoryStore()).prefixed("back"))
    }
  }

  @Test func aMemoryBeforeADurableStorePasses() async throws {
    try await StoreConformance.check(
      [.reading, .writing, .atomic, .durable], at: { TemporaryFolder() }
    ) { folder in
      MemoryStore().combined(
        with: DefaultsStore(url: folder.url.appending(path: "defaults.plist")))
    }
  }

  @Test func aMemoryBeforeAFolderPassesButForSeveralKeys() async throws {
    try await StoreConformance.check(
      [.reading, .writing, .durable], at: { TemporaryFolder() }
    ) { MemoryStore().combined(with: FileStore(folder: $0.url)) }
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

private enum Elsewhere: Namespace {
  typealias Parent = Root
  static let namespaceID = "elsewhere"
}
