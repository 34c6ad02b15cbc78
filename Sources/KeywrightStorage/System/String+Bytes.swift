#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Strings as what they are in a file: UTF-8 bytes.
///
/// Swift's own comparison follows canonical equivalence and merges spellings that a file keeps
/// apart, so storage never uses it.
extension String {
  /// Returns whether both strings have the same UTF-8 bytes; linear in their length.
  package func hasSameBytes(as other: String) -> Bool {
    utf8.count == other.utf8.count && compareBytes(with: other) == 0
  }

  /// Returns whether this string's UTF-8 bytes sort before the other's; linear in their length.
  package func precedesInBytes(_ other: String) -> Bool {
    compareBytes(with: other) < 0
  }

  /// Compares as `memcmp` does, a prefix sorting first.
  func compareBytes(with other: String) -> Int {
    withBytes { left in
      other.withBytes { right in left.compare(with: right) }
    }
  }

  /// Lends the UTF-8 bytes, without a copy wherever the string has them in one piece.
  @inline(__always)
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    if let result = utf8.withContiguousStorageIfAvailable({ body(UnsafeRawBufferPointer($0)) }) {
      return result
    }
    var copy = self
    return copy.withUTF8 { body(UnsafeRawBufferPointer($0)) }
  }
}

extension UnsafeRawBufferPointer {
  /// Whether no byte has its high bit set.
  var isASCII: Bool { hasNone(of: 0x8080_8080_8080_8080) }

  /// Whether all bytes are zero.
  var isZero: Bool { hasNone(of: .max) }

  /// Whether no byte has a bit of a mask, which is that of eight bytes, all of them alike; eight bytes a step.
  @inline(__always)
  private func hasNone(of mask: UInt64) -> Bool {
    var index = 0
    while index + 8 <= count {
      if loadUnaligned(fromByteOffset: index, as: UInt64.self) & mask != 0 { return false }
      index += 8
    }
    while index < count {
      if self[index] & UInt8(truncatingIfNeeded: mask) != 0 { return false }
      index += 1
    }
    return true
  }

  /// Compares as `memcmp` does, a prefix sorting first.
  func compare(with other: UnsafeRawBufferPointer) -> Int {
    let common = Swift.min(count, other.count)
    if common > 0, let left = baseAddress, let right = other.baseAddress {
      let order = Int(memcmp(left, right, common))
      if order != 0 { return order }
    }
    return count - other.count
  }

  /// The first eight bytes as a number that orders as the bytes do, short buffers padded with
  /// zeros; settles most comparisons of a sort without touching the strings again.
  var orderPrefix: UInt64 {
    if count >= 8 { return UInt64(bigEndian: loadUnaligned(as: UInt64.self)) }
    var prefix: UInt64 = 0
    for index in 0..<count { prefix |= UInt64(self[index]) << UInt64(56 - 8 * index) }
    return prefix
  }
}
