/// An import of a schema, with its place.
package struct ImportModel: Sendable {
  package let module: Import
  package let origin: Origin
}

/// A module that generated code imports.
package struct Import: Sendable {
  /// The access level given by the schema's author, or nil.
  package let level: String?
  /// The module, `Palette` or `Palette.Colors`.
  package let module: String

  /// The levels that Swift knows for an import.
  package static let levels = ["public", "package", "internal", "fileprivate", "private"]

  /// Reads `"Rules"` or `"public Palette"`, or returns nil if the text is neither.
  package init?(_ text: String) {
    let words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    guard let module = words.last, words.count <= 2 else { return nil }
    if words.count == 2, !Self.levels.contains(words[0]) { return nil }
    let parts = module.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.allSatisfy(SwiftName.isIdentifier), !Self.levels.contains(module) else {
      return nil
    }
    self.level = words.count == 2 ? words[0] : nil
    self.module = module
  }
}
