extension Word where Draft == TypeDraft {
  /// `enum`: one of a list.
  static let enumeration: Word = Word(
    "enum",
    "The cases: an array of names, or an object that gives names, raw values and summaries.",
    .oneOf([
      .list(of: .text(.caseName), least: 1, isSet: true),
      .map(
        of: .oneOf([.string, .number, .words(.enumCase)]), named: .caseName, least: 1),
    ])
  ) { draft, node, reader in
    var cases = (node.elements ?? []).map { CaseDraft(member: reader.located($0)) }
    for member in node.words {
      let item = CaseDraft(member: Located(member.name.text, at: member.name.span))
      switch member.value.value {
      case .string, .number: item.rawValue = member.value
      default: reader.read(member.value, by: Vocabulary.enumCase, into: item)
      }
      cases.append(item)
    }
    draft.cases = Located(cases, at: node.span)
  }

  /// `struct`: named fields.
  static let structure: Word = Word(
    "struct", "The fields, by name: each a type, or an object with type, default and summary.",
    .map(
      of: .oneOf([.text(.type), .words(.field)]), named: .memberName, least: 1)
  ) { draft, node, reader in
    var fields: [FieldDraft] = []
    for member in node.words {
      let field = FieldDraft(member: Located(member.name.text, at: member.name.span))
      if let type = member.value.string {
        field.type = type
      } else {
        let misspelled = reader.read(member.value, by: Vocabulary.field, into: field)
        field.hasDefault = field.defaultValue != nil || misspelled.contains("default")
      }
      fields.append(field)
    }
    draft.fields = Located(fields, at: node.span)
  }
}

extension Word where Draft == CaseDraft {
  /// `rawValue`: what is stored for a case.
  static let rawValue: Word = Word(
    "rawValue", "What is stored: a string, or an integer for all cases.",
    .oneOf([.string, .number])
  ) { draft, node, _ in
    draft.rawValue = node
  }
}
