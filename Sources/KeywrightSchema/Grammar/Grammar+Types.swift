extension Grammar {
  static let type = KeywordTable<TypeDeclaration>(
    .type,
    [
      Keyword(
        "enum",
        "The cases: an array of names, or an object that gives names, raw values and summaries.",
        .oneOf([
          .list(of: .text(.caseName), least: 1, isSet: true),
          .map(of: .oneOf([.string, .number, .object(.enumCase)]), named: .caseName, least: 1),
        ])
      ) { declaration, node, reader in
        declaration.cases = Located(reader.cases(node), at: node.span)
      },
      Keyword(
        "struct", "The fields, by name: each a type, or an object with type, default and summary.",
        .map(of: .oneOf([.text(.type), .object(.field)]), named: .memberName, least: 1)
      ) { declaration, node, reader in
        declaration.fields = Located(node.ownMembers.map(reader.field), at: node.span)
      },
      .summary, .discussion,
      .mark(
        "unknown", "keep", \.keepsUnknown,
        "Whether a raw value without a case is kept, as a case `unknown`, and written back as it is."
      ),
      Keyword(
        "reserved",
        "Raw values of cases, or names of fields, that are gone: none may be used again.",
        .list(of: .oneOf([.string, .number]), isSet: true)
      ) { declaration, node, reader in
        declaration.reserved = reader.scalars(node)
      },
    ])

  static let enumCase = KeywordTable<CaseDeclaration>(
    .enumCase,
    [
      .node(
        "rawValue", .oneOf([.string, .number]), \.rawValue,
        "The stored value: a string or an integer, for all cases alike."),
      Keyword(
        "former",
        "Raw values that earlier versions stored for the case; beside integers, also names that it had in texts.",
        .list(of: .oneOf([.string, .number]), isSet: true)
      ) { declaration, node, reader in declaration.former = reader.scalars(node) },
      .title, .summary,
    ])

  static let field = KeywordTable<FieldDeclaration>(
    .field,
    [
      .type, .defaultValue, .title, .summary,
      Keyword(
        "former",
        "The names under which earlier versions stored the field, the newest first.",
        .list(of: .text(.memberName), isSet: true)
      ) { declaration, node, reader in
        declaration.formerNames = reader.distinct(node).map { reader.located($0) }
      },
      .mark(
        "moves", "later", \.movesLater,
        "`later`: the field is stored under its former name for now, where older programs that still run find it; both names are read."
      ),
    ])
}

extension SchemaReader {
  /// The texts and numbers of a list, each text once.
  fileprivate func scalars(_ node: JSONNode) -> [JSONNode] {
    let elements = node.elements ?? []
    let texts = JSONNode(value: .array(elements.filter { $0.string != nil }), span: node.span)
    return distinct(texts) + elements.filter { if case .number = $0.value { true } else { false } }
  }

  fileprivate func cases(_ node: JSONNode) -> [CaseDeclaration] {
    (node.elements ?? []).map { CaseDeclaration(member: located($0)) }
      + node.ownMembers.map { member in
        let item = CaseDeclaration(member: Located(member.name.text, at: member.name.span))
        switch member.value.value {
        case .string, .number: item.rawValue = member.value
        default: read(member.value, by: Grammar.enumCase, into: item)
        }
        return item
      }
  }

  fileprivate func field(_ member: JSONMember) -> FieldDeclaration {
    let field = FieldDeclaration(member: Located(member.name.text, at: member.name.span))
    if let type = member.value.string {
      field.type = type
    } else {
      let misspelled = read(member.value, by: Grammar.field, into: field)
      field.hasDefault = field.defaultValue != nil || misspelled.contains("default")
    }
    return field
  }
}
