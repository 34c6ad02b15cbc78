extension Word where Draft == KeyDraft {
  /// `storageString`: the whole string, for data that exists.
  static let storageString: Word = Word(
    "storageString", "The whole storage string, verbatim, for data that already exists.", .id
  ) { draft, node, reader in
    let text = reader.located(node)
    if let fault = NameCheck.fault(inID: text.value) {
      reader.report(.badID(text.value, fault: fault), node)
    } else {
      draft.storageString = text
    }
  }
}
