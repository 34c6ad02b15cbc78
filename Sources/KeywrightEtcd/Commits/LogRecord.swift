#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Keywright

/// The author and the reason of a commit.
struct CommitNote: Sendable {
  var author: String
  var reason: String?
}

/// A commit's entry in the log, as etcd holds it.
struct LogRecord: Codable, Sendable {
  struct Change: Codable, Sendable {
    var key: String
    /// The texts of the values; nil for nothing, and for values that are not shown.
    var old: String?
    var new: String?
    /// Whether the values are left out, because they are secret or too large.
    var isHidden: Bool?
  }

  var who: String
  var when: Double
  var why: String?
  var changes: [Change]

  /// The most bytes of values that a record has.
  private static let limit = 32_000

  init(_ writes: [StagedWrite], _ note: CommitNote) {
    who = note.author
    why = note.reason
    when = Date().timeIntervalSinceReferenceDate
    changes = []
    var size = 0
    for write in writes {
      let old = write.storedBefore.map(LogRecord.text)
      let new = write.stored.map(LogRecord.text)
      size += (old?.utf8.count ?? 0) + (new?.utf8.count ?? 0)
      if write.isSensitive || size > LogRecord.limit {
        changes.append(Change(key: write.name.string, isHidden: true))
      } else {
        changes.append(Change(key: write.name.string, old: old, new: new))
      }
    }
  }

  private static func text(_ value: StoredValue) -> String {
    String(decoding: ValueText.text(of: value), as: UTF8.self)
  }

  /// The operation that writes the record, under a key of its own.
  func operation(in range: KeyRange, marker: CommitMarker) -> Operation? {
    guard let value = try? JSONEncoder().encode(self) else { return nil }
    let id = String(decoding: marker.key.suffix(36), as: UTF8.self)
    let key = Data("\(range.logs)\(id)/\(marker.sequence)".utf8)
    return Operation(request_put: PutRequest(key: key, value: value))
  }
}
