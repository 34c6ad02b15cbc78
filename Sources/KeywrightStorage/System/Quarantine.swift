/// The reason why a file was renamed instead of removed, which stands in its new name.
enum Quarantine: String, CaseIterable {
  /// Bytes that no writer of a store wrote: each opening reports them.
  case damaged
  /// Damaged bytes that were acknowledged: no opening reports them any more.
  case acknowledged
  /// A file that another program had just put in the place of a new one, in a folder of values.
  case edited
  /// The remains of a crash, found by mending.
  case unfinished
}
