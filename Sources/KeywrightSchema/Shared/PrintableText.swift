/// The text with every scalar that does not print, or is a space other than the common one, replaced by
/// its escape, for messages.
package func printable(_ text: String) -> String {
  escaped(text) { ScalarClass.isUnsafeInSource($0) || ScalarClass.isUncommonSpace($0) }
}

/// A path for messages: scalars that end a line, control a terminal or reorder text are escaped, and all
/// others stay, joiners too, so that editors find the file.
package func printable(path: String) -> String {
  escaped(path) { ScalarClass.isControlOrSeparator($0) || $0.properties.isBidiControl }
}

private func escaped(_ text: String, where isEscaped: (Unicode.Scalar) -> Bool) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    if isEscaped(scalar) {
      result += JSONText.escape(scalar)
    } else {
      result.unicodeScalars.append(scalar)
    }
  }
  return result
}
