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
