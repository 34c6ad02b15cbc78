extension Problem {
  /// The rule that the problem breaks.
  package var rule: Rule {
    switch self {
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
    case .storageClash: .storageClash
    case .namespaceDisagrees, .needsNamespace: .namespaceMerge
    case .accessTooWide: .access
    case .typeSyntax: .typeSyntax
    case .unknownType: .unknownType
    case .optionalOfOptional, .optionalInside, .defaultOfOptional: .optional
    case .typeArguments, .setElement, .dictionaryKey, .typeKind: .typeRule
    case .recursiveType: .recursiveType
    case .emptyEnum: .enumeration
    case .emptyStruct: .structure
    case .missingDefault: .defaultMissing
    case .mismatch, .numberOutOfRange, .notACase, .unknownField, .missingField, .repeatedElement,
      .defaultRefused:
      .defaultValue
    case .doesNotFit(word: let word, _): word == "range" ? .constraint : .processing
    case .openRange(let word), .emptyRange(let word): word == "range" ? .constraint : .processing
    case .unknownStep: .processing
    }
  }
}
