extension Grammar {
  static let file = KeywordTable<FileDeclaration>(
    .file, heading + namespace.keywords.map { Keyword(entry: $0.entry, read: $0.read) })

  private static let heading: [Keyword<FileDeclaration>] = [
    // For editors only.
    Keyword("$schema", "The location of the JSON Schema of schema files, for editors.", .string) {
      _, _, _ in
    },
    Keyword("version", "The version of the schema language: 1.", .version) { _, node, reader in
      if case .number("1") = node.value { return }
      if case .number(let spelling) = node.value {
        reader.report(
          .version,
          "version \(String(spelling.prefix(40))) is unknown; this generator reads version 1", node)
      }
    },
    Keyword(
      "namespace",
      "The namespace that the file declares or adds to: names joined by dots. Without it the file's keys have no namespace.",
      .text(.namespacePath)
    ) { declaration, node, reader in declaration.path += reader.path(node) },
    Keyword(
      "environmentPrefix",
      "The beginning of all variables that the program reads, before a `_`: once in the schemas of a program.",
      .text(.environmentPrefix)
    ) { declaration, node, reader in
      let prefix = reader.located(node)
      guard EnvironmentName.isPrefix(prefix.value) else {
        return reader.report(
          .name,
          "`\(prefix.value)` cannot begin variables: capitals, digits and `_`, as in \"APP\"; "
            + "neither a digit first nor a `_` last, which is added", node)
      }
      declaration.environmentPrefix = prefix
    },
    Keyword(
      "imports",
      "The modules that the file's functions and types come from, each with an access level if it needs one: \"Rules\", \"public Palette\".",
      .list(of: .text(.importedModule))
    ) { declaration, node, reader in declaration.imports += reader.imports(node) },
  ]

  static let namespace = KeywordTable<NamespaceDeclaration>(
    .namespace,
    [
      .id,
      .flag(
        "flat", \.flat,
        "Whether the variables and arguments of its keys leave out the namespace; storage strings keep it."
      ),
      .title, .summary, .discussion,
      .choice("access", \.access, "The access level of the generated Swift."),
      .flag(
        "values", \.values,
        "Whether to generate a struct that reads and writes the keys of a store by name."),
    ] + members + past + [.suppress])

  private static let members: [Keyword<NamespaceDeclaration>] = [
    Keyword(
      "types", "Types for the keys of this namespace and of those inside it, by name.",
      .map(of: .object(.type), named: .typeName)
    ) { declaration, node, reader in
      for member in node.ownMembers { declaration.types.append(reader.type(member)) }
    },
    .symbol(
      "preCommit", \.preCommit,
      "A function called before a commit that touches the namespace or one inside it; may amend it, or throw to refuse it."
    ),
    .symbol("postCommit", \.postCommit, "A function called after such a commit."),
    Keyword(
      "keys", "The keys, by name in lowerCamelCase.", .map(of: .object(.key), named: .memberName)
    ) { declaration, node, reader in
      for member in node.ownMembers { declaration.keys.append(reader.key(member)) }
    },
    Keyword(
      "namespaces", "The namespaces inside this one, by name.",
      .map(of: .object(.namespace), named: .memberName)
    ) { declaration, node, reader in
      for member in node.ownMembers {
        let child = NamespaceDeclaration(member: reader.memberName(member.name, of: .namespace))
        reader.read(member.value, by: Grammar.namespace, into: child)
        declaration.children.append(child)
      }
    },
  ]

  private static let past: [Keyword<NamespaceDeclaration>] = [
    .ids(
      "former", \.formerNames,
      "The whole storage strings that preceded the ids of the namespace's keys in earlier versions, the newest first."
    ),
    .mark(
      "moves", "later", \.movesLater,
      "`later`: values stay under the `former` for now, where older programs that still run find them; both names are read."
    ),
    Keyword(
      "reserved",
      "Ids of keys that are gone: no key of this namespace may take one again. `id:*` is a key that had parameters.",
      .list(of: .text(.id), isSet: true)
    ) { declaration, node, reader in reader.readGone(node, into: declaration, erases: false) },
    Keyword(
      "erased",
      "Ids of keys that are gone, as under `reserved`, whose stored values are removed at each opening.",
      .list(of: .text(.id), isSet: true)
    ) { declaration, node, reader in reader.readGone(node, into: declaration, erases: true) },
  ]
}

