/// Finds where a text stops being UTF-8 (RFC 3629).
enum UTF8Check {
  /// The offset of the first byte that begins no valid sequence, or nil if all is valid.
  static func firstInvalidByte(in bytes: [UInt8]) -> Int? {
    var (parser, rest, offset) = (Unicode.UTF8.ForwardParser(), bytes.makeIterator(), 0)
    while true {
      switch parser.parseScalar(from: &rest) {
      case .valid(let scalar): offset += scalar.count
      case .error: return offset
      case .emptyInput: return nil
      }
    }
  }
}
