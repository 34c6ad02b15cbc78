/// The grammar of JSON numbers (RFC 8259, section 6).
enum NumberSpelling {
  /// Returns the mistake in the spelling of a number, or nil.
  static func fault(in spelling: String) -> String? {
    var rest = spelling.utf8[...]
    func digits() -> Int {
      let count = rest.prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }.count
      rest = rest.dropFirst(count)
      return count
    }
    if rest.first == UInt8(ascii: "+") { return "a number has no leading `+`" }
    if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
    let leading = rest.first
    let whole = digits()
    if whole == 0 { return "a digit is missing before `.`, an exponent or the end" }
    if leading == UInt8(ascii: "0"), whole > 1 { return "a number has no leading zeros" }
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      if digits() == 0 { return "a digit must follow `.`" }
    }
    if let mark = rest.first, mark == UInt8(ascii: "e") || mark == UInt8(ascii: "E") {
      rest = rest.dropFirst()
      if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
        rest = rest.dropFirst()
      }
      if digits() == 0 { return "the exponent has no digits" }
    }
    return rest.isEmpty ? nil : "it is not a decimal number"
  }
}
