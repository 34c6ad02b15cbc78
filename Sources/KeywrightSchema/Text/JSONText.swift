/// Writes JSON.
package enum JSONText {
  /// The string in double quotes, with every scalar escaped that is a control, does not show, or
  /// reorders text.
  package static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default:
        if ScalarClass.isUnsafeInSource(scalar) {
          for unit in UTF16.encode(scalar)?.map({ $0 }) ?? [] { result += escape(unit) }
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }

  private static func escape(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16, uppercase: true)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
