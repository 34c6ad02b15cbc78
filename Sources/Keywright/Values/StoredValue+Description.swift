extension StoredValue: CustomStringConvertible {
  /// The value in one line for messages, shortened when it is long.
  ///
  /// Strings are quoted, and what would break a line or turn its direction is escaped. The time
  /// it takes is bounded, however large the value is.
  public var description: String {
    var writer = StoredValueWriter(budget: 120)
    writer.write(tree)
    return writer.text
  }
}
