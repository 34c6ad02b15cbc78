extension Keyword where Declaration == TypeDeclaration {
  /// `enum`: one of a list.
  static let enumeration = Keyword(
    "enum",
    "The cases: an array of names, or an object that gives names, raw values and summaries.",
    .oneOf([
      .list(of: .text(.caseName), least: 1, isSet: true),
      .map(
        of: .oneOf([.string, .number, .object(.enumCase)]), named: .caseName, least: 1),
    ])
  ) { declaration, node, reader in
    var cases = (node.elements ?? []).map { CaseDeclaration(member: reader.located($0)) }
    for member in node.ownMembers {
      let item = CaseDeclaration(member: Located(member.name.text, at: member.name.span))
      switch member.value.value {
      case .string, .number: item.rawValue = member.value
      default: reader.read(member.value, by: Grammar.enumCase, into: item)
      }
      cases.append(item)
    }
    declaration.cases = Located(cases, at: node.span)
  }

  /// `struct`: named fields.
  static let structure = Keyword(
    "struct", "The fields, by name: each a type, or an object with type, default and summary.",
    .map(
      of: .oneOf([.text(.type), .object(.field)]), named: .memberName, least: 1)
  ) { declaration, node, reader in
    var fields: [FieldDeclaration] = []
    for member in node.ownMembers {
      let field = FieldDeclaration(member: Located(member.name.text, at: member.name.span))
      if let type = member.value.string {
        field.type = type
      } else {
        let misspelled = reader.read(member.value, by: Grammar.field, into: field)
        field.hasDefault = field.defaultValue != nil || misspelled.contains("default")
      }
      fields.append(field)
    }
    declaration.fields = Located(fields, at: node.span)
  }
}

extension Keyword where Declaration == CaseDeclaration {
  /// `rawValue`: what is stored for a case.
  static let rawValue = Keyword(
    "rawValue", "The stored value: a string or an integer, for all cases alike.",
    .oneOf([.string, .number])
  ) { declaration, node, _ in
    declaration.rawValue = node
  }
}
