/// The schema language: every word, in every kind of object that has words.
enum Vocabulary {
  /// What other tools may add anywhere: members whose names begin so are never looked at.
  static let foreignPrefix = "x-"

  static let key: WordTable<KeyDraft> = WordTable(
    .key, required: ["type"],
    [
      .type, .defaultValue, .summary, .discussion, .id, .access, .processing, .range, .deprecated,
    ])

  static let namespace: WordTable<NamespaceDraft> = WordTable(
    .namespace,
    [
      .id, .summary, .discussion, .access, .types, .hooks, .keys, .namespaces,
    ])

  static let file: WordTable<FileDraft> = namespace.lifted(
    to: .file, required: ["version"], adding: [.schema, .version, .namespace, .imports]
  ) { file, change in change(&file.body) }

  static let hooks: WordTable<NamespaceDraft> = WordTable(.hooks, [.preCommit, .postCommit])

  static let type: WordTable<TypeDraft> = WordTable(
    .type, [.enumeration, .structure, .summary, .discussion])

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
    case .key: key.words.map(\.name)
    }
  }
}
