extension Problem {
  /// The problem in words: what was found, what was expected, what to do.
  package var message: String {
    switch self {
    case .unreadableFile(let reason): "the file cannot be read: \(reason)"
    case .unwritableFile(let reason): "the file cannot be written: \(reason)"

    case .fileTooLarge(let limit): "a schema file is at most \(limit)"
    case .tooManyProblems(let limit):
      "more than \(limit) problems in this file; the rest is left out"
    case .byteOrderMark(let encoding):
      "the file begins with a byte order mark (\(encoding)); save it as UTF-8 without one"
    case .invalidUTF8(let byte):
      "byte 0x\(hex(byte)) is not valid UTF-8 here; save the file as UTF-8"
    case .emptyFile: "the file is empty; a schema is a JSON object: { \"version\": 1 }"
    case .unexpected(let found, let expected): "expected \(expected), found \(found)"
    case .unexpectedValue(let found, let suggestion):
      "expected a JSON value, found \(found)" + meant(suggestion)
    case .trailingContent(let found): "expected nothing after the schema's object, found \(found)"
    case .trailingComma: "a comma before the end of a list; JSON has none there"
    case .missingComma: "a comma is missing between two members"
    case .comment: "JSON has no comments; use \"summary\", \"discussion\" or a member \"x-…\""
    case .duplicateMember(let name): "member `\(name)` is given twice in one object"
    case .badEscape(let spelling): "`\(spelling)` is not an escape of JSON; a backslash is `\\\\`"
    case .badUnicodeEscape: "`\\u` needs four hexadecimal digits"
    case .loneSurrogate(let spelling):
      "`\(spelling)` is one half of a surrogate pair; the other half is missing"
    case .controlInString(let byte):
      "a control character (0x\(hex(byte))) in a string; write it as `\\u00\(hex(byte))`"
    case .unterminatedString: "a string that does not end on its line"
    case .malformedNumber(let spelling, let fault): "`\(spelling)` is no number: \(fault)"
    case .nestedTooDeeply(let limit): "arrays and objects are nested more than \(limit) deep"

    case .unsupportedVersion(let version):
      "version \(version) is unknown; this generator reads version 1"
    case .unknownWord(let word, let place, let owners, let suggestion):
      "\(place) has no word `\(word)`"
        + (suggestion != nil || owners.isEmpty
          ? meant(suggestion) : "; it is a word of " + owners.joined(separator: " and "))
    case .missingWord(let word, let place): "\(place) needs the word `\(word)`"
    case .wrongShape(let what, let expected, let found):
      "the value of \(what) must be \(expected), not \(found)"
    case .notOneOf(let text, let word, let choices, let suggestion):
      "`\(text)` is no value of `\(word)`; expected one of \(list(choices))" + meant(suggestion)
    case .emptyString(let word): "the value of `\(word)` is empty"
    case .badSymbol(let text):
      "`\(text)` does not name a Swift function or type: expected identifiers joined by dots"
    case .badImport(let text):
      "`\(text)` is no import: expected a module, with an access level before it if it needs one"
    case .duplicateImport(let module): "module `\(module)` is imported twice"

    case .badName(let name, let what, let style, let suggestion):
      "`\(name)` cannot name a \(what): expected a name in \(style)" + meant(suggestion)
    case .badID(let id, let fault): "`\(id)` cannot be an id: \(fault)"
    case .reservedName(let name, let reason): "`\(name)` is reserved: \(reason)"
    case .nameClash(let name, let other):
      name == other
        ? "`\(name)` is declared twice"
        : "`\(name)` and `\(other)` differ only in case or in how letters are composed"
    case .storageClash(let string, let other):
      "storage string `\(string)` is already that of `\(other)`; give one of them another `id`"
    case .familyClash(let string, let family):
      "storage string `\(string)` is also that of `\(family)` for some parameters; give one of them another `id`"
    case .reservedStorage(let string):
      "storage string `\(string)` is reserved: the library keeps its own records below `keywright`"
    case .namespaceTooDeep(let limit): "namespaces are nested more than \(limit) deep"
    case .namespaceDisagrees(let word, let namespace):
      "`\(word)` of namespace `\(namespace)` differs from what another place says"
    case .needsNamespace(let word): "`\(word)` needs a namespace, and this file declares none"
    case .accessTooWide(let access, let name, let other, let narrower):
      "`\(name)` cannot be \(access) \(other) that is \(narrower)"

    case .typeSyntax(let found, let expected): "in a type: expected \(expected), found \(found)"
    case .typeTooDeep(let limit): "a type nested more than \(limit) deep"
    case .typeArguments(let name, let wanted, let found):
      "`\(name)` takes \(wanted) type\(wanted == 1 ? "" : "s") in angle brackets, found \(found)"
    case .unknownType(let name, let isOfKey, let suggestion):
      "unknown type `\(name)`"
        + (meant(suggestion)
          ?? "; declare it under `types`"
          + (isOfKey ? ", or say its `coding` if it is a type of yours" : ""))
    case .optionalOfOptional: "an optional of an optional: absence has one meaning; write one `?`"
    case .optionalInside:
      "an optional inside another type: a property list has no null; leave the element out instead"
    case .setElement:
      "the elements of a set must be hashable: scalars, enums, or collections of them"
    case .dictionaryKey: "the keys of a dictionary must be String, an integer, or an enum"
    case .recursiveType(let name): "struct `\(name)` holds itself; put an array between"
    case .typeKind(let name, let both):
      "type `\(name)` needs "
        + (both ? "either `enum` or `struct`, not both" : "`enum` or `struct`")
    case .emptyEnum: "an enum needs at least one case"
    case .emptyStruct: "a struct needs at least one field"

    case .missingDefault(let name, let type):
      "key `\(name)` needs a `default`, or the type `\(type)?` for a value that may be absent"
    case .defaultOfOptional:
      "an optional key has no default: what is absent reads as nil; drop the `?` or the default"
    case .mismatch(let expected, let found): "expected \(expected), found \(found)"
    case .numberOutOfRange(let number, let type): "\(number) is out of range for \(type)"
    case .notACase(let name, let type, let suggestion):
      "`\(name)` is not a case of `\(type)`" + meant(suggestion)
    case .unknownField(let name, let type, let suggestion):
      "`\(type)` has no field `\(name)`" + meant(suggestion)
    case .missingField(let name, let type): "field `\(name)` of `\(type)` has no value"
    case .repeatedElement: "an element is given twice"
    case .defaultRefused(let fault): "the default breaks a constraint of its own key: \(fault)"

    case .doesNotFit(let word, let wanted): "`\(word)` is for \(wanted), not for this key's type"
    case .openRange(let word): "`\(word)` is open at both ends and says nothing"
    case .emptyRange(let word): "the first number of `\(word)` is greater than the second"
    case .unknownStep(let name, let suggestion):
      "unknown step `\(name)`"
        + (meant(suggestion) ?? "; a function of yours is { \"call\": \"\(name)\" }")
    case .lengthsCross: "`maxLength` is less than `minLength`"
    case .patternTooLong(let limit): "a pattern is at most \(limit) bytes long"
    case .badPattern(let pattern): "`\(pattern)` is not a regular expression that Swift can read"
    case .patternWithoutLength:
      "a `pattern` without `maxLength`: matching a long text can take very long"
    case .nothingAllowed: "`allowed` lists no value"

    case .codingOfKnownType: "`coding` is for a type of your own; this type has one stored form"
    case .codingInside(let coding):
      "`\(coding)` is for a type of your own by itself, not inside another; make it `convertible`"
    case .literalOfOwnType(let type):
      "a value of `\(type)` cannot be written in a schema; name a function: { \"call\": \"\(type).init\" }"
    case .idBesideString: "`id` has no effect beside `storageString`; drop one of them"
    case .noParameters: "`parameters` names none; drop it or name one"
    case .parameterType: "a parameter is a String, a Bool, an integer, a UUID or an enum"
    case .persistentFamily: "a default that is stored is for a single key, not for a family"
    case .persistentCoding: "a default that is stored needs a type that is `convertible`"
    case .migrateWithoutFormer: "`migrate` needs `formerKeys`: the strings of the older values"
    case .formerIsPresent(let string): "former key `\(string)` is the key's own storage string"
    case .formerInUse(let string, let other):
      "former key `\(string)` is one of `\(other)` now, whose value would be taken; give that key another `id`"
    case .formerClash(let string, let other):
      "former key `\(string)` is also one of `\(other)`: only one of the two would get its value"
    case .familyMigration:
      "`formerKeys` are for a single key: no schema can list the strings of a family's values; once the store is open, call its `migrate` with a `Migration(from:to:)` for each of them"
    case .reservedID(let id): "id `\(id)` is reserved: a key that is gone had it; choose another"
    case .expired(let name, let day):
      "key `\(name)` was to be gone on \(day); remove it, and put its id under `reserved`"
    case .repeatedRawValue(let value): "raw value \(value) is given to two cases"
    case .missingRawValue(let name):
      "case `\(name)` has no raw value; where one case has an integer, all need one"
    case .fieldDefault: "a field of this type has no default in a schema; make it optional"
    case .badSuppression(let name, let isRule, let suggestion):
      isRule
        ? "rule `\(name)` cannot be suppressed"
        : "unknown rule `\(name)`" + meant(suggestion)
    case .unusedSuppression(let rule): "nothing here is reported under `\(rule)`; drop the word"
    }
  }

  private func meant(_ suggestion: String?) -> String? {
    suggestion.map { "; did you mean `\($0)`?" }
  }

  private func meant(_ suggestion: String?) -> String {
    meant(suggestion) ?? ""
  }

  private func list(_ words: [String]) -> String {
    words.map { "`\($0)`" }.joined(separator: ", ")
  }

  private func hex(_ byte: UInt8) -> String {
    (byte < 0x10 ? "0" : "") + String(byte, radix: 16, uppercase: true)
  }
}

extension Diagnostic.Remark {
  /// The note in words.
  package var message: String {
    switch self {
    case .firstHere: "it is first given here"
    case .declaredHere(let name): "`\(name)` is declared here"
    case .sameString(let name): "`\(name)` has the same storage string"
    case .otherValueHere(let word): "`\(word)` is given here"
    }
  }
}
