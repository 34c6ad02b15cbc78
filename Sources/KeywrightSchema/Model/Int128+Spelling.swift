extension Int128 {
  /// Reads an integer in JSON's spelling: no sign but `-`, no fraction, no exponent.
  ///
  /// - Returns: nil if the spelling is no integer, or one beyond 64 bits.
  package init?(spelling: String) {
    let digits = spelling.hasPrefix("-") ? spelling.dropFirst() : spelling[...]
    guard !digits.isEmpty, digits.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }),
      let value = Int128(spelling), value.magnitude <= UInt64.max
    else { return nil }
    self = value
  }

  /// Whether the integer is a value of the type.
  package func fits(_ type: ScalarType) -> Bool { type.integerBounds?.contains(self) ?? false }
}
