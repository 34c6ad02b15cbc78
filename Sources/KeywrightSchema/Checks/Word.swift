/// One word of the schema language in one kind of object: what it means, what form its value has,
/// and how it is read.
///
/// Each word is declared in the folder `Words` and listed once, in `Vocabulary`. The reader, the
/// suggestions and the JSON Schema for editors all come from that list.
struct Word<Draft>: Sendable {
  /// Its name, its meaning and the form of its value.
  let entry: VocabularyEntry
  /// Reads a value of that form into the draft.
  let read: @Sendable (Draft, JSONNode, Reader) -> Void
}

extension Word {
  init(
    _ name: String, _ summary: String, _ shape: Shape,
    read: @escaping @Sendable (Draft, JSONNode, Reader) -> Void
  ) {
    self.init(entry: VocabularyEntry(name: name, summary: summary, shape: shape), read: read)
  }
}

/// The words of one kind of object.
struct WordTable<Draft>: Sendable {
  let place: VocabularyPlace
  let words: [Word<Draft>]
  private let indices: [String: Int]
  /// The names of the words.
  let names: Set<String>

  init(_ place: VocabularyPlace, _ words: [Word<Draft>]) {
    self.place = place
    self.words = words
    self.indices = Dictionary(
      words.enumerated().map { ($1.entry.name, $0) }, uniquingKeysWith: { first, _ in first })
    self.names = Set(indices.keys)
  }

  subscript(name: String) -> Word<Draft>? { indices[name].map { words[$0] } }

  var entries: [VocabularyEntry] { words.map(\.entry) }
}

/// Reads the objects of one file into drafts, word by word.
struct Reader {
  let file: Int
  let diagnostics: DiagnosticBag

  /// Reads the members of an object by a table of words.
  ///
  /// - Returns: the words that are misspelled in it: to call them missing would be to report one
  ///   mistake twice.
  @discardableResult
  func read<Draft>(
    _ node: JSONNode, by table: WordTable<Draft>, into draft: Draft
  ) -> Set<String> {
    guard let members = node.members else {
      // What is no object at all may be any file of the machine: nothing of it is quoted.
      let found = table.place == .file ? node.kind : node.noun
      report(.wrongShape(of: table.place.noun, expected: "an object", found: found), node)
      return []
    }
    var misspelled: Set<String> = []
    for member in node.words {
      guard let word = table[member.name.text] else {
        let meant = reportUnknown(
          member.name, in: table.place.noun, among: Vocabulary.names(in: table.place))
        if let meant { misspelled.insert(meant) }
        continue
      }
      let shape = word.entry.shape
      let mismatches = shape.mismatches(in: member.value)
      for (name, shape, node) in mismatches {
        report(
          .wrongShape(
            of: "`\(name ?? word.entry.name)`", expected: shape.noun, found: node.noun), node)
      }
      let value = mismatches.isEmpty ? member.value : shape.rest(of: member.value)
      if let value { word.read(draft, value, self) }
    }
    for word in table.place.required
    where !misspelled.contains(word) && !members.contains(where: { $0.name.text == word }) {
      let place = Span(file: file, start: node.span.start, end: node.span.start + 1)
      diagnostics.report(.missingWord(word, in: table.place.noun), at: place)
    }
    return misspelled
  }

  /// Reports a word that is none of a place's; returns the one that it seems to mean.
  @discardableResult
  func reportUnknown(
    _ name: JSONString, in place: String, among words: @autoclosure () -> [String]
  ) -> String? {
    if diagnostics.isFull(file) { return nil }
    let elsewhere = Vocabulary.places(of: name.text).map(\.noun)
    let suggestion = NearMiss.suggestion(for: name.text, among: words())
    diagnostics.report(
      .unknownWord(name.text, in: place, belongsTo: elsewhere, suggestion: suggestion),
      at: name.span)
    return suggestion
  }

  func report(_ problem: Problem, _ node: JSONNode) {
    diagnostics.report(problem, at: node.span)
  }

  /// The string of a node that is known to be one.
  func located(_ node: JSONNode) -> Located<String> {
    Located(node.string?.text ?? "", at: node.span)
  }

  /// The symbol that a node spells; reports it if it spells none.
  func symbol(_ node: JSONNode) -> Located<Symbol>? {
    let text = located(node)
    if let symbol = Symbol(text.value) { return Located(symbol, at: text.span) }
    report(.badSymbol(text.value), node)
    return nil
  }
}
