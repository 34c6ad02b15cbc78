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

  /// A record of something that is no commit of keys.
  init(_ changes: [Change], _ note: CommitNote, at date: Date) {
    who = note.author
    why = note.reason
    when = date.timeIntervalSinceReferenceDate
    self.changes = changes
  }

  /// - Parameter unlogged: Whether the changes of a key are left out.
  init(
    _ writes: [StagedWrite], _ note: CommitNote, at date: Date,
    without unlogged: (StorageString) -> Bool
  ) {
    self.init([], note, at: date)
    var size = 0
    for write in writes where !unlogged(write.name) {
      let old = write.storedBefore.map(ValueText.text)
      let new = write.stored.map(ValueText.text)
      size += (old?.utf8.count ?? 0) + (new?.utf8.count ?? 0)
      if write.isSensitive || size > LogRecord.limit {
        changes.append(Change(key: write.name.string, isHidden: true))
      } else {
        changes.append(Change(key: write.name.string, old: old, new: new))
      }
    }
  }

  /// The operation that writes the record of a commit, under a key of its own; nil if it says nothing.
  func operation(in range: KeyRange, marker: CommitMarker) -> Operation? {
    let id = String(decoding: marker.key.suffix(36), as: UTF8.self)
    return operation(in: range, named: "\(id)/\(marker.sequence)")
  }

  func operation(in range: KeyRange, named name: String) -> Operation? {
    guard !changes.isEmpty, let value = try? JSONEncoder().encode(self) else { return nil }
    let key = Data((range.logs + name).utf8)
    return Operation(request_put: PutRequest(key: key, value: value))
  }
}
