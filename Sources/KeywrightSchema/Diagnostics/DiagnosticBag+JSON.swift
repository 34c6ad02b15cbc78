extension DiagnosticBag: JSONFaultHandler {
  func report(_ fault: JSONFault, at span: Span, notes: [(JSONFault.Note, Span)]) {
    report(
      holdsSchemas ? .json(fault) : .ofAnyFile(fault), at: span,
      notes: notes.map { note, place in
        switch note {
        case .firstHere: (.firstHere, place)
        case .notClosed(let bracket, let isSure): (.notClosed(bracket, isSure: isSure), place)
        }
      })
  }
}

extension DiagnosticMessage {
  package static var fileTooLarge: DiagnosticMessage { json(.fileTooLarge) }

  static func json(_ fault: JSONFault) -> DiagnosticMessage {
    switch fault {
    case .fileTooLarge: DiagnosticMessage(.limit, "a schema file is at most 16 MB")
    case .emptyFile:
      DiagnosticMessage(.json, "the file is empty; a schema is a JSON object: { \"version\": 1 }")
    case .trailingContent(let found):
      DiagnosticMessage(.json, "expected nothing after the schema's object, found \(words: found)")
    case .comment:
      DiagnosticMessage(
        .comment, "JSON has no comments; use \"summary\", \"discussion\" or a member \"x-…\"")
    default: ofAnyFile(fault)
    }
  }

  /// A mistake in a JSON file that may be no schema.
  static func ofAnyFile(_ fault: JSONFault) -> DiagnosticMessage {
    if case .duplicateMember(let name) = fault {
      return DiagnosticMessage(.duplicateMember, "member `\(name)` is given twice in one object")
    }
    let words = MessageText(
      words: fault.words(), redacted: fault.words(redactedBy: SecretText.redaction))
    return DiagnosticMessage(fault.rule, words, remedy: fault.remedy)
  }
}

extension JSONFault {
  /// The change that mends it.
  fileprivate var remedy: Remedy? {
    switch self {
    case .unexpectedValue(_, let suggestion): .spelling(suggestion)
    case .missingComma: .replacement(",")
    case .trailingComma: .replacement("")
    case .unexpected(_, _, let missing): missing.map { .insertion($0.text, at: $0.offset) }
    default: nil
    }
  }

  fileprivate var rule: Rule {
    switch self {
    case .byteOrderMark, .invalidUTF8: .encoding
    case .fileTooLarge, .tooManyMarks, .nestedTooDeeply: .limit
    case .comment: .comment
    case .trailingComma: .trailingComma
    case .duplicateMember: .duplicateMember
    case .badEscape, .badUnicodeEscape, .loneSurrogate: .escape
    case .malformedNumber: .number
    case .emptyFile, .trailingContent, .unexpected, .unexpectedValue, .missingComma,
      .controlInString, .unterminatedString:
      .json
    }
  }
}
