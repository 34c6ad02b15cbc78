import Keywright
import Testing

/// Runs a check for every integer type of up to 64 bits.
private func forEachInteger(_ check: (any (FixedWidthInteger & Convertible).Type) throws -> Void)
  rethrows
{
  try check(Int.self)
  try check(Int8.self)
  try check(Int16.self)
  try check(Int32.self)
  try check(Int64.self)
  try check(UInt.self)
  try check(UInt8.self)
  try check(UInt16.self)
  try check(UInt32.self)
  try check(UInt64.self)
}

/// The stored integer of any number that 64 bits hold, signed or not.
private func stored(_ number: Int128) -> StoredValue? {
  if let number = Int64(exactly: number) { return .integer(number) }
  return UInt64(exactly: number).map(StoredValue.unsigned)
}

@Suite("Integers")
struct IntegerTests {
  @Test("Every width round-trips at and near its bounds")
  func bounds() throws {
    func check<T: FixedWidthInteger & Convertible>(_ type: T.Type) throws {
      for number in [T.min, T.min + 1, 0, 1, T.max / 2, T.max - 1, T.max] {
        #expect(try T.value(from: number.storedValue()) == number)
        #expect(try number.storedValue() == stored(Int128(number)))
      }
    }
    try forEachInteger { try check($0) }
  }

  @Test("One beyond the bounds is not read")
  func beyond() throws {
    func check<T: FixedWidthInteger & Convertible>(_ type: T.Type) throws {
      for number in [Int128(T.min) - 1, Int128(T.max) + 1] {
        guard let stored = stored(number) else { continue }
        #expect(T.value(from: stored) == nil, "\(number) as \(T.self)")
      }
    }
    try forEachInteger { try check($0) }
  }

  @Test("Every 16-bit number reads as every width that holds it and as no other")
  func cross() throws {
    func check<T: FixedWidthInteger & Convertible>(_ type: T.Type) {
      for number in -40_000...70_000 {
        #expect(T.value(from: .integer(Int64(number))) == T(exactly: number))
      }
    }
    forEachInteger { check($0) }
  }

  @Test("A whole real reads as an integer, a fraction or a boolean never")
  func reals() throws {
    func check<T: FixedWidthInteger & Convertible>(_ type: T.Type) {
      #expect(T.value(from: 1.0) == 1)
      #expect(T.value(from: 1.75) == nil)
      #expect(T.value(from: .real(.nan)) == nil)
      #expect(T.value(from: .real(.infinity)) == nil)
      #expect(T.value(from: .real(1e300)) == nil)
      #expect(T.value(from: true) == nil)
      #expect(T.value(from: "1") == nil)
      #expect(T.value(from: []) == nil)
    }
    forEachInteger { check($0) }
  }

  @Test("A real at the edge of 64 bits is read only when it is inside")
  func edges() {
    #expect(Int64.value(from: .real(0x1p63)) == nil)
    #expect(UInt64.value(from: .real(0x1p63)) == 0x8000_0000_0000_0000)
    #expect(UInt64.value(from: .real(0x1p64)) == nil)
    #expect(Int64.value(from: .real(-0x1p63)) == .min)
  }

  @Test("An integer has one stored form whatever type it came from")
  func canonical() throws {
    #expect(UInt64(5).storedValue() == Int8(5).storedValue())
    #expect(StoredValue.unsigned(5) == .integer(5))
    #expect(UInt64.max.storedValue() == .unsigned(.max))
  }

  @Test("Errors name the range")
  func words() {
    #expect(Int.storedForm == "integer")
    #expect(Int8.storedForm == "integer from -128 to 127")
    #expect(UInt64.storedForm == "integer from 0 to 18446744073709551615")
  }
}
