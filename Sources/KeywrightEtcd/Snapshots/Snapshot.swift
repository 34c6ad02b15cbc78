#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Keywright

/// All values of a store at one moment, as a local store keeps them.
struct Snapshot: Sendable {
  var generation: Int
  var revision: Int64
  var savedAt: Date
  /// Whether the program has said that it works with these values.
  var isHealthy: Bool
  var values: [(name: StorageString, stored: StoredValue)]

  /// The snapshot as a value.
  var stored: StoredValue {
    [
      "generation": .integer(Int64(generation)), "revision": .integer(revision),
      "saved": .date(secondsSince2001: savedAt.timeIntervalSinceReferenceDate),
      "healthy": .boolean(isHealthy),
      "values": .dictionary(values.map { ($0.name.string, $0.stored) }),
    ]
  }
}

extension Snapshot {
  /// The snapshot of a value; nil if the value is not a snapshot.
  init?(_ stored: StoredValue) {
    guard case .dictionary(let list) = stored.content else { return nil }
    let members = Dictionary(list.map { ($0.key, $0.value.content) }) { $1 }
    // Numbers beyond what any program reaches are damage, and counting on from them would trap.
    guard case .integer(let generation) = members["generation"], 1..<(1 << 40) ~= generation,
      case .integer(let revision) = members["revision"], case .date(let saved) = members["saved"],
      case .boolean(let isHealthy) = members["healthy"],
      case .dictionary(let values) = members["values"]
    else { return nil }
    self.init(
      generation: Int(generation), revision: revision,
      savedAt: Date(timeIntervalSinceReferenceDate: saved), isHealthy: isHealthy,
      values: values.map { (StorageString($0.key), $0.value) })
  }
}
