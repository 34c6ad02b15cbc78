/// Drafts that can ask for silence.
protocol SuppressingDraft: SendableMetatype {
  var suppress: [Located<String>] { get set }
}

extension KeyDraft: SuppressingDraft {}
extension NamespaceDraft: SuppressingDraft {}

extension Word where Draft: SuppressingDraft {
  /// `suppress`: the rules whose warnings are not wanted here.
  static var suppress: Word {
    Word(
      "suppress", "The rules whose warnings are not wanted here.",
      .list(of: .choice(Rule.suppressible.map(\.rawValue)))
    ) { draft, node, reader in
      for element in node.elements ?? [] {
        let name = reader.located(element)
        if Rule.suppressible.contains(where: { $0.rawValue == name.value }) {
          draft.suppress.append(name)
          continue
        }
        let isError = Rule(rawValue: name.value) != nil
        let suggestion = NearMiss.suggestion(
          for: name.value, among: Rule.suppressible.map(\.rawValue))
        reader.report(
          .badSuppression(name.value, isError: isError, suggestion: suggestion), element)
      }
    }
  }
}
