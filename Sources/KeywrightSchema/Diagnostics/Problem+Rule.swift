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
    case .mismatch, .numberOutOfRange, .notACase, .unknownField, .missingField, .repeatedElement,
      .defaultRefused:
      .defaultValue
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
