#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Texts that the system gives as bytes: arguments, variables, paths.
///
/// They may have other bytes than UTF-8, which no `String` holds: with a replacement character in their place a path
/// would lead elsewhere, and a value would be another one. So they are asked for here, and refused.
package enum SystemText {
  /// The text of bytes that end with a zero; nil if they are not UTF-8.
  package static func exact(_ bytes: UnsafePointer<CChar>) -> String? {
    String(validatingCString: bytes)
  }

  /// The text of bytes that end with a zero, those that are not UTF-8 as `\xff`: for people to read.
  package static func shown(_ bytes: UnsafePointer<CChar>) -> String {
    var text = ""
    var rest = UnsafeRawBufferPointer(start: bytes, count: length(of: bytes))[...]
    while !rest.isEmpty {
      let lengths = 1...min(4, rest.count)
      let scalar = lengths.lazy.compactMap { String(validating: rest.prefix($0), as: UTF8.self) }
        .first
      if scalar == nil { text += "\\x" + String(rest[rest.startIndex], radix: 16) }
      text += scalar ?? ""
      rest = rest.dropFirst(scalar?.utf8.count ?? 1)
    }
    return text
  }

  /// The working folder as people read it, where its path is not UTF-8; nil where it is.
  ///
  /// Others who ask for it as text get a replacement character in place of such bytes, and so another folder.
  package static func foreignWorkingFolder() -> String? {
    guard let current = getcwd(nil, 0) else { return nil }
    defer { free(current) }
    return exact(current) == nil ? shown(current) : nil
  }

  /// Whether a path begins with the working folder as text, which is not UTF-8: a relative URL has it so.
  package static func isMisread(_ path: String) -> Bool {
    guard path.unicodeScalars.contains("\u{FFFD}"), let current = getcwd(nil, 0) else {
      return false
    }
    defer { free(current) }
    // As those who repair it have it.
    let bytes = UnsafeRawBufferPointer(start: current, count: length(of: current))
    return exact(current) == nil && path.hasPrefix(String(decoding: bytes, as: UTF8.self))
  }

  private static func length(of bytes: UnsafePointer<CChar>) -> Int {
    var count = 0
    while bytes[count] != 0 { count += 1 }
    return count
  }

  /// The arguments of this process, without its name, and those of them that are not UTF-8, as people read them.
  package static func arguments() -> (texts: [String], foreign: [Int: String]) {
    let texts = Array(CommandLine.arguments.dropFirst())
    // Most arguments have no replacement character.
    var foreign: [Int: String] = [:]
    for (index, text) in texts.enumerated() where text.unicodeScalars.contains("\u{FFFD}") {
      guard index + 1 < Int(CommandLine.argc), let bytes = CommandLine.unsafeArgv[index + 1],
        exact(bytes) == nil
      else { continue }
      foreign[index] = shown(bytes)
    }
    return (texts, foreign)
  }
}

/// An error: a text of the system is not UTF-8.
package struct ForeignText: Error, CustomStringConvertible {
  /// What has the text, such as the name of a variable.
  package let name: String
  /// The text, as people read it.
  package let shown: String

  package init(name: String, shown: String) {
    self.name = name
    self.shown = shown
  }

  package var description: String { "\(name)=\(shown), which is not UTF-8" }
}
