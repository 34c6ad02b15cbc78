/// The names of the files that hold the stores of releases.
package enum FixtureName {
  /// The name of a release's file without its ending: a release may have any name, and two releases have two
  /// file names.
  package static func escaped(_ release: String) -> String {
    release.map { character in
      character.isLetter || character.isNumber || ".-_+".contains(character)
        ? String(character)
        : character.utf8.map {
          "%" + (($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true))
        }
        .joined()
    }.joined()
  }

  /// The release of a name.
  package static func unescaped(_ name: String) -> String {
    var bytes: [UInt8] = []
    var rest = Array(name.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest.removeFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
