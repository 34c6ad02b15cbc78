/// The length of a journal at which it is brought into a new checkpoint: long enough that a checkpoint's four
/// waits for the disk cost a commit little, short enough to be read within milliseconds.
struct CompactionThreshold: Sendable {
  private var bytes = 0
  private var values = 0

  /// The threshold beside a checkpoint.
  ///
  /// It is passed well before ``PropertyListLimits`` are near: a compaction at the last moment would be made by the
  /// commit that reaches them, in the caller's thread.
  init(checkpoint: Checkpoint? = nil) {
    let size = checkpoint?.status.size ?? 0
    let room = PropertyListLimits.bytes - size
    bytes = max(Self.shortestLongJournal, min(size / 2, room / 4))
    values = PropertyListLimits.values / 2
  }

  /// The threshold after a compaction that failed: it is tried again when the journal is twice as long, and long at
  /// all.
  init(twice journal: Journal?) {
    bytes = max(Self.shortestLongJournal, 2 * (journal?.end ?? 0))
    values = max(PropertyListLimits.values / 2, 2 * (journal?.values ?? 0))
  }

  func isPassed(by journal: Journal?) -> Bool {
    guard let journal else { return false }
    return journal.end > bytes || journal.values > values
  }

  /// A megabyte: 20,000 commits of a number share the 3 ms of a new checkpoint, and reading them
  /// takes some 10 ms, where they were left by a crash.
  static let shortestLongJournal = 1 << 20
}
