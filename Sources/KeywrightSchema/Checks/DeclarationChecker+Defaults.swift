extension DeclarationChecker {
  /// The default of a key, checked against its type.
  func defaultValue(
    of declaration: KeyDeclaration, _ type: ValueType, isOptional: Bool
  ) -> DefaultModel? {
    guard let node = declaration.defaultValue else {
      if !isOptional, !declaration.misspelled.contains("default") {
        let type = declaration.type?.text ?? ""
        diagnostics.report(
          .defaultMissing,
          "key `\(declaration.member.value)` needs a `default`, or the type `\(type)?` for a value that may be absent",
          remedy: type.isEmpty ? nil : .member("type", JSONText: JSONText.quoted(type + "?")),
          at: declaration.member.span)
      }
      return nil
    }
    if isOptional {
      if !node.isNull { diagnostics.report(.defaultOfOptional, at: node.span) }
      return nil
    }
    // A dictionary or a declared type may itself have a member `call`: only a string there names a function.
    let isKeyed =
      switch type {
      case .dictionary, .declared: true
      default: false
      }
    if let function = node.ownMembers.first(where: { $0.name.text == "call" })?.value,
      !isKeyed || function.string != nil
    {
      return call(node.ownMembers)
    }
    return literal(node, as: type).map(DefaultModel.literal)
  }

  /// A default `{ "call": "Symbol.path", "persist": "whenMissing" }`.
  private func call(_ members: [JSONMember]) -> DefaultModel? {
    let reader = SchemaReader(file: members[0].name.span.file, diagnostics: diagnostics)
    var symbol: Located<Symbol>?
    var persists = false
    for member in members {
      switch member.name.text {
      case "call" where member.value.string == nil:
        reader.report(
          .wrongShape(of: "`call`", expected: "a string", found: member.value.noun), member.value)
      case "call": symbol = reader.symbol(member.value)
      case "persist":
        let choice: Located<Persistence>? = reader.choice(member.value, of: "persist")
        persists = choice?.value == .whenMissing
      default:
        reader.reportUnknown(
          member.name, in: "a default that calls a function", among: ["call", "persist"])
      }
    }
    return symbol.map { .call(diagnostics.sources.reference(to: $0), persists: persists) }
  }
}

/// The time at which a computed default is stored.
private enum Persistence: String, CaseIterable {
  case never, whenMissing
}
