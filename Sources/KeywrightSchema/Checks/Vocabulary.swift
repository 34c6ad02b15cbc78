/// The schema language: every word, in every kind of object that has words.
enum Vocabulary {
  /// What other tools may add anywhere: members whose names begin so are never looked at.
  static let foreignPrefix = "x-"

  static let key: WordTable<KeyDraft> = WordTable(
    .key, required: ["type"],
    [
      .type, .defaultValue, .summary, .discussion, .name, .id, .storageString, .processing, .range,
      .minLength, .maxLength, .pattern, .maxCount, .unique, .allowed, .willChange, .didChange,
      .coding, .parameters, .access, .sensitivity, .deprecated, .since, .expires, .owner, .tags,
      .formerKeys, .migrate, .timeToLive, .cost, .suppress,
    ])

  static let namespace: WordTable<NamespaceDraft> = WordTable(
    .namespace,
    [
      .name, .id, .summary, .discussion, .access, .values, .types, .hooks, .keys, .namespaces,
      .reserved, .suppress,
    ])

  static let file: WordTable<FileDraft> = namespace.lifted(
    to: .file, required: ["version"], adding: [.schema, .version, .namespace, .imports]
  ) { file, change in change(&file.body) }

  static let hooks: WordTable<NamespaceDraft> = WordTable(.hooks, [.preCommit, .postCommit])

  static let type: WordTable<TypeDraft> = WordTable(
    .type, [.enumeration, .structure, .summary, .discussion])

  static let enumCase: WordTable<CaseDraft> = WordTable(.enumCase, [.rawValue, .summary])

  static let field: WordTable<FieldDraft> = WordTable(
    .field, required: ["type"], [.type, .defaultValue, .summary])

  /// The kinds of objects that have a word of this name.
  static func places(of name: String) -> [VocabularyPlace] {
    VocabularyPlace.allCases.filter { names(in: $0).contains(name) }
  }

  /// The names of the words in one kind of object.
  static func names(in place: VocabularyPlace) -> [String] {
    switch place {
    case .file: file.words.map(\.name)
    case .namespace: namespace.words.map(\.name)
    case .hooks: hooks.words.map(\.name)
    case .type: type.words.map(\.name)
    case .enumCase: enumCase.words.map(\.name)
    case .field: field.words.map(\.name)
    case .key: key.words.map(\.name)
    }
  }
}
