/// Reads the objects of one file into drafts, word by word.
struct Reader {
  let file: Int
  var diagnostics: DiagnosticBag

  /// Reads the members of an object by a table of words.
  mutating func read<Draft>(_ node: JSONNode, by table: WordTable<Draft>, into draft: inout Draft) {
    guard let members = node.members else {
      return report(
        .wrongShape(of: table.place.noun, expected: "an object", found: node.noun), node)
    }
    for member in members where !member.name.text.hasPrefix(Vocabulary.foreignPrefix) {
      guard let word = table[member.name.text] else {
        reportUnknown(member.name, in: table.place)
        continue
      }
      if let (shape, node) = word.shape.mismatch(in: member.value) {
        report(.wrongShape(of: "`\(word.name)`", expected: shape.noun, found: node.noun), node)
      } else {
        word.read(&draft, member.value, &self)
      }
    }
    for word in table.required where !members.contains(where: { $0.name.text == word }) {
      let place = Span(file: file, start: node.span.start, end: node.span.start + 1)
      diagnostics.report(.missingWord(word, in: table.place.noun), at: place)
    }
  }

  private mutating func reportUnknown(_ name: JSONString, in place: VocabularyPlace) {
    if diagnostics.isFull(file) { return }
    let elsewhere = Vocabulary.places(of: name.text).map(\.noun)
    let suggestion = NearMiss.suggestion(for: name.text, among: Vocabulary.names(in: place))
    diagnostics.report(
      .unknownWord(name.text, in: place.noun, belongsTo: elsewhere, suggestion: suggestion),
      at: name.span)
  }

  mutating func report(_ problem: Problem, _ node: JSONNode) {
    diagnostics.report(problem, at: node.span)
  }

  /// The string of a node that is known to be one.
  func located(_ node: JSONNode) -> Located<String> {
    Located(node.string?.text ?? "", at: node.span)
  }

  /// The symbol that a node spells; reports it if it spells none.
  mutating func symbol(_ node: JSONNode) -> Located<Symbol>? {
    let text = located(node)
    if let symbol = Symbol(text.value) { return Located(symbol, at: text.span) }
    report(.badSymbol(text.value), node)
    return nil
  }
}
