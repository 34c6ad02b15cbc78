/// A type as a schema spells it, parsed but not resolved; offsets count the bytes of its string.
indirect enum TypeSyntax {
  case name(String, Range<Int>)
  case array(TypeSyntax, Range<Int>)
  case dictionary(TypeSyntax, TypeSyntax, Range<Int>)
  /// `Name<Argument, …>`
  case generic(String, nameRange: Range<Int>, [TypeSyntax], Range<Int>)
  case optional(TypeSyntax, Range<Int>)

  var range: Range<Int> {
    switch self {
    case .name(_, let range), .array(_, let range), .dictionary(_, _, let range),
      .generic(_, _, _, let range), .optional(_, let range):
      range
    }
  }

  /// The type as a schema spells it; nil if it holds what is none.
  var text: String? {
    switch self {
    case .name(let name, _): return name
    case .array(let element, _): return element.text.map { "[\($0)]" }
    case .dictionary(let key, let value, _):
      guard let key = key.text, let value = value.text else { return nil }
      return "[\(key): \(value)]"
    case .optional(let type, _): return type.text.map { "\($0)?" }
    case .generic(let name, _, let arguments, _):
      let texts = arguments.compactMap(\.text)
      guard texts.count == arguments.count else { return nil }
      switch (name, texts.count) {
      case ("Set", 1): return "Set<\(texts[0])>"
      case ("Array", 1): return "[\(texts[0])]"
      case ("Dictionary", 2): return "[\(texts[0]): \(texts[1])]"
      case ("Optional", 1): return "\(texts[0])?"
      default: return nil
      }
    }
  }
}

/// A mistake in a type, with the bytes of its text.
struct TypeFault: Error {
  var message: DiagnosticMessage
  var range: Range<Int>
  /// Other places that explain it.
  var notes: [(MessageText, Span)] = []
}
