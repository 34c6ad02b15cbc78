/// What the nodes of one encoding share.
final class EncodingSession {
  /// The first failure in a place that cannot throw; thrown when the value's `encode(to:)` returns.
  private(set) var failure: ConversionFailure?

  func fail(_ failure: @autoclosure () -> ConversionFailure) {
    if self.failure == nil { self.failure = failure() }
  }
}
