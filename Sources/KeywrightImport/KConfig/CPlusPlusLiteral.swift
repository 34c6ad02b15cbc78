/// Parses the C++ literals that a `.kcfg` file has as defaults; the compiler of KConfigXT copies them
/// into its output.
enum CPlusPlusLiteral {
  /// An integer in any base, as in `-0x10`, `1'000` or `10u`; nil for other text.
  ///
  /// A leading zero is refused: the number is octal in C++, and decimal for `KConfigLoader`.
  static func integer(_ text: String) -> Int128? {
    var digits = text[...]
    let isNegative = digits.first == "-"
    if isNegative || digits.first == "+" { digits.removeFirst() }
    var radix = 10
    for (prefix, base) in [("0x", 16), ("0X", 16), ("0b", 2), ("0B", 2)]
    where digits.hasPrefix(prefix) {
      radix = base
      digits.removeFirst(2)
    }
    let suffix = digits.reversed().prefix { "uUlL".contains($0) }
    digits = digits.dropLast(suffix.count)
    guard suffix.count <= 3, let first = digits.first, first.isASCII, first.isHexDigit,
      radix != 10 || first != "0" || digits.count == 1,
      let number = Int128(digits.filter { $0 != "'" }, radix: radix)
    else { return nil }
    return isNegative ? -number : number
  }

  /// A number with or without a fraction, as in `1.5f`; nil for other text.
  static func real(_ text: String) -> Double? {
    if let integer = integer(text) { return Double(integer) }
    let hasSuffix = text.last.map { "fFlL".contains($0) } ?? false
    let digits = hasSuffix && text.contains { ".eE".contains($0) } ? text.dropLast() : text[...]
    guard digits.utf8.allSatisfy("+-.0123456789eE".utf8.contains) else { return nil }
    return Double(digits)
  }

  /// A call, as in `QSize(280, 140)`; nil for other text.
  static func call(_ text: String) -> (name: String, arguments: [String])? {
    guard text.last == ")", let start = text.firstIndex(of: "(") else { return nil }
    let name = text[..<start].filter { $0 != " " }
    let inside = text[text.index(after: start)...].dropLast()
    guard inside.contains(where: { $0 != " " }) else { return (name, []) }
    let arguments = inside.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    return (name, arguments)
  }
}
