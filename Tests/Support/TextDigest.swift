/// The lines of a text and its FNV-1a hash (http://www.isthe.com/chongo/tech/comp/fnv/): of a text that other programs
/// judge, a test keeps this alone, which shows that it is another, on purpose or not.
package func digest(of text: String) -> String {
  let hash = text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
    ($0 ^ UInt64($1)) &* 0x100_0000_01B3
  }
  let digits = String(hash, radix: 16)
  return "\(text.split(separator: "\n", omittingEmptySubsequences: false).count - 1) lines, "
    + String(repeating: "0", count: 16 - digits.utf8.count) + digits
}
