import KeywrightStorage

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

  /// True: a `Double` holds every `Float`.
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
