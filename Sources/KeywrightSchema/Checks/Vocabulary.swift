/// The schema language: every word, in every kind of object that has words.
enum Vocabulary {
  static let key: WordTable<KeyDraft> = WordTable(
    .key,
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
    .file,
    [.schema, .version, .namespace, .imports]
      + namespace.words.map { Word(entry: $0.entry, read: $0.read) })

  static let hooks: WordTable<NamespaceDraft> = WordTable(.hooks, [.preCommit, .postCommit])

  static let type: WordTable<TypeDraft> = WordTable(
    .type, [.enumeration, .structure, .summary, .discussion])

  static let enumCase: WordTable<CaseDraft> = WordTable(.enumCase, [.rawValue, .summary])

  static let field: WordTable<FieldDraft> = WordTable(
    .field, [.type, .defaultValue, .summary])

  /// The kinds of objects that have a word of this name.
  static func places(of name: String) -> [VocabularyPlace] {
    VocabularyPlace.allCases.filter { names(in: $0).contains(name) }
  }

  /// The names of the words in one kind of object.
  static func names(in place: VocabularyPlace) -> [String] {
    VocabularyEntry.words(in: place).map(\.name)
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
package final class VocabularyEntry: Sendable {
  /// The member name.
  package let name: String
  /// One sentence for people.
  package let summary: String
  /// The form of its value.
  package let shape: Shape

  init(name: String, summary: String, shape: Shape) {
    self.name = name
    self.summary = summary
    self.shape = shape
  }

  /// The words of one kind of object, in the order in which people read them.
  package static func words(in place: VocabularyPlace) -> [VocabularyEntry] {
    switch place {
    case .file: Vocabulary.file.entries
    case .namespace: Vocabulary.namespace.entries
    case .hooks: Vocabulary.hooks.entries
    case .type: Vocabulary.type.entries
    case .enumCase: Vocabulary.enumCase.entries
    case .field: Vocabulary.field.entries
    case .key: Vocabulary.key.entries
    }
  }
}
