/// The fixed hash of a storage string: SipHash-1-3 over its UTF-8 bytes, under a published key.
///
/// The function never changes and depends on nothing of the process, so that generated code can
/// carry the hash of every declared key. A table must not use it bare: it mixes the hash with a
/// random number of its process (see `ValueTable`), so that strings of different hashes are spread
/// in a way that no author of a file can foresee; and it keeps strings of one and the same hash,
/// beyond a bounded number, by a seeded hash of their bytes.
///
/// Source: J.-P. Aumasson and D. J. Bernstein, "SipHash: a fast short-input PRF" (2012), with one
/// compression and three finalisation rounds.
///
/// Complexity: O(*n*) in the number of bytes.
enum KeyHash {
  static let key0: UInt64 = 0x6b65_7977_7269_6768  // "keywrigh"
  static let key1: UInt64 = 0x742d_6b65_7973_2d31  // "t-keys-1"

  /// The hash of these bytes.
  static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var state = State()
    var index = 0
    let raw = UnsafeRawBufferPointer(bytes)
    while bytes.count - index >= 8 {
      let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      state.absorb(UInt64(littleEndian: word))
      index += 8
    }
    let tail = word(bytes, at: index, count: bytes.count - index)
    state.absorb(tail | UInt64(truncatingIfNeeded: bytes.count) << 56)
    return state.finish()
  }

  /// The hash of a string's UTF-8 bytes.
  static func hash(_ string: String) -> UInt64 {
    var string = string
    return string.withUTF8 { hash($0) }
  }

  private static func word(
    _ bytes: UnsafeBufferPointer<UInt8>, at start: Int, count: Int
  ) -> UInt64 {
    var word: UInt64 = 0
    for offset in 0..<count { word |= UInt64(bytes[start + offset]) << UInt64(8 * offset) }
    return word
  }

  private struct State {
    var v0 = KeyHash.key0 ^ 0x736f_6d65_7073_6575
    var v1 = KeyHash.key1 ^ 0x646f_7261_6e64_6f6d
    var v2 = KeyHash.key0 ^ 0x6c79_6765_6e65_7261
    var v3 = KeyHash.key1 ^ 0x7465_6462_7974_6573

    mutating func absorb(_ word: UInt64) {
      v3 ^= word
      round()
      v0 ^= word
    }

    mutating func finish() -> UInt64 {
      v2 ^= 0xff
      for _ in 0..<3 { round() }
      return v0 ^ v1 ^ v2 ^ v3
    }

    private mutating func round() {
      v0 = v0 &+ v1
      v1 = rotated(v1, 13) ^ v0
      v0 = rotated(v0, 32)
      v2 = v2 &+ v3
      v3 = rotated(v3, 16) ^ v2
      v0 = v0 &+ v3
      v3 = rotated(v3, 21) ^ v0
      v2 = v2 &+ v1
      v1 = rotated(v1, 17) ^ v2
      v2 = rotated(v2, 32)
    }

    private func rotated(_ word: UInt64, _ count: UInt64) -> UInt64 {
      word << count | word >> (64 - count)
    }
  }
}
