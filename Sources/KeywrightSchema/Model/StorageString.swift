/// How ids become the string under which a store keeps a value.
package enum StorageString {
  /// The separator between the ids of a path.
  package static let separator = ":"

  /// The id with `%` and `:` escaped, so that two paths never join to one string.
  package static func escaped(_ id: String) -> String {
    guard id.utf8.contains(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "%") }) else {
      return id
    }
    var result = ""
    for scalar in id.unicodeScalars {
      switch scalar {
      case "%": result += "%25"
      case ":": result += "%3A"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// The storage string of an id below a prefix; the root's prefix is empty.
  package static func joined(_ prefix: String, _ id: String) -> String {
    prefix.isEmpty ? escaped(id) : prefix + separator + escaped(id)
  }
}

/// The hash that a declared key carries.
///
/// SipHash-1-3 (Aumasson and Bernstein, "SipHash: a fast short-input PRF", 2012) under a fixed
/// key, over the UTF-8 bytes of the storage string. The runtime computes the same for keys made
/// by hand; a test compares both.
package enum KeyHash {
  /// The hash of a storage string.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  package static func hash(of text: String) -> UInt64 {
    var text = text
    return text.withUTF8 { bytes in
      var state = State()
      var word: UInt64 = 0
      var filled: UInt64 = 0
      for byte in bytes {
        word |= UInt64(clamping: byte) &<< (8 * filled)
        filled += 1
        if filled == 8 {
          state.absorb(word)
          (word, filled) = (0, 0)
        }
      }
      state.absorb(word | UInt64(clamping: bytes.count) &<< 56)
      return state.finish()
    }
  }

  private struct State {
    private static let key: (UInt64, UInt64) = (0x6b65_7977_7269_6768, 0x742d_6b65_7973_2d31)
    private var v0 = key.0 ^ 0x736f_6d65_7073_6575
    private var v1 = key.1 ^ 0x646f_7261_6e64_6f6d
    private var v2 = key.0 ^ 0x6c79_6765_6e65_7261
    private var v3 = key.1 ^ 0x7465_6462_7974_6573

    mutating func absorb(_ word: UInt64) {
      v3 ^= word
      round()
      v0 ^= word
    }

    mutating func finish() -> UInt64 {
      v2 ^= 0xFF
      for _ in 0..<3 { round() }
      return v0 ^ v1 ^ v2 ^ v3
    }

    private mutating func round() {
      v0 &+= v1
      v1 = v1 &<< 13 | v1 &>> 51
      v1 ^= v0
      v0 = v0 &<< 32 | v0 &>> 32
      v2 &+= v3
      v3 = v3 &<< 16 | v3 &>> 48
      v3 ^= v2
      v0 &+= v3
      v3 = v3 &<< 21 | v3 &>> 43
      v3 ^= v0
      v2 &+= v1
      v1 = v1 &<< 17 | v1 &>> 47
      v1 ^= v2
      v2 = v2 &<< 32 | v2 &>> 32
    }
  }
}
