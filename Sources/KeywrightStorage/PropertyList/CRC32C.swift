/// The CRC-32C checksum (Castagnoli polynomial, reflected, as in iSCSI, RFC 3720 appendix B.4).
///
/// Sixteen tables take sixteen bytes a step ("slicing", Kounavis and Berry, Intel 2005): plain
/// Swift, the same on every processor. A step waits for the one before it, so of a long run two
/// blocks are taken in turn, and the checksum of the first is moved past the second: a checksum is
/// linear in its state, and the effect of a number of zero bytes on a state is one more table.
package struct CRC32C: Sendable {
  private var state = ~0 as UInt32

  package init() {}

  /// The checksum of all bytes so far.
  package var value: UInt32 { ~state }

  /// Takes further bytes; linear in their number.
  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    guard let base = bytes.baseAddress else { return }
    let table = CRC32C.tables.pointer
    var crc = state
    var index = 0
    while bytes.count - index >= 2 * CRC32C.block {
      crc = CRC32C.updated(crc, with: base + index, table)
      index += 2 * CRC32C.block
    }
    while bytes.count - index >= 16 {
      crc = CRC32C.step(crc, base + index, table)
      index += 16
    }
    if bytes.count - index >= 8 {
      let word = UInt64(littleEndian: base.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      crc = CRC32C.fold(word ^ UInt64(crc), table)
      index += 8
    }
    if bytes.count - index >= 4 {
      let word = UInt32(littleEndian: base.loadUnaligned(fromByteOffset: index, as: UInt32.self))
      // Four bytes are the last ones of eight, of which the first are zeros, and so is their checksum.
      crc = CRC32C.fold(UInt64(word ^ crc) << 32, table)
      index += 4
    }
    while index < bytes.count {
      let byte = base.load(fromByteOffset: index, as: UInt8.self)
      crc = table[Int(UInt8(truncatingIfNeeded: crc) ^ byte)] ^ (crc >> 8)
      index += 1
    }
    state = crc
  }

  /// The checksum of one run of bytes.
  package static func checksum(of bytes: UnsafeRawBufferPointer) -> UInt32 {
    var crc = CRC32C()
    crc.update(bytes)
    return crc.value
  }

  /// Takes two blocks in turn.
  private static func updated(
    _ crc: UInt32, with blocks: UnsafeRawPointer, _ table: UnsafePointer<UInt32>
  ) -> UInt32 {
    var (first, second) = (crc, 0 as UInt32)
    for index in stride(from: 0, to: block, by: 16) {
      first = step(first, blocks + index, table)
      second = step(second, blocks + block + index, table)
    }
    let past = table + 16 * 256
    return past[Int(first & 0xff)] ^ past[256 + Int(first >> 8 & 0xff)]
      ^ past[512 + Int(first >> 16 & 0xff)] ^ past[768 + Int(first >> 24)] ^ second
  }

  /// Takes sixteen bytes.
  @inline(__always)
  private static func step(
    _ crc: UInt32, _ bytes: UnsafeRawPointer, _ table: UnsafePointer<UInt32>
  ) -> UInt32 {
    let first = UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self))
    let second = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    return fold(first ^ UInt64(crc), table + 2048) ^ fold(second, table)
  }

  /// Looks up the eight bytes of `word` in the eight tables from `table`, nearest byte last.
  @inline(__always)
  private static func fold(_ word: UInt64, _ table: UnsafePointer<UInt32>) -> UInt32 {
    let a = table[1792 + Int(word & 0xff)] ^ table[1536 + Int(word >> 8 & 0xff)]
    let b = table[1280 + Int(word >> 16 & 0xff)] ^ table[1024 + Int(word >> 24 & 0xff)]
    let c = table[768 + Int(word >> 32 & 0xff)] ^ table[512 + Int(word >> 40 & 0xff)]
    let d = table[256 + Int(word >> 48 & 0xff)] ^ table[Int(word >> 56)]
    return a ^ b ^ c ^ d
  }

  private static let tables = Tables()

  /// The bytes of one of two blocks that are taken in turn: two to this power.
  private static let blockPower = 11
  private static let block = 1 << blockPower

  /// The sixteen tables, and four that move a checksum past a block, made once and never freed or
  /// changed.
  private struct Tables: @unchecked Sendable {
    // `@unchecked`: no lock. The memory is written only in `init`, before the value can be shared.
    let pointer: UnsafePointer<UInt32>

    init() {
      let table = UnsafeMutablePointer<UInt32>.allocate(capacity: 20 * 256)
      for byte in 0..<256 {
        var crc = UInt32(byte)
        for _ in 0..<8 { crc = (crc >> 1) ^ (crc & 1 == 1 ? 0x82f6_3b78 : 0) }
        table[byte] = crc
      }
      for index in 256..<16 * 256 {
        let previous = table[index - 256]
        table[index] = table[Int(previous & 0xff)] ^ (previous >> 8)
      }
      let images = Tables.pastBlock(table)
      let past = table + 16 * 256
      for index in 0..<4 * 256 {
        // The sum of the images of the lowest bit and of the rest.
        let byte = index % 256
        let rest = byte & (byte - 1)
        past[index] =
          switch (byte, rest) {
          case (0, _): 0
          case (_, 0): images[index / 256 * 8 + byte.trailingZeroBitCount]
          default: past[index - byte + rest] ^ past[index - rest]
          }
      }
      pointer = UnsafePointer(table)
    }

    /// The effect of a block of zero bytes on each bit of a state.
    private static func pastBlock(_ table: UnsafeMutablePointer<UInt32>) -> [UInt32] {
      var images = (0..<32).map { bit in
        let state = (1 as UInt32) << UInt32(bit)
        return table[Int(state & 0xff)] ^ (state >> 8)
      }
      // Twice as many bytes each time.
      for _ in 0..<CRC32C.blockPower { images = images.map { apply(images, to: $0) } }
      return images
    }

    /// The sum of the images of a state's bits.
    private static func apply(_ images: [UInt32], to state: UInt32) -> UInt32 {
      images.indices.reduce(0) { $0 ^ (state >> $1 & 1 == 1 ? images[$1] : 0) }
    }
  }
}
