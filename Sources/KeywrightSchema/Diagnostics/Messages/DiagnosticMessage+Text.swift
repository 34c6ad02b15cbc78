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

  static func tooManyProblems(limit: Int) -> DiagnosticMessage {
    DiagnosticMessage(.limit, "more than \(limit) problems in this file; the rest is left out")
  }

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
    case .duplicateMember(let name):
      DiagnosticMessage(.duplicateMember, "member `\(name)` is given twice in one object")
    default: DiagnosticMessage(fault.rule, MessageText(words: fault.words))
    }
  }
}

extension JSONFault {
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

extension DiagnosticBag: JSONFaultHandler {
  func report(_ fault: JSONFault, at span: Span, notes: [(JSONFault.Note, Span)]) {
    report(
      .json(fault), at: span,
      notes: notes.map { note, place in
        switch note {
        case .firstHere: (.firstHere, place)
        case .notClosed(let bracket, let isSure): (.notClosed(bracket, isSure: isSure), place)
        }
      })
  }
}
