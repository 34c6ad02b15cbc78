/// Turns an optional where none can be stored into an error that says what to do.
///
/// Without it the compiler could say only that `Optional` does not conform. A key of an optional
/// type is made by an initialiser of its own and never needs this.
@available(
  *, unavailable,
  message: """
    a property list has no null: leave nil elements out (compactMap), make the member of a struct \
    optional, or give the key itself an optional type
    """
)
extension Optional: Convertible where Wrapped: Convertible {
  /// There is none.
  public typealias Stored = StoredValue

  /// Cannot be called.
  public func encode() throws -> StoredValue {
    throw ConversionFailure.null
  }

  /// Cannot be called.
  public static func decode(_ stored: StoredValue) -> Wrapped?? { nil }
}
