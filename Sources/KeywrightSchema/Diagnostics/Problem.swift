/// Everything that can be wrong with a schema, with what a message about it needs.
///
/// `Problem+Wording.swift` turns these into words, and only it.
package enum Problem: Sendable {
  // Files.
  case unreadableFile(String)
  case unwritableFile(String)

  // The text.
  case fileTooLarge(limit: String)
  case tooManyProblems(limit: Int)
  case byteOrderMark(String)
  case invalidUTF8(UInt8)
  case emptyFile
  case unexpected(found: String, expected: String)
  case unexpectedValue(found: String, suggestion: String?)
  case trailingContent(found: String)
  case trailingComma
  case missingComma
  case comment
  case duplicateMember(String)
  case badEscape(String)
  case badUnicodeEscape
  case loneSurrogate(String)
  case controlInString(UInt8)
  case unterminatedString
  case malformedNumber(spelling: String, fault: String)
  case nestedTooDeeply(limit: Int)

  // Words and their values.
  case unsupportedVersion(String)
  case unknownWord(String, in: String, belongsTo: [String], suggestion: String?)
  case missingWord(String, in: String)
  case wrongShape(of: String, expected: String, found: String)
  case notOneOf(String, word: String, choices: [String], suggestion: String?)
  case emptyString(word: String)
  case badSymbol(String)
  case badImport(String)
  case duplicateImport(String)

  // Names.
  case badName(String, of: String, style: String, suggestion: String?)
  case badID(String, fault: String)
  case reservedName(String, reason: String)
  case nameClash(String, other: String)
  case storageClash(String, other: String)
  case familyClash(String, family: String)
  case reservedStorage(String)
  case namespaceTooDeep(limit: Int)
  case namespaceDisagrees(word: String, namespace: String)
  case needsNamespace(word: String)
  case accessTooWide(String, of: String, beside: String, String)

  // Types.
  case typeSyntax(found: String, expected: String)
  case typeTooDeep(limit: Int)
  case typeArguments(String, wanted: Int, found: Int)
  case unknownType(String, ofKey: Bool, suggestion: String?)
  case optionalOfOptional
  case optionalInside
  case setElement
  case dictionaryKey
  case recursiveType(String)
  case typeKind(String, both: Bool)
  case emptyEnum
  case emptyStruct

  // Values.
  case missingDefault(String, type: String)
  case defaultOfOptional
  case mismatch(expected: String, found: String)
  case numberOutOfRange(String, type: String)
  case notACase(String, of: String, suggestion: String?)
  case unknownField(String, of: String, suggestion: String?)
  case missingField(String, of: String)
  case repeatedElement
  case defaultRefused(String)

  // Constraints and processing.
  case doesNotFit(word: String, wanted: String)
  case openRange(word: String)
  case emptyRange(word: String)
  case unknownStep(String, suggestion: String?)
  case lengthsCross
  case patternTooLong(limit: Int)
  case badPattern(String)
  case patternWithoutLength
  case nothingAllowed

  // Types of the user's own, families, migrations, advice.
  case codingOfKnownType
  case codingInside(String)
  case literalOfOwnType(String)
  case idBesideString
  case noParameters
  case parameterType
  case persistentFamily
  case persistentCoding
  case migrateWithoutFormer
  case formerIsPresent(String)
  case formerInUse(String, by: String)
  case formerClash(String, other: String)
  case familyMigration
  case reservedID(String)
  case expired(String, day: String)
  case repeatedRawValue(String)
  case missingRawValue(String)
  case fieldDefault
  case badSuppression(String, isRule: Bool, suggestion: String?)
  case unusedSuppression(String)
}
