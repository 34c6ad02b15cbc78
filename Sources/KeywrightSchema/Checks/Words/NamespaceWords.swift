extension Word where Draft == NamespaceDraft {
  /// `hooks`: functions around a commit.
  static let hooks: Word = Word(
    "hooks", "Functions called around a commit that touches the namespace or one inside it.",
    .words(.hooks)
  ) { draft, node, reader in
    reader.read(node, by: Vocabulary.hooks, into: draft)
  }

  /// `preCommit`, inside `hooks`.
  static let preCommit: Word = Word(
    "preCommit", "Called before the commit; may amend it, or throw to refuse it.", .text(.symbol)
  ) { draft, node, reader in
    draft.preCommit = reader.symbol(node)
  }

  /// `postCommit`, inside `hooks`.
  static let postCommit: Word = Word("postCommit", "Called after the commit.", .text(.symbol)) {
    draft, node, reader in
    draft.postCommit = reader.symbol(node)
  }

  /// `namespaces`: nested ones.
  static let namespaces: Word = Word(
    "namespaces", "The namespaces inside this one, by name.",
    .map(of: .words(.namespace), named: .memberName)
  ) { draft, node, reader in
    for member in node.words {
      let name = member.name
      let child = NamespaceDraft(
        member: NameCheck.member(name.text, at: name.span, of: .namespace, reader.diagnostics))
      reader.read(member.value, by: Vocabulary.namespace, into: child)
      draft.children.append(child)
    }
  }

  /// `keys`: the keys of the namespace.
  static let keys: Word = Word(
    "keys", "The keys, by name in lowerCamelCase.",
    .map(of: .words(.key), named: .memberName)
  ) { draft, node, reader in
    for member in node.words {
      let name = NameCheck.member(
        member.name.text, at: member.name.span, of: .key, reader.diagnostics)
      let key = KeyDraft(member: name)
      let misspelled = reader.read(member.value, by: Vocabulary.key, into: key)
      key.misspelled.formUnion(misspelled)
      draft.keys.append(key)
    }
  }

  /// `types`: enums and structs.
  static let types: Word = Word(
    "types", "Types for the keys of this namespace and of those inside it, by name.",
    .map(of: .words(.type), named: .typeName)
  ) { draft, node, reader in
    for member in node.words {
      let name = NameCheck.typeName(member.name, reader.diagnostics)
      let type = TypeDraft(member: Located(name, at: member.name.span))
      let misspelled = reader.read(member.value, by: Vocabulary.type, into: type)
      let kinds = member.value.words.filter { ["enum", "struct"].contains($0.name.text) }
      if member.value.members != nil, kinds.count != 1,
        misspelled.isDisjoint(with: ["enum", "struct"])
      {
        reader.diagnostics.report(
          .typeKind(member.name.text, both: !kinds.isEmpty), at: member.name.span)
      }
      draft.types.append(type)
    }
  }
}

extension Word where Draft == FileDraft {
  /// `$schema`: for editors only.
  static let schema: Word = Word(
    "$schema", "Where the JSON Schema of schema files is, for editors.", .string
  ) { _, _, _ in }

  /// `version`: of the schema language.
  static let version: Word = Word("version", "The version of the schema language: 1.", .version) {
    _, node, reader in
    if case .number("1") = node.value { return }
    if case .number(let spelling) = node.value {
      reader.report(.unsupportedVersion(String(spelling.prefix(40))), node)
    }
  }

  /// `namespace`: what the file's keys belong to.
  static let namespace: Word = Word(
    "namespace",
    "The namespace that the file declares or adds to: names joined by dots. Without it the file's keys have no namespace.",
    .text(.namespacePath)
  ) { draft, node, reader in
    guard let string = node.string else { return }
    var offset = 0
    // Of a path that is too deep, the names down to the one that shows it are enough.
    let parts = string.text.split(
      separator: ".", maxSplits: NameCheck.deepestNamespace + 1, omittingEmptySubsequences: false)
    for part in parts.prefix(NameCheck.deepestNamespace + 1) {
      let place = string.span(of: offset..<offset + part.utf8.count)
      offset += part.utf8.count + 1
      draft.path.append(
        NameCheck.member(String(part), at: place, of: .namespace, reader.diagnostics))
    }
  }

  /// `imports`: the modules of the symbols that the file names.
  static let imports: Word = Word(
    "imports",
    "The modules that the file's functions and types come from, each with an access level if it needs one: \"Rules\", \"public Palette\".",
    .list(of: .text(.importedModule))
  ) { draft, node, reader in
    var places: [String: Span] = [:]
    for element in node.elements ?? [] {
      let text = reader.located(element)
      guard let module = Import(text.value) else {
        reader.report(.badImport(text.value), element)
        continue
      }
      if let first = places[module.module] {
        reader.diagnostics.report(
          .duplicateImport(module.module), at: element.span, notes: [(.firstHere, first)])
      } else {
        places[module.module] = element.span
        draft.imports.append(Located(module, at: element.span))
      }
    }
  }
}
