/// The schema language: every word, in every kind of object that has words.
enum Vocabulary {
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

  static let file: WordTable<FileDraft> = WordTable(
    .file, required: ["version"],
    [.schema, .version, .namespace, .imports]
      + namespace.words.map { Word($0.name, $0.summary, $0.shape, read: $0.read) })

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

extension JSONNode {
  /// The members of an object that do not belong to other tools, which may add any whose names
  /// begin with `x-`.
  var words: [JSONMember] {
    guard let members else { return [] }
    // Few objects have such members, and need a list of their own.
    return members.contains(where: \.isForeign) ? members.filter { !$0.isForeign } : members
  }
}

extension JSONMember {
  fileprivate var isForeign: Bool { name.text.utf8.starts(with: "x-".utf8) }
}

/// A word of the schema language as documents about the language see it.
package struct VocabularyEntry: Sendable {
  /// The member name.
  package let name: String
  /// One sentence for people.
  package let summary: String
  /// The form of its value.
  package let shape: Shape

  /// The words of one kind of object, in the order in which people read them.
  package static func words(in place: VocabularyPlace) -> [VocabularyEntry] {
    switch place {
    case .file: entries(Vocabulary.file)
    case .namespace: entries(Vocabulary.namespace)
    case .hooks: entries(Vocabulary.hooks)
    case .type: entries(Vocabulary.type)
    case .enumCase: entries(Vocabulary.enumCase)
    case .field: entries(Vocabulary.field)
    case .key: entries(Vocabulary.key)
    }
  }

  /// The words that an object of a kind must have.
  package static func required(in place: VocabularyPlace) -> [String] {
    switch place {
    case .file: Vocabulary.file.required
    case .namespace: Vocabulary.namespace.required
    case .hooks: Vocabulary.hooks.required
    case .type: Vocabulary.type.required
    case .enumCase: Vocabulary.enumCase.required
    case .field: Vocabulary.field.required
    case .key: Vocabulary.key.required
    }
  }

  private static func entries<Draft>(_ table: WordTable<Draft>) -> [VocabularyEntry] {
    table.words.map { VocabularyEntry(name: $0.name, summary: $0.summary, shape: $0.shape) }
  }
}
