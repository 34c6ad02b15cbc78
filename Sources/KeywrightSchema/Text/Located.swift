/// A value together with the bytes it was read from.
package struct Located<Value> {
  package let value: Value
  /// The place where it was written.
  package let span: Span

  package init(_ value: Value, at span: Span) {
    self.value = value
    self.span = span
  }
}

extension Located: Sendable where Value: Sendable {}

extension Located: Equatable where Value: Equatable {}
