/// Drafts whose component on disk can differ from their name.
protocol IdentifiedDraft: SendableMetatype {
  var id: Located<String>? { get set }
}

extension KeyDraft: IdentifiedDraft {}

extension NamespaceDraft: IdentifiedDraft {
  var id: Located<String>? {
    get { words.id }
    set { words.id = newValue }
  }
}

extension Word where Draft: IdentifiedDraft {
  /// `id`: the component of the storage string.
  static var id: Word {
    Word("id", "The component of the storage string, where it is not the name.", .id) {
      draft, node, reader in
      let id = reader.located(node)
      if let fault = NameCheck.fault(inID: id.value) {
        reader.report(.badID(id.value, fault: fault), node)
      } else {
        draft.id = id
      }
    }
  }
}
