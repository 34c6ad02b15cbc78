extension DiagnosticMessage {
  static func typeSyntax(found: MessageText, expected: String) -> DiagnosticMessage {
    DiagnosticMessage(.typeSyntax, "in a type: expected \(words: expected), found \(found)")
  }

  static func arrayOfAnotherLanguage(_ element: String) -> DiagnosticMessage {
    DiagnosticMessage(
      .typeSyntax,
      "in a type: an array is not written `\(element)[]`; did you mean `[\(element)]`?",
      remedy: .replacement("[\(element)]"))
  }

  static func typeTooDeep(limit: Int) -> DiagnosticMessage {
    DiagnosticMessage(.limit, "a type nested more than \(limit) deep")
  }

  static func typeArguments(_ name: String, wanted: Int, found: Int) -> DiagnosticMessage {
    DiagnosticMessage(
      .typeRule,
      "`\(name)` takes \(counted(wanted, "type")) in angle brackets, found \(found)")
  }

  static func unknownType(_ name: String, ofKey isOfKey: Bool, suggestion: String?)
    -> DiagnosticMessage
  {
    let coding: MessageText = isOfKey ? ", or say its `coding` if it is a type of yours" : ""
    let advice = meant(suggestion, otherwise: "; declare it under `types`\(coding)")
    return DiagnosticMessage(
      .unknownType, "unknown type `\(name)`\(advice)", remedy: .spelling(suggestion))
  }

  static func hiddenType(_ name: String, in space: String, common: String?) -> DiagnosticMessage {
    let place: MessageText =
      common.map { "`\($0)`, which holds both" } ?? "a file without a namespace, where all see it"
    return DiagnosticMessage(
      .unknownType,
      "`\(name)` is declared in `\(space)` and seen only inside it; declare it in \(place)")
  }

  static var optionalOfOptional: DiagnosticMessage {
    DiagnosticMessage(
      .optional, "an optional of an optional: absence has one meaning; write one `?`")
  }

  static var optionalInside: DiagnosticMessage {
    DiagnosticMessage(
      .optional,
      "an optional inside another type: a property list has no null; leave the element out instead")
  }

  static var setElement: DiagnosticMessage {
    DiagnosticMessage(
      .typeRule,
      "the elements of a set must be hashable: scalars, enums, or collections of them")
  }

  static var dictionaryKey: DiagnosticMessage {
    DiagnosticMessage(.typeRule, "the keys of a dictionary must be String, an integer, or an enum")
  }

  static func recursiveType(_ name: String) -> DiagnosticMessage {
    DiagnosticMessage(.recursiveType, "struct `\(name)` holds itself; put an array between")
  }

  static func recursiveDefault(_ field: String) -> DiagnosticMessage {
    DiagnosticMessage(
      .recursiveType,
      "the default of `\(field)` holds itself, by way of a field that a struct in it leaves out; "
        + "give that field a value there")
  }

  static func typeKind(_ name: String, both: Bool) -> DiagnosticMessage {
    let kinds: MessageText = both ? "either `enum` or `struct`, not both" : "`enum` or `struct`"
    return DiagnosticMessage(.typeRule, "type `\(name)` needs \(kinds)")
  }

  static var emptyEnum: DiagnosticMessage {
    DiagnosticMessage(.enumeration, "an enum needs at least one case")
  }

  static var emptyStruct: DiagnosticMessage {
    DiagnosticMessage(.structure, "a struct needs at least one field")
  }

  static func noneUnderOptional(_ type: String) -> DiagnosticMessage {
    DiagnosticMessage(
      .noneCase,
      "`.none` of `\(type)?` is nil and not the case `none` of `\(type)`; give the case another name: "
        + "{ \"nothing\": \"none\" } stores the same")
  }

  static func repeatedRawValue(_ value: String) -> DiagnosticMessage {
    DiagnosticMessage(.enumeration, "raw value \(value) is given to two cases")
  }

  static func missingRawValue(_ name: String) -> DiagnosticMessage {
    DiagnosticMessage(
      .enumeration,
      "case `\(name)` has no raw value; where one case has an integer, all need one")
  }

  static var fieldDefault: DiagnosticMessage {
    DiagnosticMessage(
      .structure, "a field of this type has no default in a schema; make it optional")
  }

  static func pairsInStruct(key: String) -> DiagnosticMessage {
    DiagnosticMessage(
      .structure,
      "a schema cannot fill a dictionary by `\(key)` inside a struct, which is stored as pairs; "
        + "key it by Int or String, or let a function make the default")
  }
}
