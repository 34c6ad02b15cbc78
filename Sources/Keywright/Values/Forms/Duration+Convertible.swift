extension Duration: Convertible {
  /// Returns the whole seconds and, of the same sign, the remaining attoseconds (10⁻¹⁸ s).
  ///
  /// - Throws: A ``ConversionFailure`` beyond the seconds that an `Int64` counts, 292 thousand
  ///   million years.
  public func encode() throws -> [Int64] {
    guard Duration.storable.contains(self) else {
      throw ConversionFailure(
        found: "the duration \(self)", expected: "a duration of at most \(Int64.max) seconds")
    }
    let components = components
    return [components.seconds, components.attoseconds]
  }

  /// Reads an array of exactly two integers: seconds and attoseconds.
  public static func decode(_ stored: [Int64]) -> Duration? {
    guard stored.count == 2 else { return nil }
    let duration = Duration(secondsComponent: stored[0], attosecondsComponent: stored[1])
    return storable.contains(duration) ? duration : nil
  }

  /// True: the two integers hold every attosecond.
  public static var isExact: Bool { true }

  /// An array of two integers.
  public static var storedForm: String { "array of two integers: seconds and attoseconds" }

  /// What `components` can take apart; it stops the program at anything more.
  private static let storable =
    Duration(
      secondsComponent: .min, attosecondsComponent: -999_999_999_999_999_999)...Duration(
      secondsComponent: .max, attosecondsComponent: 999_999_999_999_999_999)
}
