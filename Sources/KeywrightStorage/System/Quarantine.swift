/// The reason why a file was renamed instead of removed, which stands in its new name.
enum Quarantine: String {
  /// Bytes that no writer of a store wrote: each opening reports them.
  case damaged
  /// Damaged bytes that were acknowledged: no opening reports them any more.
  case acknowledged
  /// An edit, or a journal, of which not everything counts.
  case edited, overridden
  /// The remains of a crash, found by mending.
  case unfinished
}
