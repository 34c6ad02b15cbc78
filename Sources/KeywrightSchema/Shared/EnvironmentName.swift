/// The name of a variable or an argument, made of a storage string.
///
/// One source in two targets: a schema in which two keys have one variable is refused by the rules that
/// the program reads its environment by.
package enum EnvironmentName {
  /// In capitals, with `_` before each capital that follows a small letter or a digit, and for whatever
  /// else is neither a letter nor a digit of ASCII.
  package static func own(_ storageString: String) -> String {
    var result: [UInt8] = []
    var wasLower = false
    var bytes = Array(storageString.utf8)[...]
    while let byte = bytes.popFirst() {
      // An escaped `:` or `%` of an id is one character.
      if byte == UInt8(ascii: "%"), bytes.starts(with: "3A".utf8) || bytes.starts(with: "25".utf8) {
        bytes = bytes.dropFirst(2)
      }
      let isUpper = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      let isLower = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      if isUpper, wasLower { result.append(UInt8(ascii: "_")) }
      result.append(isLower ? byte - 0x20 : isUpper || isDigit ? byte : UInt8(ascii: "_"))
      wasLower = isLower || isDigit
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Whether variables may begin with a text: capitals, digits and `_`, and no digit first.
  package static func isPrefix(_ text: String) -> Bool {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    let capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")
    let joint = UInt8(ascii: "_")
    guard let first = text.utf8.first, !digits.contains(first), text.utf8.last != joint else {
      return false
    }
    return text.utf8.allSatisfy {
      capitals.contains($0) || digits.contains($0) || $0 == joint
    }
  }

  /// A storage string without the components of flat namespaces, which the names that people write leave out.
  ///
  /// - Parameters:
  ///   - storageString: The storage string.
  ///   - flat: The storage strings that precede those of the keys in flat namespaces.
  package static func shortened(_ storageString: String, flat: [String]) -> String {
    let inner = flat.filter { storageString.utf8.starts(with: ($0 + ":").utf8) }
    if inner.isEmpty { return storageString }
    let left = Set(inner.map { $0.utf8.count { $0 == UInt8(ascii: ":") } })
    // By bytes: a `:` and a combining mark behind it are one character.
    let components = storageString.utf8.split(
      separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    let kept = components.enumerated().filter { !left.contains($0.offset) }.map(\.element)
    return kept.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ":")
  }

  /// A storage string as an argument, without `--`: a `.` between its components, and `%3D` for a `=`, at which an
  /// argument's value begins.
  package static func dotted(_ storageString: String) -> String {
    var bytes: [UInt8] = []
    for byte in storageString.utf8 {
      switch byte {
      case UInt8(ascii: ":"): bytes.append(UInt8(ascii: "."))
      case UInt8(ascii: "="): bytes += "%3D".utf8
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// One component of a variable by the rules of swift-configuration: a `_` between a small letter and a
  /// capital, all in capitals, and a `_` for whatever is neither a letter nor a number.
  static func variable(_ component: String) -> String {
    String(
      joined(component, by: "_").uppercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })
  }

  /// One component of an argument by the rules of swift-configuration: a `-` between a small letter and a
  /// capital, all in small letters; other characters stay.
  static func argument(_ component: String) -> String {
    joined(component, by: "-").lowercased()
  }

  /// The component with a joint between each small letter and a capital that follows it.
  private static func joined(_ component: String, by joint: Character) -> String {
    var result = ""
    var wasLower = false
    for character in component {
      if character.isUppercase, wasLower { result.append(joint) }
      result.append(character)
      wasLower = character.isLowercase
    }
    return result
  }
}