extension SchemaReader {
  /// The names of a path of namespaces.
  fileprivate func path(_ node: JSONNode) -> [Located<String>] {
    guard let string = node.string else { return [] }
    if string.text.isEmpty {
      report(.name, "the namespace is empty; leave the word out", node)
      return []
    }
    var offset = 0
    // Of a path that is too deep, the names down to the one that shows it are enough.
    let parts = string.text.split(
      separator: ".", maxSplits: NameCheck.deepestNamespace + 1, omittingEmptySubsequences: false)
    return parts.prefix(NameCheck.deepestNamespace + 1).map { part in
      let place = string.span(of: offset..<offset + part.utf8.count)
      offset += part.utf8.count + 1
      return NameCheck.member(String(part), at: place, of: .namespace, in: module, diagnostics)
    }
  }

  fileprivate func imports(_ node: JSONNode) -> [Located<Import>] {
    var places: [String: Span] = [:]
    return (node.elements ?? []).compactMap { element in
      let text = located(element)
      guard let module = Import(text.value) else {
        report(
          .imports,
          "`\(text.value)` is no import: expected a module, with an access level before it if it needs one",
          element)
        return nil
      }
      if let first = places[module.module] {
        diagnostics.report(
          .imports, "module `\(module.module)` is imported twice", remedy: .removal,
          at: element.span, notes: [(.firstHere, first)])
        return nil
      }
      places[module.module] = element.span
      return Located(module, at: element.span)
    }
  }

  fileprivate func memberName(_ name: JSONString, of subject: NamedEntity) -> Located<String> {
    NameCheck.member(name.text, at: name.span, of: subject, in: module, diagnostics)
  }

  fileprivate func key(_ member: JSONMember) -> KeyDeclaration {
    let key = KeyDeclaration(member: memberName(member.name, of: .key))
    key.misspelled.formUnion(read(member.value, by: Grammar.key, into: key))
    key.notes = (member.value.members ?? []).filter(\.isForeign).compactMap(Note.init)
    noteSecrets(of: key, in: member.value)
    return key
  }

  fileprivate func type(_ member: JSONMember) -> TypeDeclaration {
    let name = NameCheck.typeName(member.name, in: module, diagnostics)
    let type = TypeDeclaration(member: Located(name, at: member.name.span))
    let misspelled = read(member.value, by: Grammar.type, into: type)
    let kinds = member.value.ownMembers.filter { ["enum", "struct"].contains($0.name.text) }
    if member.value.members != nil, kinds.count != 1,
      misspelled.isDisjoint(with: ["enum", "struct"])
    {
      diagnostics.report(
        .typeRule,
        kinds.isEmpty
          ? "type `\(member.name.text)` needs `enum` or `struct`"
          : "type `\(member.name.text)` needs either `enum` or `struct`, not both",
        at: member.name.span)
    }
    return type
  }

  /// Reads the ids of keys that are gone; one that ends in `:*` is that of a key that had parameters.
  fileprivate func readGone(
    _ node: JSONNode, into declaration: NamespaceDeclaration, erases: Bool
  ) {
    for element in distinct(node) {
      guard let text = id(element) else { continue }
      let isFamily = text.value.count > 2 && text.value.hasSuffix(":*")
      let id = isFamily ? Located(String(text.value.dropLast(2)), at: text.span) : text
      if let first = declaration.reserved.first(where: {
        ExactString($0.value) == ExactString(id.value)
      }) {
        diagnostics.report(.repeatedElement, at: id.span, notes: [(.firstHere, first.span)])
        continue
      }
      declaration.reserved.append(id)
      if erases || isFamily {
        declaration.sweeps.append(SweptKey(id: id, isErased: erases, isFamily: isFamily))
      }
    }
  }
}
