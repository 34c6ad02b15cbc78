import Foundation
import Keywright
import KeywrightEtcd
import KeywrightEvolution
import KeywrightSchema
import KeywrightVerbs

/// A store that stays open, so that it notifies of changes by any program.
struct LiveStore: Sendable {
  let store: any Store
  /// The same store, if it is on etcd.
  let etcd: EtcdStore?
  private let location: StoreLocation
  private let catalog: SchemaCatalog

  /// Opens the store without changing a byte.
  ///
  /// - Parameter catalog: The keys; a value is reported as gone once it is older than its key's `maxAge`.
  init(_ location: StoreLocation, _ catalog: SchemaCatalog) throws {
    (self.location, self.catalog) = (location, catalog)
    try Self.check(location)
    if let cluster = location.cluster {
      let limited = catalog.keys.filter { $0.model.lifecycle.maxAge != nil }
      let store = cluster.connected(limited.map(\.anyKey))
      do {
        try store.waitUntilReady(within: .seconds(10), orRefused: true)
      } catch {
        store.close()
        throw error
      }
      (self.store, etcd) = (store, store)
      return
    }
    let store = DefaultsStore(
      lookingAt: URL(fileURLWithPath: location.path).path, watching: .always)
    if case .unavailable(let error) = store.status {
      throw OutputFailure(path: location.path, reason: "\(error)")
    }
    (self.store, etcd) = (store, nil)
  }

  /// Refuses a store that notifies of no changes.
  static func check(_ location: StoreLocation) throws(Arguments.Refusal) {
    if location.secrets != nil {
      throw Arguments.Refusal(reason: "the system's store of secrets has no notice of changes")
    }
  }

  /// The values as they are now.
  func values() throws -> StoredValues {
    if let etcd, let cluster = location.cluster { return try StoredValues(etcd, cluster, catalog) }
    return try StoredValues(location, catalog)
  }

  func close() { etcd?.close() }
}
