/// Sorts Unicode scalars by what they do to a reader or to a compiler.
package enum ScalarClass {
  /// Whether the scalar must be written as an escape: it ends a line, does not show, or reorders
  /// the text around it.
  ///
  /// These are the controls (C0, DEL, C1), the line and paragraph separators, the bidirectional
  /// controls, the byte order mark and the other invisible format characters
  /// (Unicode general categories Cc, Cf, Zl, Zp), private-use and unassigned scalars, and the
  /// noncharacters.
  package static func isUnsafeInSource(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value >= 0x20 && scalar.value < 0x7F { return false }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned,
      .surrogate:
      return true
    default:
      return false
    }
  }

  /// Whether the scalar ends a line for some reader, or is a control character: no path of a schema
  /// holds one (Unicode general categories Cc, Zl, Zp).
  package static func isControlOrSeparator(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value >= 0x20 && scalar.value < 0x7F { return false }
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: return true
    default: return false
    }
  }

  /// Whether the scalar looks like a space but is not one to a parser (general category Zs).
  package static func isUncommonSpace(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x80 && scalar.properties.generalCategory == .spaceSeparator
  }

  /// Whether the scalar is a control character of ASCII (U+0000–U+001F, U+007F).
  package static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || scalar.value == 0x7F
  }
}
