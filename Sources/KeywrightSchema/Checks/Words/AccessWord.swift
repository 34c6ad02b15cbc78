/// Drafts whose declarations can be seen more or less far.
protocol AccessDraft: SendableMetatype {
  var access: Located<Access>? { get set }
}

extension KeyDraft: AccessDraft {}

extension NamespaceDraft: AccessDraft {
  var access: Located<Access>? {
    get { words.access }
    set { words.access = newValue }
  }
}

extension Word where Draft: AccessDraft {
  /// `access`: how far the generated declarations are seen.
  static var access: Word {
    let choices = Access.allCases.map(\.rawValue)
    return Word("access", "How far the generated Swift is seen.", .choice(choices)) {
      draft, node, reader in
      let text = reader.located(node)
      if let access = Access(rawValue: text.value) {
        draft.access = Located(access, at: text.span)
      } else {
        let suggestion = NearMiss.suggestion(for: text.value, among: choices)
        reader.report(
          .notOneOf(text.value, word: "access", choices: choices, suggestion: suggestion), node)
      }
    }
  }
}
