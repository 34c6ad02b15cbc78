extension DiagnosticMessage {
  static var codingOfKnownType: DiagnosticMessage {
    DiagnosticMessage(.coding, "`coding` is for a type of your own; this type has one stored form")
  }

  static func codingInside(_ coding: String) -> DiagnosticMessage {
    DiagnosticMessage(
      .coding,
      "`\(coding)` is for a type of your own by itself, not inside another; make it `convertible`")
  }

  static func literalOfOwnType(_ type: String) -> DiagnosticMessage {
    DiagnosticMessage(
      .coding,
      "a value of `\(type)` cannot be written in a schema; name a function: { \"call\": \"\(type).init\" }"
    )
  }

  static var idBesideString: DiagnosticMessage {
    DiagnosticMessage(
      .storageString, "`id` has no effect beside `storageString`; drop one of them",
      remedy: .removal)
  }

  static var noParameters: DiagnosticMessage {
    DiagnosticMessage(.parameters, "`parameters` names none; drop it or name one", remedy: .removal)
  }

  static var parameterType: DiagnosticMessage {
    DiagnosticMessage(.parameters, "a parameter is a String, a Bool, an integer, a UUID or an enum")
  }

  static var persistentFamily: DiagnosticMessage {
    DiagnosticMessage(.parameters, "a default that is stored is for a single key, not for a family")
  }

  static var persistentCoding: DiagnosticMessage {
    DiagnosticMessage(.coding, "a default that is stored needs a type that is `convertible`")
  }

  static var migrateWithoutFormer: DiagnosticMessage {
    DiagnosticMessage(.migration, "`migrate` needs `formerKeys`: the strings of the older values")
  }

  static func formerIsPresent(_ string: String) -> DiagnosticMessage {
    DiagnosticMessage(
      .migration,
      "former key `\(string)` is the key's own storage string: the name of a value must imply its type; give the key another `id` and leave the former key"
    )
  }

  static func bareFormerKey(_ string: String, meant: String) -> DiagnosticMessage {
    DiagnosticMessage(
      .migration,
      "former key `\(string)` is no whole storage string: did you mean `\(meant)`? (if a key without a namespace had it, list it under `reserved` in a file without one)",
      remedy: .replacement(meant)
    )
  }

  static var revisionOfKnownType: DiagnosticMessage {
    DiagnosticMessage(
      .coding, "`revision` is for a type of your own; the schema knows the form of this one")
  }

  static var sinceWithoutDefault: DiagnosticMessage {
    DiagnosticMessage(
      .defaultValue, "`defaultSince` is for a single key whose `default` is a value in the schema")
  }

  static var untilWithoutRemove: DiagnosticMessage {
    DiagnosticMessage(
      .reservedID, "`until` is the day up to which to `remove`, which is not asked for")
  }

  static func sweepEnded(_ id: String, day: String) -> DiagnosticMessage {
    DiagnosticMessage(
      .expired,
      "values of `\(id)` were to be removed until \(day); \"\(id)\" alone keeps the id reserved")
  }

  static func sweptKey(_ string: String, family: String) -> DiagnosticMessage {
    DiagnosticMessage(
      .reservedID,
      "storage string `\(string)` is below that of the family `\(family)`, whose values are removed; give the key another `id`"
    )
  }

  static var casesOfStruct: DiagnosticMessage {
    DiagnosticMessage(.structure, "`formerCases` and `unknown` are for an enum")
  }

  static func formerCaseIsPresent(_ raw: String) -> DiagnosticMessage {
    DiagnosticMessage(.enumeration, "raw value \(raw) is that of a case; no former one is needed")
  }

  static func formerNameIsPresent(_ name: String) -> DiagnosticMessage {
    DiagnosticMessage(.enumeration, "`\(name)` is a case; no former name is needed")
  }

  static func reservedPart(_ text: String, of entity: NamedEntity) -> DiagnosticMessage {
    DiagnosticMessage(
      .reservedID,
      "`\(text)` is reserved: a \(entity.rawValue) that is gone had it; choose another")
  }

  static func formerInUse(_ string: String, by other: String) -> DiagnosticMessage {
    DiagnosticMessage(
      .migration,
      "former key `\(string)` is one of `\(other)` now, whose value would be taken; give that key another `id`"
    )
  }

  static func formerClash(_ string: String, other: String) -> DiagnosticMessage {
    DiagnosticMessage(
      .migration,
      "former key `\(string)` is also one of `\(other)`: only one of the two would get its value")
  }

  static var familyStores: DiagnosticMessage {
    DiagnosticMessage(
      .migration,
      "`formerStores` are for a single key: once the stores are open, call `migrate` with a `Migration(from:in:to:)` for each value of the family"
    )
  }

  static func formerStoreIsPresent(_ store: String) -> DiagnosticMessage {
    DiagnosticMessage(
      .migration,
      "the key is in the store `\(store)` now; `formerStores` are those that kept it before")
  }

  static var familyMigration: DiagnosticMessage {
    DiagnosticMessage(
      .migration,
      "`migrate` is for a single key: a family's values are moved as they are; once the store is open, call its `migrate` with a `Migration(from:to:by:)` for each of them"
    )
  }

  static func movesNothing(keyword: String) -> DiagnosticMessage {
    DiagnosticMessage(
      .migration,
      "`moves` says when values leave a former name, and there is none: add `\(keyword)`, or leave it out"
    )
  }

  static var movesConverted: DiagnosticMessage {
    DiagnosticMessage(
      .migration,
      "a value that `migrate` converts cannot be stored under its former key: leave out `moves` or `migrate`"
    )
  }

  static func reservedID(_ id: String) -> DiagnosticMessage {
    DiagnosticMessage(
      .reservedID, "id `\(id)` is reserved: a key that is gone had it; choose another")
  }

  static func expired(_ name: String, day: String) -> DiagnosticMessage {
    DiagnosticMessage(
      .expired,
      "key `\(name)` should have been gone by \(day); remove it, and put its id under `reserved`"
    )
  }

  static func badSuppression(_ name: String, isRule: Bool, suggestion: String?) -> DiagnosticMessage
  {
    DiagnosticMessage(
      .suppress,
      isRule
        ? "rule `\(name)` cannot be suppressed" : "unknown rule `\(name)`\(meant(suggestion))",
      remedy: .spelling(suggestion))
  }

  static func unusedSuppression(_ rule: String) -> DiagnosticMessage {
    DiagnosticMessage(
      .unusedSuppression, "nothing here is reported under `\(rule)`; drop the keyword",
      remedy: .removal)
  }
}
