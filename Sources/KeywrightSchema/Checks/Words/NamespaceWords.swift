extension Word where Draft == NamespaceDraft {
  /// `hooks`: functions around a commit.
  static let hooks: Word = Word(
    "hooks", "Functions called around a commit that touches the namespace or one inside it.",
    .words(.hooks, required: [])
  ) { draft, node, reader in
    reader.read(node, by: Vocabulary.hooks, into: &draft)
  }

  /// `preCommit`, inside `hooks`.
  static let preCommit: Word = Word(
    "preCommit", "Called before the commit; may amend it, or throw to refuse it.", .symbol
  ) { draft, node, reader in
    draft.words.preCommit = reader.symbol(node)
  }

  /// `postCommit`, inside `hooks`.
  static let postCommit: Word = Word("postCommit", "Called after the commit.", .symbol) {
    draft, node, reader in
    draft.words.postCommit = reader.symbol(node)
  }

  /// `namespaces`: nested ones.
  static let namespaces: Word = Word(
    "namespaces", "The namespaces inside this one, by name.",
    .map(of: .words(.namespace, required: []), named: Patterns.memberName)
  ) { draft, node, reader in
    for member in node.members ?? [] where !member.name.text.hasPrefix(Vocabulary.foreignPrefix) {
      let place = member.name.span
      guard let name = NameCheck.member(member.name.text, at: place, of: .namespace, &reader)
      else { continue }
      var child = NamespaceDraft(member: name)
      reader.read(member.value, by: Vocabulary.namespace, into: &child)
      draft.children.append(child)
    }
  }

  /// `keys`: the keys of the namespace.
  static let keys: Word = Word(
    "keys", "The keys, by name in lowerCamelCase.",
    .map(of: .words(.key, required: ["type"]), named: Patterns.memberName)
  ) { draft, node, reader in
    for member in node.members ?? [] where !member.name.text.hasPrefix(Vocabulary.foreignPrefix) {
      let name = NameCheck.member(member.name.text, at: member.name.span, of: .key, &reader)
      // A key with a bad name is read all the same: it may have other problems.
      var key = KeyDraft(member: name ?? Located("", at: member.name.span))
      reader.read(member.value, by: Vocabulary.key, into: &key)
      if name != nil { draft.keys.append(key) }
    }
  }

  /// `types`: enums and structs.
  static let types: Word = Word(
    "types", "Types for the keys of this namespace and of those inside it, by name.",
    .map(of: .words(.type, required: []), named: Patterns.typeName)
  ) { draft, node, reader in
    for member in node.members ?? [] where !member.name.text.hasPrefix(Vocabulary.foreignPrefix) {
      let name = NameCheck.typeName(member.name, &reader)
      var type = TypeDraft(name: Located(name ?? "", at: member.name.span))
      reader.read(member.value, by: Vocabulary.type, into: &type)
      if (type.cases == nil) == (type.fields == nil) {
        reader.diagnostics.report(
          .typeKind(member.name.text, both: type.cases != nil), at: member.name.span)
      } else if name != nil {
        draft.types.append(type)
      }
    }
  }
}
