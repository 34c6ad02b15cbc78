extension Keyword where Declaration == NamespaceDeclaration {
  /// `hooks`: functions around a commit.
  static let hooks = Keyword(
    "hooks", "Functions called around a commit that touches the namespace or one inside it.",
    .object(.hooks)
  ) { declaration, node, reader in
    reader.read(node, by: Grammar.hooks, into: declaration)
  }

  /// `preCommit`, inside `hooks`.
  static let preCommit = Keyword(
    "preCommit", "Called before the commit; may amend it, or throw to refuse it.", .text(.symbol)
  ) { declaration, node, reader in
    declaration.preCommit = reader.symbol(node)
  }

  /// `postCommit`, inside `hooks`.
  static let postCommit = Keyword("postCommit", "Called after the commit.", .text(.symbol)) {
    declaration, node, reader in
    declaration.postCommit = reader.symbol(node)
  }

  /// `namespaces`: nested ones.
  static let namespaces = Keyword(
    "namespaces", "The namespaces inside this one, by name.",
    .map(of: .object(.namespace), named: .memberName)
  ) { declaration, node, reader in
    for member in node.ownMembers {
      let name = member.name
      let child = NamespaceDeclaration(
        member: NameCheck.member(
          name.text, at: name.span, of: .namespace, in: reader.module, reader.diagnostics))
      reader.read(member.value, by: Grammar.namespace, into: child)
      declaration.children.append(child)
    }
  }

  /// `keys`: the keys of the namespace.
  static let keys = Keyword(
    "keys", "The keys, by name in lowerCamelCase.",
    .map(of: .object(.key), named: .memberName)
  ) { declaration, node, reader in
    for member in node.ownMembers {
      let name = NameCheck.member(
        member.name.text, at: member.name.span, of: .key, in: reader.module, reader.diagnostics)
      let key = KeyDeclaration(member: name)
      let misspelled = reader.read(member.value, by: Grammar.key, into: key)
      key.misspelled.formUnion(misspelled)
      reader.noteSecrets(of: key, in: member.value)
      declaration.keys.append(key)
    }
  }

  /// `types`: enums and structs.
  static let types = Keyword(
    "types", "Types for the keys of this namespace and of those inside it, by name.",
    .map(of: .object(.type), named: .typeName)
  ) { declaration, node, reader in
    for member in node.ownMembers {
      let name = NameCheck.typeName(member.name, in: reader.module, reader.diagnostics)
      let type = TypeDeclaration(member: Located(name, at: member.name.span))
      let misspelled = reader.read(member.value, by: Grammar.type, into: type)
      let kinds = member.value.ownMembers.filter { ["enum", "struct"].contains($0.name.text) }
      if member.value.members != nil, kinds.count != 1,
        misspelled.isDisjoint(with: ["enum", "struct"])
      {
        reader.diagnostics.report(
          .typeRule,
          kinds.isEmpty
            ? "type `\(member.name.text)` needs `enum` or `struct`"
            : "type `\(member.name.text)` needs either `enum` or `struct`, not both",
          at: member.name.span)
      }
      declaration.types.append(type)
    }
  }
}

extension Keyword where Declaration == NamespaceDeclaration {
  /// `flat`: whether the names that people write leave the namespace out.
  static let flat = Keyword(
    "flat",
    "Whether the variables and arguments of its keys leave out the namespace; storage strings keep it.",
    .boolean
  ) { declaration, node, _ in
    if case .bool(let value) = node.value { declaration.flat = Located(value, at: node.span) }
  }
}

extension Keyword where Declaration == FileDeclaration {
  /// `environmentPrefix`: of a program's variables.
  static let environmentPrefix = Keyword(
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
  }
}

extension Keyword where Declaration == FileDeclaration {
  /// `$schema`: for editors only.
  static let schema = Keyword(
    "$schema", "The location of the JSON Schema of schema files, for editors.", .string
  ) { _, _, _ in }

  /// `version`: of the schema language.
  static let version = Keyword("version", "The version of the schema language: 1.", .version) {
    _, node, reader in
    if case .number("1") = node.value { return }
    if case .number(let spelling) = node.value {
      reader.report(
        .version,
        "version \(String(spelling.prefix(40))) is unknown; this generator reads version 1", node)
    }
  }

  /// `namespace`: what the file's keys belong to.
  static let namespace = Keyword(
    "namespace",
    "The namespace that the file declares or adds to: names joined by dots. Without it the file's keys have no namespace.",
    .text(.namespacePath)
  ) { declaration, node, reader in
    guard let string = node.string else { return }
    if string.text.isEmpty {
      return reader.report(.name, "the namespace is empty; leave the word out", node)
    }
    var offset = 0
    // Of a path that is too deep, the names down to the one that shows it are enough.
    let parts = string.text.split(
      separator: ".", maxSplits: NameCheck.deepestNamespace + 1, omittingEmptySubsequences: false)
    for part in parts.prefix(NameCheck.deepestNamespace + 1) {
      let place = string.span(of: offset..<offset + part.utf8.count)
      offset += part.utf8.count + 1
      declaration.path.append(
        NameCheck.member(
          String(part), at: place, of: .namespace, in: reader.module, reader.diagnostics))
    }
  }

  /// `imports`: the modules of the symbols that the file names.
  static let imports = Keyword(
    "imports",
    "The modules that the file's functions and types come from, each with an access level if it needs one: \"Rules\", \"public Palette\".",
    .list(of: .text(.importedModule))
  ) { declaration, node, reader in
    var places: [String: Span] = [:]
    for element in node.elements ?? [] {
      let text = reader.located(element)
      guard let module = Import(text.value) else {
        reader.report(
          .imports,
          "`\(text.value)` is no import: expected a module, with an access level before it if it needs one",
          element)
        continue
      }
      if let first = places[module.module] {
        reader.diagnostics.report(
          .imports, "module `\(module.module)` is imported twice", remedy: .removal,
          at: element.span, notes: [(.firstHere, first)])
      } else {
        places[module.module] = element.span
        declaration.imports.append(Located(module, at: element.span))
      }
    }
  }
}
