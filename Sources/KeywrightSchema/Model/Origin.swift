/// The place of a declaration.
package struct Origin: Sendable {
  /// The index of the schema file.
  package let file: Int
  /// The line, from 1.
  package let line: Int
  /// The offset of the first byte.
  package internal(set) var offset = 0
}

extension [SourceFile] {
  /// A function with the place that names it.
  func reference(to symbol: Located<Symbol>) -> SymbolReference {
    SymbolReference(symbol: symbol.value, origin: origin(of: symbol.span))
  }

  /// The place of a declaration.
  func origin(of span: Span) -> Origin {
    // A target without schemas has a root too, which is nowhere.
    if isEmpty { return Origin(file: span.file, line: 1) }
    return Origin(
      file: span.file, line: self[span.file].line(at: span.start), offset: span.start)
  }
}
