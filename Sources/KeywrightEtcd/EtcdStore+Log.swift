#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import Keywright

extension EtcdStore {
  /// One commit of the log: who made it, when and why.
  public struct LoggedCommit: Sendable, CustomStringConvertible {
    /// The effect of the commit on one key.
    public struct Change: Sendable {
      /// The key's storage string.
      public let storageString: String
      /// The value before; nil for nothing, and for one that is hidden.
      public let old: StoredValue?
      /// The value after; nil for nothing, and for one that is hidden.
      public let new: StoredValue?
      /// Whether the values are left out: they are private, secret, unknown, or too large for the log.
      public let isHidden: Bool
    }

    /// The revision of the cluster that the commit made.
    public let revision: Int64
    /// The author of the commit: ``EtcdOptions/author`` of that process; nil for a change that was not made
    /// by Keywright, as by `etcdctl put`.
    public let author: String?
    /// The time at which it was made, by the clock of that machine; nil for a change that was not made by
    /// Keywright.
    public let date: Date?
    /// Why, if the program said so; see ``EtcdStore/because(_:)``.
    public let reason: String?
    /// The changes of the commit.
    public let changes: [Change]

    /// One line.
    public var description: String {
      let keys = changes.map(\.storageString).joined(separator: ", ")
      let when = date.map(\.utc) ?? "an unknown time"
      return "\(revision), \(when), \(author ?? "an unknown hand"): \(keys)"
        + (reason.map { " (\($0))" } ?? "")
    }
  }

  /// The last commits, newest first.
  ///
  /// Of each key the last records are kept, for some time: ``EtcdOptions/logPerKey`` and
  /// ``EtcdOptions/logAge``. A present value that no record explains, since it was put by other means, is a commit
  /// without an author, of whose time and former values nothing is known; such a removal is not seen.
  ///
  /// - Parameter count: How many to give at most.
  /// - Throws: `unavailable` if the cluster does not answer.
  public func log(last count: Int = 100) throws(StoreError) -> [LoggedCommit] {
    let (records, revision): ([(revision: Int64, record: LogRecord)], Int64)
    do throws(EtcdFailure) {
      (records, revision) = try CommitLog(client: space.client, range: space.replica.range).read(
        limit: count)
    } catch {
      throw StoreError(error, operation: "log", path: space.path)
    }
    // Values that are gone by now have no record to explain them, and those that came after the records were
    // read have theirs behind them.
    try space.refresh()
    let known = Set(records.map(\.revision))
    // Behind the last of as many records as were asked for there may be others.
    let first = records.count < count ? 0 : records.last?.revision ?? 0
    let present = core.takeOver { space.replica.entries.filter { !$0.value.isGone } }
    let unexplained = present.filter { name, entry in
      first < entry.modified && entry.modified <= revision && !known.contains(entry.modified)
        && !space.client.options.leavesOutOfLog(name)
    }
    let unknown = Dictionary(grouping: unexplained.keys) { present[$0]?.modified ?? 0 }
      .map { LoggedCommit(unknown: $0.value, at: $0.key) }
    let all = records.map { LoggedCommit($0.record, at: $0.revision) } + unknown
    return Array(all.sorted { $0.revision > $1.revision }.prefix(count))
  }

  /// Reverts a commit, by a new commit of the values before it.
  ///
  /// - Parameter commit: A commit of the log.
  /// - Throws: `refused` if a key was changed since;
  ///   `unsupported` if values of it are hidden; then nothing changed.
  public func revert(_ commit: LoggedCommit) throws(StoreError) {
    if let hidden = commit.changes.first(where: \.isHidden) {
      throw StoreError(
        .unsupported, storageString: hidden.storageString, operation: "revert",
        found: "a value that the log leaves out",
        advice: "Set the keys of the commit by hand.")
    }
    let store = note.reason == nil ? because("reverts \(commit.revision)") : self
    let forms = commit.changes.map { (name: StorageString($0.storageString), stored: $0.old) }
    let made = Dictionary(commit.changes.map { ($0.storageString, $0.new) }) { $1 }
    try store.commit(forms: forms, operation: "revert") { name, present throws(StoreError) in
      guard let expected = made[name.string], present != expected else { return }
      throw StoreError(
        .refused, storageString: name.string, operation: "revert",
        expected: "the value that the commit made", found: "another one",
        advice: "Revert the later commits first, or set the keys by hand.")
    }
  }
}

extension EtcdStore.LoggedCommit {
  fileprivate init(unknown names: [StorageString], at revision: Int64) {
    self.revision = revision
    (author, date, reason) = (nil, nil, nil)
    changes = names.map(\.string).sorted().map {
      Change(storageString: $0, old: nil, new: nil, isHidden: true)
    }
  }

  fileprivate init(_ record: LogRecord, at revision: Int64) {
    self.revision = revision
    author = record.who
    date = Date(timeIntervalSinceReferenceDate: record.when)
    reason = record.why
    func value(_ text: String) -> StoredValue? { ValueText.value(of: Array(text.utf8)) }
    changes = record.changes.map { change in
      Change(
        storageString: change.key, old: change.old.flatMap(value), new: change.new.flatMap(value),
        isHidden: change.isHidden ?? false)
    }
  }
}
