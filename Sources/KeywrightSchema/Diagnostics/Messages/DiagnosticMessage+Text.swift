extension DiagnosticMessage {
  // Files.

  package static func unreadableFile(_ reason: String) -> DiagnosticMessage {
    DiagnosticMessage(.file, "the file cannot be read: \(words: reason)")
  }

  package static var controlInPath: DiagnosticMessage {
    DiagnosticMessage(
      .file, "the path holds a control character or line separator: rename the file or its folder")
  }

  package static func unwritableFile(_ reason: String) -> DiagnosticMessage {
    DiagnosticMessage(.file, "the file cannot be written: \(words: reason)")
  }

  // The text.

  package static var fileTooLarge: DiagnosticMessage {
    DiagnosticMessage(.limit, "a schema file is at most 16 MB")
  }

  static func tooManyProblems(limit: Int) -> DiagnosticMessage {
    DiagnosticMessage(.limit, "more than \(limit) problems in this file; the rest is left out")
  }

  static func byteOrderMark(_ encoding: String) -> DiagnosticMessage {
    DiagnosticMessage(
      .encoding,
      "the file begins with a byte order mark (\(encoding)); save it as UTF-8 without one")
  }

  static func invalidUTF8(_ byte: UInt8) -> DiagnosticMessage {
    DiagnosticMessage(
      .encoding, "byte 0x\(hex(byte)) is not valid UTF-8 here; save the file as UTF-8")
  }

  static var emptyFile: DiagnosticMessage {
    DiagnosticMessage(.json, "the file is empty; a schema is a JSON object: { \"version\": 1 }")
  }

  static func unexpected(found: String, expected: String) -> DiagnosticMessage {
    DiagnosticMessage(.json, "expected \(words: expected), found \(words: found)")
  }

  static func unexpectedValue(found: String, suggestion: String?) -> DiagnosticMessage {
    DiagnosticMessage(.json, "expected a JSON value, found \(words: found)\(meant(suggestion))")
  }

  static func trailingContent(found: String) -> DiagnosticMessage {
    DiagnosticMessage(.json, "expected nothing after the schema's object, found \(words: found)")
  }

  static var trailingComma: DiagnosticMessage {
    DiagnosticMessage(.trailingComma, "a comma before the end of a list; JSON has none there")
  }

  static var missingComma: DiagnosticMessage {
    DiagnosticMessage(.json, "a comma is missing between two members")
  }

  static var comment: DiagnosticMessage {
    DiagnosticMessage(
      .comment, "JSON has no comments; use \"summary\", \"discussion\" or a member \"x-…\"")
  }

  static func duplicateMember(_ name: String) -> DiagnosticMessage {
    DiagnosticMessage(.duplicateMember, "member `\(name)` is given twice in one object")
  }

  static func badEscape(_ spelling: String) -> DiagnosticMessage {
    DiagnosticMessage(.escape, "`\(spelling)` is not an escape of JSON; a backslash is `\\\\`")
  }

  static var badUnicodeEscape: DiagnosticMessage {
    DiagnosticMessage(.escape, "`\\u` needs four hexadecimal digits")
  }

  static func loneSurrogate(_ spelling: String) -> DiagnosticMessage {
    DiagnosticMessage(
      .escape, "`\(spelling)` is one half of a surrogate pair; the other half is missing")
  }

  static func controlInString(_ byte: UInt8) -> DiagnosticMessage {
    let byte = hex(byte)
    return DiagnosticMessage(
      .json, "a control character (0x\(byte)) in a string; write it as `\\u00\(byte)`")
  }

  private static func hex(_ byte: UInt8) -> String {
    (byte < 0x10 ? "0" : "") + String(byte, radix: 16, uppercase: true)
  }

  static var unterminatedString: DiagnosticMessage {
    DiagnosticMessage(.json, "a string that does not end on its line")
  }

  static func tooManyMarks(limit: Int) -> DiagnosticMessage {
    DiagnosticMessage(.limit, "more than \(limit) combining marks follow one another in a string")
  }

  static func malformedNumber(spelling: String, fault: String) -> DiagnosticMessage {
    DiagnosticMessage(.number, "`\(spelling)` is no number: \(words: fault)")
  }

  static func nestedTooDeeply(limit: Int) -> DiagnosticMessage {
    DiagnosticMessage(.limit, "arrays and objects are nested more than \(limit) deep")
  }
}
