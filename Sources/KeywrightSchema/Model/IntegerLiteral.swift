/// An integer of up to 64 bits, signed or not.
package struct IntegerLiteral: Comparable, Sendable {
  /// Whether the integer is below zero.
  package let isNegative: Bool
  /// Its distance from zero.
  package let magnitude: UInt64

  /// Creates an integer from its sign and its distance from zero.
  package init(isNegative: Bool, magnitude: UInt64) {
    self.isNegative = isNegative && magnitude != 0
    self.magnitude = magnitude
  }

  /// Reads an integer in JSON's spelling: no sign but `-`, no fraction, no exponent.
  ///
  /// - Returns: nil if the spelling is no integer, or one beyond 64 bits.
  package init?(spelling: String) {
    let digits = spelling.hasPrefix("-") ? spelling.dropFirst() : spelling[...]
    guard !digits.isEmpty, digits.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }),
      let magnitude = UInt64(digits)
    else { return nil }
    self.isNegative = spelling.hasPrefix("-") && magnitude != 0
    self.magnitude = magnitude
  }

  /// The decimal spelling.
  package var spelling: String { (isNegative ? "-" : "") + String(magnitude) }

  /// Whether the integer is a value of the type.
  package func fits(_ type: ScalarType) -> Bool {
    type.integerBounds?.contains(isNegative ? -Int128(magnitude) : Int128(magnitude)) ?? false
  }

  package static func < (left: IntegerLiteral, right: IntegerLiteral) -> Bool {
    switch (left.isNegative, right.isNegative) {
    case (true, false): true
    case (false, true): false
    case (false, false): left.magnitude < right.magnitude
    case (true, true): left.magnitude > right.magnitude
    }
  }
}
