import KeywrightStorage

extension Bool: Convertible {
  /// A boolean is stored as it is.
  public typealias Stored = Bool

  /// Returns a boolean.
  public func storedValue() -> StoredValue { StoredValue(.boolean(self)) }

  /// Reads a boolean; not a number.
  public static func value(from stored: StoredValue) -> Bool? {
    guard case .boolean(let value) = stored.tree else { return nil }
    return value
  }

  /// A boolean.
  public static var storedForm: String { "boolean" }
}

extension Double: Convertible {
  /// A real is stored as it is.
  public typealias Stored = Double

  /// Returns a real, every bit of it: infinities, NaNs and `-0.0` are read back the same.
  public func storedValue() -> StoredValue { StoredValue(.real(self)) }

  /// Reads a real, or an integer that a `Double` holds exactly; a boolean is neither.
  public static func value(from stored: StoredValue) -> Double? {
    switch stored.tree {
    case .real(let value): value
    case .integer(let value): Double(exactly: value)
    case .unsigned(let value): Double(exactly: value)
    default: nil
    }
  }

  /// A real.
  public static var storedForm: String { "real" }
}

extension Float: Convertible {
  /// Returns the same number as a `Double`, which holds every `Float` exactly.
  public func encode() -> Double {
    isNaN ? Double(widening: self) : Double(self)
  }

  /// Rounds a real to the nearest `Float`; nil when a finite one is beyond its range.
  public static func decode(_ stored: Double) -> Float? {
    if stored.isNaN { return Float(narrowing: stored) }
    let rounded = Float(stored)
    return rounded.isInfinite && stored.isFinite ? nil : rounded
  }

  /// Reads a real, rounded to the nearest, or an integer that a `Float` holds exactly.
  public static func value(from stored: StoredValue) -> Float? {
    switch stored.tree {
    case .real(let value): decode(value)
    case .integer(let value): Float(exactly: value)
    case .unsigned(let value): Float(exactly: value)
    default: nil
    }
  }

  /// A `Double` holds every `Float`.
  public static var isExact: Bool { true }
}

// Conversions in hardware make a signalling NaN quiet, so that one would be read back as another;
// these move its sign and payload bit by bit (IEEE 754-2019, 3.4).
extension Double {
  fileprivate init(widening value: Float) {
    let bits = UInt64(value.bitPattern)
    self.init(bitPattern: (bits >> 31) << 63 | 0x7ff << 52 | (bits & 0x7f_ffff) << 29)
  }
}

extension Float {
  fileprivate init(narrowing value: Double) {
    let bits = value.bitPattern
    let payload = UInt32(truncatingIfNeeded: bits >> 29) & 0x7f_ffff
    let sign = UInt32(truncatingIfNeeded: bits >> 63) << 31
    // A payload in the low bits alone would leave an infinity.
    self.init(bitPattern: sign | 0x7f80_0000 | (payload == 0 ? 0x40_0000 : payload))
  }
}

extension String: Convertible {
  /// A string is stored as it is.
  public typealias Stored = String

  /// Returns a string of the same UTF-8 bytes.
  public func storedValue() -> StoredValue { StoredValue(.string(self)) }

  /// Reads a string; nothing else is turned into one.
  public static func value(from stored: StoredValue) -> String? {
    guard case .string(let value) = stored.tree else { return nil }
    return value
  }

  /// A string.
  public static var storedForm: String { "string" }
}

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

  /// The two integers hold every attosecond.
  public static var isExact: Bool { true }

  /// An array of two integers.
  public static var storedForm: String { "array of two integers: seconds and attoseconds" }

  /// The range of durations that have `components`, which trap beyond it.
  private static let storable =
    Duration(
      secondsComponent: .min, attosecondsComponent: -999_999_999_999_999_999)...Duration(
      secondsComponent: .max, attosecondsComponent: 999_999_999_999_999_999)
}
