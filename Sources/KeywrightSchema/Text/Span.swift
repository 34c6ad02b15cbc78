/// A run of bytes in one file of a run of the tool.
package struct Span: Hashable, Sendable {
  // Half as wide as integers are: most of what is read has a span, and files end at 16 MB.
  private let index: Int32
  private let lower: Int32
  private let upper: Int32

  /// The file's index among the files of this run.
  package var file: Int { Int(clamping: index) }
  /// The offset of the first byte.
  package var start: Int { Int(clamping: lower) }
  /// The offset after the last byte.
  package var end: Int { Int(clamping: upper) }

  /// Whether all of another span is in this one.
  func contains(_ other: Span) -> Bool {
    file == other.file && start <= other.start && other.end <= end
  }

  /// Creates a span.
  package init(file: Int, start: Int, end: Int) {
    self.index = Int32(clamping: file)
    self.lower = Int32(clamping: start)
    self.upper = Int32(clamping: end)
  }
}

/// A value together with the bytes it was read from.
package struct Located<Value> {
  /// The value.
  package let value: Value
  /// Where it was written.
  package let span: Span

  /// Creates a located value.
  package init(_ value: Value, at span: Span) {
    self.value = value
    self.span = span
  }
}

extension Located: Sendable where Value: Sendable {}

extension Located: Equatable where Value: Equatable {}
