/// A number of things: `1 key`, `2 keys`.
///
/// - Parameters:
///   - count: The number.
///   - noun: The noun in the singular, whose plural ends in `s`.
package func counted(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}
