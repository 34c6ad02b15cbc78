extension LiteralReader {
  /// The value of a node as a scalar.
  mutating func scalar(_ node: JSONNode, as type: ScalarType) -> Literal? {
    switch type {
    case .bool:
      guard case .bool(let value) = node.value else {
        return mismatch(node, expected: "true or false")
      }
      return .bool(value)
    case .double, .float: return real(node, as: type)
    case .string:
      guard let text = node.string?.text else { return mismatch(node, expected: "a string") }
      return .string(text)
    case .date:
      return text(node, "a date as in \"2026-01-31T12:00:00Z\"") { spelling in
        DateText.seconds(spelling).map { .date($0, spelling: spelling) }
      }
    case .data: return text(node, "bytes in Base64", Base64Text.bytes).map(Literal.data)
    case .url: return text(node, "a URL", URLText.checked).map { .spelled(.url, $0) }
    case .uuid: return text(node, "a UUID", UUIDText.checked).map { .spelled(.uuid, $0) }
    case .decimal:
      return spelled(node, "a decimal number of at most 38 digits") { spelling in
        DecimalText.checked(spelling).map { .spelled(.decimal, $0) }
      }
    case .duration:
      let expected: MessageText =
        "a number of seconds, exact to 18 decimal places, or a text as in \"1h30m\""
      return spelled(node, expected) { spelling in
        DurationText.parts(of: spelling).map { .duration(seconds: $0, attoseconds: $1) }
      }
    default: return integer(node, as: type)
    }
  }

  private mutating func integer(_ node: JSONNode, as type: ScalarType) -> Literal? {
    guard case .number(let spelling) = node.value else {
      return mismatch(node, expected: "a whole number")
    }
    if let value = Int128(spelling: spelling), value.fits(type) { return .integer(value) }
    let digits = spelling.hasPrefix("-") ? spelling.dropFirst() : spelling[...]
    if digits.isEmpty || !digits.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) {
      return mismatch(node, expected: "a whole number, without fraction or exponent")
    }
    return outOfRange(node, spelling, type)
  }

  private mutating func real(_ node: JSONNode, as type: ScalarType) -> Literal? {
    guard case .number(let spelling) = node.value else {
      return mismatch(node, expected: "a number")
    }
    // A subnormal number has fewer digits than it is spelled with, which the compiler would warn of.
    let isZero = !spelling.prefix { $0 != "e" && $0 != "E" }.contains { $0 >= "1" && $0 <= "9" }
    let value: Literal? =
      type == .float
      ? Float(spelling).flatMap { $0.isNormal || isZero ? .float($0) : nil }
      : Double(spelling).flatMap { $0.isNormal || isZero ? .double($0) : nil }
    guard let value else { return outOfRange(node, spelling, type) }
    return value
  }

  private mutating func outOfRange(
    _ node: JSONNode, _ spelling: String, _ type: ScalarType
  ) -> Literal? {
    diagnostics.report(
      .typeMismatch, "\(String(spelling.prefix(40))) is out of range for \(known: type.rawValue)",
      at: node.span)
    return nil
  }

  private mutating func text<Value>(
    _ node: JSONNode, _ expected: MessageText, _ read: (String) -> Value?
  ) -> Value? {
    if let text = node.string?.text {
      if let value = read(text) { return value }
      diagnostics.report(
        .mismatch(expected: expected, found: "\"\(text.prefix(60))\""), at: node.span)
    } else {
      _ = mismatch(node, expected: expected)
    }
    return nil
  }

  /// A value that is a number or a text.
  private mutating func spelled(
    _ node: JSONNode, _ expected: MessageText, _ read: (String) -> Literal?
  ) -> Literal? {
    let spelling: String
    switch node.value {
    case .number(let number): spelling = number
    case .string(let string): spelling = string.text
    default: return mismatch(node, expected: expected)
    }
    if let value = read(spelling) { return value }
    diagnostics.report(
      .mismatch(expected: expected, found: "\(spelling.prefix(60))"), at: node.span)
    return nil
  }
}
