/// The schema language: every keyword of every kind of object.
enum Grammar {
  static let key: KeywordTable<KeyDeclaration> = KeywordTable(
    .key,
    [
      .type, .defaultValue, .title, .summary, .discussion, .name, .id, .storageString, .processing,
      .range, .minLength, .maxLength, .pattern, .maxCount, .unique, .allowed, .onRead,
      .willChange, .didChange,
      .coding, .parameters, .access, .sensitivity, .deprecated, .since, .expires, .owner, .tags,
      .formerKeys, .moves, .migrate, .revision, .defaultSince, .store, .formerStores, .timeToLive,
      .cost, .maxAge, .accessibility, .synchronizable, .unit, .group, .example, .restart, .suppress,
    ])

  static let namespace: KeywordTable<NamespaceDeclaration> = KeywordTable(
    .namespace,
    [
      .name, .id, .flat, .title, .summary, .discussion, .access, .values, .types, .hooks, .keys,
      .namespaces,
      .formerNames, .moves, .reserved, .suppress,
    ])

  static let file: KeywordTable<FileDeclaration> = KeywordTable(
    .file,
    [.schema, .version, .namespace, .environmentPrefix, .imports]
      + namespace.keywords.map { Keyword(entry: $0.entry, read: $0.read) })

  static let hooks: KeywordTable<NamespaceDeclaration> = KeywordTable(
    .hooks, [.preCommit, .postCommit])

  static let type: KeywordTable<TypeDeclaration> = KeywordTable(
    .type, [.enumeration, .structure, .summary, .discussion, .formerCases, .unknown, .reserved])

  static let enumCase: KeywordTable<CaseDeclaration> = KeywordTable(
    .enumCase, [.rawValue, .title, .summary])

  static let field: KeywordTable<FieldDeclaration> = KeywordTable(
    .field, [.type, .defaultValue, .title, .summary, .formerNames, .moves])

  static let defaultSince: KeywordTable<DefaultSinceDeclaration> = KeywordTable(
    .defaultSince, [.release, .before])

  static let maxAge: KeywordTable<MaxAgeDeclaration> = KeywordTable(
    .maxAge, [.seconds, .consequence])

  static let reservation: KeywordTable<ReservationDeclaration> = KeywordTable(
    .reservation, [.key, .remove, .family, .until])

  /// The kinds of objects that have a keyword of this name.
  static func places(of name: String) -> [ObjectKind] {
    ObjectKind.allCases.filter { names(in: $0).contains(name) }
  }

  /// The names of the keywords of one kind of object.
  static func names(in place: ObjectKind) -> [String] {
    KeywordEntry.keywords(in: place).map(\.name)
  }
}
