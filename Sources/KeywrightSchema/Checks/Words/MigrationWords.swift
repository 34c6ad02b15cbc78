extension Word where Draft == KeyDraft {
  /// `formerKeys`: where the value was stored before.
  static let formerKeys: Word = Word(
    "formerKeys", "The storage strings that held the value in earlier versions, the newest first.",
    .list(of: .id, isSet: true)
  ) { draft, node, reader in
    for element in node.elements ?? [] {
      let text = reader.located(element)
      if let fault = NameCheck.fault(inID: text.value) {
        reader.report(.badID(text.value, fault: fault), element)
      } else if let first = draft.formerKeys.first(where: { $0.value == text.value }) {
        reader.diagnostics.report(
          .repeatedElement, at: element.span, notes: [(.firstHere, first.span)])
      } else {
        draft.formerKeys.append(text)
      }
    }
  }

  /// `migrate`: makes a value of an older one.
  static let migrate: Word = Word(
    "migrate", "A function that makes a value of one of a former key.", .symbol
  ) { draft, node, reader in
    draft.migrate = reader.symbol(node)
  }
}

extension Word where Draft == NamespaceDraft {
  /// `reserved`: ids that must not be used again.
  static let reserved: Word = Word(
    "reserved", "Ids of keys that are gone: no key of this namespace may take one again.",
    .list(of: .string)
  ) { draft, node, reader in
    draft.reserved += (node.elements ?? []).map(reader.located)
  }

  /// `values`: whether a values struct is generated.
  static let values: Word = Word(
    "values", "Whether to generate a struct that reads and writes the keys of a store by name.",
    .boolean
  ) { draft, node, _ in
    if case .bool(let value) = node.value { draft.words.values = Located(value, at: node.span) }
  }
}

extension TargetChecker {
  /// Reports what migrations and reservations contradict.
  mutating func checkMigration(of draft: KeyDraft, in node: NamespaceNode, storage: String) {
    if let migrate = draft.migrate, draft.formerKeys.isEmpty {
      diagnostics.report(.migrateWithoutFormer, at: migrate.span)
    }
    if draft.parameters != nil, let former = draft.formerKeys.first {
      diagnostics.report(.familyMigration, at: former.span)
    }
    let name = node.swiftPath(of: draft.member.value)
    for former in draft.formerKeys {
      if ExactString(former.value) == ExactString(storage) {
        diagnostics.report(.formerIsPresent(storage), at: former.span)
      } else {
        formers.append((former, name))
      }
    }
    let id = draft.id?.value ?? draft.member.value
    if let reserved = node.reserved.first(where: { $0.value == id }) {
      diagnostics.report(
        .reservedID(id), at: (draft.id ?? draft.member).span,
        notes: [(.otherValueHere("reserved"), reserved.span)])
    }
  }
}
