/// A mistake in a JSON text.
enum JSONFault: Equatable, Sendable {
  case fileTooLarge, emptyFile
  case byteOrderMark(String)
  case invalidUTF8(UInt8)
  /// More than one value.
  case trailingContent(found: String)
  /// - Parameter missing: the closing brackets that the text lacks, if that is the reason.
  case unexpected(found: String, expected: String, missing: MissingText? = nil)
  case unexpectedValue(found: String, suggestion: String?)
  case comment, trailingComma, missingComma
  case duplicateMember(String)
  case badEscape(String)
  case badUnicodeEscape
  case loneSurrogate(String)
  case controlInString(UInt8)
  case unterminatedString
  case tooManyMarks(limit: Int)
  case malformedNumber(spelling: String, fault: String)
  case nestedTooDeeply(limit: Int)

  /// Text that a file lacks, with the offset where it seems to.
  struct MissingText: Equatable, Sendable {
    let text: String
    let offset: Int
  }

  /// Another place that a mistake has to do with.
  enum Note: Equatable, Sendable {
    /// The first member of the name that is given twice.
    case firstHere
    /// The bracket that is not closed, or probably is not.
    case notClosed(Character, isSure: Bool)
  }

  /// The mistake in words.
  ///
  /// - Parameter mark: what stands in place of all that the words would quote of the text, if that is secret.
  func words(redactedBy mark: String? = nil) -> String {
    switch self {
    case .fileTooLarge: "a file is at most 16 MB"
    case .emptyFile: "the file is empty"
    case .byteOrderMark(let encoding):
      "the file begins with a byte order mark (\(encoding)); save it as UTF-8 without one"
    case .invalidUTF8(let byte):
      "byte 0x\(Self.hex(byte)) is not valid UTF-8 here; save the file as UTF-8"
    case .trailingContent(let found): "expected nothing after the value, found \(mark ?? found)"
    case .unexpected(let found, let expected, _): "expected \(expected), found \(mark ?? found)"
    case .unexpectedValue(let found, let suggestion):
      "expected a JSON value, found "
        + (mark ?? found + (suggestion.map { "; did you mean `\($0)`?" } ?? ""))
    case .comment: "JSON has no comments"
    case .trailingComma: "a comma before the end of a list; JSON has none there"
    case .missingComma: "a comma is missing between two members"
    case .duplicateMember(let name): "member `\(mark ?? name)` is given twice in one object"
    case .badEscape(let spelling):
      "`\(mark ?? spelling)` is not an escape of JSON; a backslash is `\\\\`"
    case .badUnicodeEscape: "`\\u` needs four hexadecimal digits"
    case .loneSurrogate(let spelling):
      "`\(mark ?? spelling)` is one half of a surrogate pair; the other half is missing"
    case .controlInString(let byte):
      "a control character (0x\(Self.hex(byte))) in a string; write it as `\\u00\(Self.hex(byte))`"
    case .unterminatedString: "a string that does not end on its line"
    case .tooManyMarks(let limit):
      "more than \(limit) combining marks follow one another in a string"
    case .malformedNumber(let spelling, let fault): "`\(mark ?? spelling)` is no number: \(fault)"
    case .nestedTooDeeply(let limit):
      "arrays and objects are nested more than \(limit) deep"
    }
  }

  private static func hex(_ byte: UInt8) -> String {
    (byte < 0x10 ? "0" : "") + String(byte, radix: 16, uppercase: true)
  }
}

/// Receives the mistakes of a text from the parser, in order.
protocol JSONFaultHandler: AnyObject {
  func report(_ fault: JSONFault, at span: Span, notes: [(JSONFault.Note, Span)])

  /// Notes a string that is not what its author meant, after the mistake in it was reported.
  func note(damaged string: Span)
}
