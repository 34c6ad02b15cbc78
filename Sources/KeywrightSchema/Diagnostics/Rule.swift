/// The name of a kind of problem: printed after its message, and used by `suppress`.
package enum Rule: String, CaseIterable, Sendable {
  // Files.
  case file
  // The text.
  case encoding, limit
  case json
  case duplicateMember = "duplicate-member"
  case trailingComma = "trailing-comma"
  case comment
  case escape, number
  // Keywords and values.
  case version
  case unknownKeyword = "unknown-keyword"
  case missingKeyword = "missing-keyword"
  case valueShape = "value-shape"
  case choice
  case symbol
  case imports = "import"
  // Names.
  case name
  case reservedName = "reserved-name"
  case nameClash = "name-clash"
  case storageString = "storage-string"
  case storageClash = "storage-clash"
  case environmentClash = "environment-clash"
  case namespaceMerge = "namespace-merge"
  case access
  // Types and values.
  case typeSyntax = "type-syntax"
  case unknownType = "unknown-type"
  case optional
  case typeRule = "type-rule"
  case recursiveType = "recursive-type"
  case enumeration = "enum"
  case structure = "struct"
  case typeMismatch = "type-mismatch"
  case defaultMissing = "default-missing"
  case defaultValue = "default"
  case constraint
  case processing
  case coding
  case parameters
  case migration
  case reservedID = "reserved-id"
  case suppress
  case unusedSuppression = "unused-suppression"
  // Stored data.
  case lock
  // Advice.
  case pattern, expired
  case defaultProcessed = "default-processed"
  case clearText = "clear-text"
  case foundationName = "foundation-name"
  case noneCase = "none-case"

  /// The rules whose problems do not stop the build.
  package static let warnings: [Rule] = [
    .pattern, .foundationName, .noneCase, .unusedSuppression, .expired, .defaultProcessed,
    .clearText,
  ]

  /// The rules that `suppress` can silence.
  package static let suppressible: [Rule] = [
    .pattern, .foundationName, .noneCase, .environmentClash, .defaultProcessed, .clearText,
    .storageClash,
  ]

  /// Whether a problem of this kind stops the build.
  package var severity: Diagnostic.Severity {
    Self.warnings.contains(self) ? .warning : .error
  }
}
