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
  // Words and values.
  case version
  case unknownWord = "unknown-word"
  case missingWord = "missing-word"
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
  // Advice.
  case pattern, expired

  /// The rules whose problems do not stop the build.
  package static let warnings: [Rule] = suppressible + [.unusedSuppression, .expired]

  /// The rules that `suppress` can silence.
  package static let suppressible: [Rule] = [.pattern]

  /// Whether a problem of this kind stops the build.
  package var severity: Diagnostic.Severity {
    Self.warnings.contains(self) ? .warning : .error
  }
}

extension Problem {
  /// The rule that the problem breaks.
  package var rule: Rule {
    switch self {
    case .unreadableFile, .unwritableFile: .file
    case .fileTooLarge, .tooManyProblems, .nestedTooDeeply, .typeTooDeep, .namespaceTooDeep: .limit
    case .byteOrderMark, .invalidUTF8: .encoding
    case .emptyFile, .unexpected, .unexpectedValue, .trailingContent, .missingComma,
      .controlInString, .unterminatedString:
      .json
    case .trailingComma: .trailingComma
    case .comment: .comment
    case .duplicateMember: .duplicateMember
    case .badEscape, .badUnicodeEscape, .loneSurrogate: .escape
    case .malformedNumber: .number
    case .unsupportedVersion: .version
    case .unknownWord: .unknownWord
    case .missingWord: .missingWord
    case .wrongShape, .emptyString: .valueShape
    case .notOneOf: .choice
    case .badSymbol: .symbol
    case .badImport, .duplicateImport: .imports
    case .badName: .name
    case .badID, .reservedStorage: .storageString
    case .reservedName: .reservedName
    case .nameClash: .nameClash
    case .storageClash, .familyClash: .storageClash
    case .namespaceDisagrees, .needsNamespace: .namespaceMerge
    case .accessTooWide: .access
    case .typeSyntax: .typeSyntax
    case .unknownType: .unknownType
    case .optionalOfOptional, .optionalInside, .defaultOfOptional: .optional
    case .typeArguments, .setElement, .dictionaryKey, .typeKind: .typeRule
    case .recursiveType: .recursiveType
    case .emptyEnum, .repeatedRawValue, .missingRawValue: .enumeration
    case .emptyStruct, .fieldDefault: .structure
    case .missingDefault: .defaultMissing
    case .mismatch, .numberOutOfRange, .notACase, .unknownField, .missingField, .repeatedElement:
      .typeMismatch
    case .defaultRefused: .defaultValue
    case .doesNotFit(let word, _), .openRange(let word), .emptyRange(let word):
      Vocabulary.key[word] == nil ? .processing : .constraint
    case .unknownStep: .processing
    case .lengthsCross, .patternTooLong, .badPattern, .nothingAllowed: .constraint
    case .patternWithoutLength: .pattern
    case .codingOfKnownType, .codingInside, .literalOfOwnType, .persistentCoding: .coding
    case .idBesideString: .storageString
    case .noParameters, .parameterType, .persistentFamily: .parameters
    case .migrateWithoutFormer, .formerIsPresent, .formerInUse, .formerClash, .familyMigration:
      .migration
    case .reservedID: .reservedID
    case .expired: .expired
    case .badSuppression: .suppress
    case .unusedSuppression: .unusedSuppression
    }
  }
}

extension Problem: Equatable {
  /// Two problems are one if they say the same: nothing in a problem is left out of its message.
  ///
  /// What the compiler would write for so many cases takes longer to compile than all of this file.
  package static func == (left: Problem, right: Problem) -> Bool {
    left.rule == right.rule && left.message == right.message
  }
}
