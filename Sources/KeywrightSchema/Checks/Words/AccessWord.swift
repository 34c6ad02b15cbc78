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
    Word(
      "access", "How far the generated Swift is seen.", .choice(Access.allCases.map(\.rawValue))
    ) { draft, node, reader in
      draft.access = reader.choice(node, of: "access")
    }
  }
}
