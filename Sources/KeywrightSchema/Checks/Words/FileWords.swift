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
    .pattern(Patterns.namespacePath, noun: "a string")
  ) { draft, node, reader in
    guard let string = node.string else { return }
    var offset = 0
    for part in string.text.split(separator: ".", omittingEmptySubsequences: false) {
      let place = string.span(of: offset..<offset + part.utf8.count)
      offset += part.utf8.count + 1
      guard let name = NameCheck.member(String(part), at: place, of: .namespace, &reader) else {
        draft.path = []
        return
      }
      draft.path.append(name)
    }
  }

  /// `imports`: the modules of the symbols that the file names.
  static let imports: Word = Word(
    "imports",
    "The modules that the file's functions and types come from, each with an access level if it needs one: \"Rules\", \"public Palette\".",
    .list(of: .pattern(Patterns.importedModule, noun: "a string"))
  ) { draft, node, reader in
    for element in node.elements ?? [] {
      let text = reader.located(element)
      guard let module = Import(text.value) else {
        reader.report(.badImport(text.value), element)
        continue
      }
      if let first = draft.imports.first(where: { $0.value.module == module.module }) {
        reader.diagnostics.report(
          .duplicateImport(module.module), at: element.span, notes: [(.firstHere, first.span)])
      } else {
        draft.imports.append(Located(module, at: element.span))
      }
    }
  }
}
