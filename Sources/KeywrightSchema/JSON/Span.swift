/// A run of bytes in one file of a run of the tool.
package struct Span: Hashable, Sendable {
  /// The file's index among the files of this run.
  package let file: Int
  /// The offset of the first byte.
  package let start: Int
  /// The offset after the last byte.
  package let end: Int

  /// Whether all of another span is in this one.
  func contains(_ other: Span) -> Bool {
    file == other.file && start <= other.start && other.end <= end
  }
}
