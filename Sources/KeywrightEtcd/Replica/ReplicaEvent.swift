#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Keywright

/// One change under the prefix, as the watch brings it or a load finds it.
struct ReplicaEvent: Sendable {
  /// The value that etcd holds for a key.
  enum Content: Sendable {
    case value(StoredValue)
    /// Bytes that are no stored value.
    case unreadable(Data)
    case nothing
  }

  let name: StorageString
  let content: Content
  let entry: ReplicaEntry

  /// Whether the value went because its lease ended.
  var isExpiry = false
}

/// The metadata of one etcd key.
struct ReplicaEntry: Sendable {
  /// The revision that changed the key last; of a key that is gone, the one that removed it.
  var modified: Int64
  var created: Int64 = 0
  var version: Int64 = 0
  var isGone = false
  /// The bytes of the key and the value in memory, about; 0 for a commit of this process.
  var size = 0
}

extension ReplicaEvent {
  /// The event of a put; nil for a key that is not the store's.
  init?(_ pair: KeyValue, in range: KeyRange) {
    guard let name = range.name(of: pair.key) else { return nil }
    let bytes = pair.value ?? Data()
    self.name = name
    content = ValueText.value(of: Array(bytes)).map(Content.value) ?? .unreadable(bytes)
    entry = ReplicaEntry(
      modified: pair.mod_revision, created: pair.create_revision, version: pair.version,
      size: pair.size)
  }

  /// The removal of a key; nil for a key that is not the store's.
  init?(removing key: Data, at revision: Int64, in range: KeyRange, isExpiry: Bool) {
    guard let name = range.name(of: key) else { return nil }
    self.name = name
    content = .nothing
    entry = ReplicaEntry(modified: revision, isGone: true)
    self.isExpiry = isExpiry
  }
}

/// The changes that one revision made.
struct ReplicaBatch: Sendable {
  let revision: Int64
  var events: [ReplicaEvent]

  var size: Int { events.reduce(0) { $0 + $1.entry.size + 100 } }
}

extension KeyValue {
  /// The bytes of the key and the value in memory, about.
  var size: Int { key.count + (value?.count ?? 0) + 100 }
}
