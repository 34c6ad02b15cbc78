import Keywright
import KeywrightStorage
import Testing

/// A value after a round trip through a file's bytes.
func throughFile(_ value: StoredValue) throws -> StoredValue {
  let bytes = try BinaryPropertyList.encode(value.tree)
  return StoredValue(try bytes.withUnsafeBytes { try BinaryPropertyList.decode($0) })
}

@Suite("Reals")
struct RealTests {
  static let doubles: [Double] = [
    0, -0.0, 1, -1.5, .pi, .leastNonzeroMagnitude, .leastNormalMagnitude,
    .greatestFiniteMagnitude, .infinity, -.infinity, .nan, .signalingNaN,
    Double(bitPattern: 0xfff8_0000_dead_beef), Double(bitPattern: 0x7ff0_0000_0000_0001),
  ]

  @Test("A Double comes back from a file bit for bit", arguments: doubles)
  func doubleBits(number: Double) throws {
    let back = try Double.value(from: throughFile(number.storedValue()))
    #expect(back?.bitPattern == number.bitPattern)
  }

  @Test("A Float comes back from a file bit for bit")
  func floatBits() throws {
    let patterns: [UInt32] = [
      0, 0x8000_0000, 1, 0x7f_ffff, 0x80_0000, 0x7f7f_ffff, 0x7f80_0000, 0xff80_0000,
      0x7f80_0001, 0x7fa0_0000, 0x7fc0_0000, 0xffff_ffff, 0x3f80_0000, 0x3dcc_cccd,
    ]
    for pattern in patterns {
      let number = Float(bitPattern: pattern)
      let back = try Float.value(from: throughFile(number.storedValue()))
      #expect(back?.bitPattern == pattern, "\(String(pattern, radix: 16))")
    }
  }

  @Test("A NaN is never read as an infinity")
  func narrowNaN() {
    let lowPayload = Double(bitPattern: 0x7ff0_0000_0000_0001)
    #expect(Float.value(from: .real(lowPayload))?.isNaN == true)
  }

  @Test("An integer reads as a real only when the real holds it exactly")
  func fromInteger() {
    #expect(Double.value(from: 1) == 1.0)
    #expect(Double.value(from: .integer(9_007_199_254_740_992)) == 9_007_199_254_740_992)
    #expect(Double.value(from: .integer(9_007_199_254_740_993)) == nil)
    #expect(Double.value(from: .unsigned(.max)) == nil)
    #expect(Double.value(from: .unsigned(0x8000_0000_0000_0000)) == 0x1p63)
    #expect(Float.value(from: 16_777_216) == 16_777_216)
    #expect(Float.value(from: 16_777_217) == nil)
  }

  @Test("A real read as Float is rounded, but never to infinity")
  func rounding() {
    #expect(Float.value(from: 0.1) == 0.1)
    #expect(Float.value(from: .real(16_777_217)) == 16_777_216)
    #expect(Float.value(from: 1e300) == nil)
    #expect(Float.value(from: .real(-1e39)) == nil)
    #expect(Float.value(from: .real(.infinity)) == .infinity)
  }

  @Test("A boolean is no real and a real no boolean")
  func booleans() {
    #expect(Double.value(from: true) == nil)
    #expect(Float.value(from: false) == nil)
    #expect(Bool.value(from: 1.0) == nil)
    #expect(Bool.value(from: 1) == nil)
    #expect(Bool.value(from: "true") == nil)
    #expect(Bool.value(from: true) == true)
  }
}
