/// One word of the schema language in one kind of object: what it means, what form its value has,
/// and how it is read.
///
/// Each word is declared in a file of its own and listed once, in `Vocabulary`. The reader, the
/// suggestions and the JSON Schema for editors all come from that list.
struct Word<Draft>: Sendable {
  /// The member name.
  let name: String
  /// One sentence for editors.
  let summary: String
  /// The form of its value.
  let shape: Shape
  /// Reads a value of that form into the draft.
  let read: @Sendable (inout Draft, JSONNode, inout Reader) -> Void

  init(
    _ name: String, _ summary: String, _ shape: Shape,
    read: @escaping @Sendable (inout Draft, JSONNode, inout Reader) -> Void
  ) {
    self.name = name
    self.summary = summary
    self.shape = shape
    self.read = read
  }
}

/// The words of one kind of object.
struct WordTable<Draft>: Sendable {
  let place: VocabularyPlace
  let words: [Word<Draft>]
  let required: [String]
  private let indices: [String: Int]

  init(_ place: VocabularyPlace, required: [String] = [], _ words: [Word<Draft>]) {
    self.place = place
    self.words = words
    self.required = required
    self.indices = Dictionary(
      words.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  subscript(name: String) -> Word<Draft>? { indices[name].map { words[$0] } }

  /// The table with what it says about a draft applied to a part of a larger one.
  func lifted<Whole>(
    to place: VocabularyPlace, required: [String],
    adding words: [Word<Whole>],
    part: @escaping @Sendable (inout Whole, (inout Draft) -> Void) -> Void
  ) -> WordTable<Whole> {
    let lifted = self.words.map { word in
      Word<Whole>(word.name, word.summary, word.shape) { whole, node, reader in
        part(&whole) { word.read(&$0, node, &reader) }
      }
    }
    return WordTable<Whole>(place, required: required, words + lifted)
  }
}
