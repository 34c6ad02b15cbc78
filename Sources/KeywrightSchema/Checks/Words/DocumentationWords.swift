/// Drafts with a sentence for people.
protocol SummarisedDraft: SendableMetatype {
  var summary: Located<String>? { get set }
}

extension CaseDraft: SummarisedDraft {}
extension FieldDraft: SummarisedDraft {}

/// Drafts that carry words for people.
protocol DocumentedDraft: SummarisedDraft {
  var discussion: Located<String>? { get set }
}

extension KeyDraft: DocumentedDraft {}
extension TypeDraft: DocumentedDraft {}

extension NamespaceDraft: DocumentedDraft {
  var summary: Located<String>? {
    get { words.summary }
    set { words.summary = newValue }
  }
  var discussion: Located<String>? {
    get { words.discussion }
    set { words.discussion = newValue }
  }
}

extension Word where Draft: SummarisedDraft {
  /// `summary`: the first sentence of the generated comment.
  static var summary: Word {
    Word("summary", "One sentence on what this is; it begins the generated comment.", .string) {
      draft, node, reader in
      draft.summary = reader.located(node)
    }
  }
}

extension Word where Draft: DocumentedDraft {
  /// `discussion`: the rest of the generated comment.
  static var discussion: Word {
    Word("discussion", "Further paragraphs, in Markdown, for the generated comment.", .string) {
      draft, node, reader in
      draft.discussion = reader.located(node)
    }
  }
}

extension DocumentedDraft {
  var documentation: Documentation {
    Documentation(summary: summary?.value ?? "", discussion: discussion?.value ?? "")
  }
}
