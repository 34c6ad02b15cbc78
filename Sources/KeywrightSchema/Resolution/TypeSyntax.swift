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
}

/// A mistake in a type, with the bytes of its text.
struct TypeFault: Error {
  var message: DiagnosticMessage
  var range: Range<Int>
  /// Other places that explain it.
  var notes: [(Diagnostic.Remark, Span)] = []
}
