/// A name of the user's own Swift code: identifiers joined by dots.
///
/// Only text of this grammar passes from a schema into a place of the output where it is code:
/// `identifier ("." identifier)*`, the last of which may be `init`.
package struct Symbol: Equatable, Sendable {
  /// The identifiers, unquoted.
  package let components: [String]

  /// Reads a symbol, or returns nil if the text is not one.
  package init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count <= 16, parts.allSatisfy(SwiftName.isIdentifier) else { return nil }
    let hasForbiddenWord = parts.enumerated().contains { index, part in
      if part == "init" { return index == 0 || index != parts.count - 1 }
      return Self.forbidden.contains(part)
    }
    if hasForbiddenWord { return nil }
    self.components = parts
  }

  /// Words that mean something else in a path, wherever they stand.
  package static let forbidden: Set<String> = ["self", "Self", "super", "Type", "Protocol", "Any"]

  /// The symbol as the schema spells it.
  package var text: String { components.joined(separator: ".") }
}
