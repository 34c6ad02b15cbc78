extension Step where Value == String {
  /// Removes white space and newlines at both ends.
  public static var trim: Step { Step("trim") { value in String(value.trimmed) } }
}

extension Step where Value == String? {
  /// Removes white space and newlines at both ends.
  public static var trim: Step { Step(lifting: .trim) }
}

extension String {
  /// Without white space and newlines, as Unicode defines them, at both ends.
  fileprivate var trimmed: Substring.UnicodeScalarView {
    let scalars = unicodeScalars[...]
    let start = scalars.firstIndex { !$0.properties.isWhitespace } ?? scalars.endIndex
    let body = scalars[start...]
    let end = body.lastIndex { !$0.properties.isWhitespace }.map(body.index(after:))
    return body[start..<(end ?? start)]
  }
}
