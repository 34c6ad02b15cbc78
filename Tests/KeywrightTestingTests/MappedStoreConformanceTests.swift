import Foundation
import Keywright
import KeywrightTestSupport
import KeywrightTesting
import Testing

@Suite struct MappedStoreConformanceTests {
  @Test func aMappedStoreInMemoryPasses() async throws {
    try await StoreConformance.check { MemoryStore().mappingStored(Wrapped()) }
  }

  @Test func aMappedDurableStorePasses() async throws {
    try await StoreConformance.check(at: { TemporaryFolder() }) { folder in
      DefaultsStore(url: folder.url.appending(path: "defaults.plist")).mappingStored(Wrapped())
    }
  }

  /// Every value as data, turned.
  struct Wrapped: StoredMapping {
    func encode(_ value: StoredValue, for name: StorageString) throws -> StoredValue {
      .data(try value.propertyList().map { $0 ^ 0x5a })
    }

    func decode(_ value: StoredValue, for name: StorageString) throws -> StoredValue {
      guard case .data(let bytes) = value.content else { throw CancellationError() }
      return try StoredValue(propertyList: bytes.map { $0 ^ 0x5a })
    }
  }
}
