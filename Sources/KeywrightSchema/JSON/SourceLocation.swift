/// A place in a schema file as people and editors name it.
///
/// Lines and columns start at 1. A column counts UTF-16 code units, as the Language Server
/// Protocol and Visual Studio Code do: for all text of the Basic Multilingual Plane that is one
/// for each character.
package struct SourceLocation: Equatable, Hashable, Sendable {
  /// The file's path, as it was given to the tool.
  package var path: String
  /// The line, from 1; LF, CRLF and CR each end a line.
  package var line: Int
  /// The column, from 1, in UTF-16 code units.
  package var column: Int

  /// Creates a location.
  package init(path: String, line: Int, column: Int) {
    self.path = path
    self.line = line
    self.column = column
  }
}

/// A run of bytes in one file of a run of the tool.
package struct Span: Equatable, Hashable, Sendable {
  /// The file's index among the files of this run.
  package var file: Int
  /// The offset of the first byte.
  package var start: Int
  /// The offset after the last byte.
  package var end: Int

  /// Creates a span.
  package init(file: Int, start: Int, end: Int) {
    self.file = file
    self.start = start
    self.end = end
  }
}

/// A value together with the bytes it was read from.
package struct Located<Value> {
  /// The value.
  package var value: Value
  /// Where it was written.
  package var span: Span

  /// Creates a located value.
  package init(_ value: Value, at span: Span) {
    self.value = value
    self.span = span
  }
}

extension Located: Sendable where Value: Sendable {}
extension Located: Equatable where Value: Equatable {}
