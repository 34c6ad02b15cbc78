extension TargetChecker {
  /// Checks one key.
  ///
  /// - Returns: nil if the key's type could not be read; everything else hangs on that.
  mutating func keyModel(of draft: KeyDraft, in node: NamespaceNode) -> KeyModel? {
    let name = draft.member.value
    let storageString = StorageString.joined(node.prefix, draft.id?.value ?? name)
    claim(
      storageString: storageString, name: (node.path + [name]).joined(separator: "."),
      at: draft.id?.span ?? draft.member.span)
    guard let string = draft.type, let (type, isOptional) = resolve(string, in: node) else {
      return nil
    }
    let constraints = constraints(of: draft, type)
    let value = defaultValue(of: draft, type, isOptional: isOptional)
    if let value, let node = draft.defaultValue {
      check(value, against: constraints, at: node.span)
    }
    return KeyModel(
      name: name, swiftName: name, storageString: storageString, type: type,
      isOptional: isOptional, defaultValue: value ?? .none,
      processing: draft.processing.compactMap { step($0, for: type) },
      constraints: constraints.map(\.value), documentation: draft.documentation,
      access: draft.access?.value ?? node.access, deprecated: draft.deprecated?.value,
      origin: origin(of: draft.member.span))
  }

  private mutating func constraints(
    of draft: KeyDraft, _ type: ValueType
  ) -> [Located<ConstraintModel>] {
    [range(of: draft, type)].compactMap(\.self)
  }

  /// Reads a value with the types of the target at hand.
  mutating func literal(_ node: JSONNode, as type: ValueType) -> Literal? {
    var reader = LiteralReader(types: types, diagnostics: diagnostics)
    let literal = reader.literal(node, as: type)
    diagnostics = reader.diagnostics
    return literal
  }

  private mutating func defaultValue(
    of draft: KeyDraft, _ type: ValueType, isOptional: Bool
  ) -> Literal? {
    guard let node = draft.defaultValue else {
      if !isOptional {
        diagnostics.report(
          .missingDefault(draft.member.value, type: draft.type?.text ?? ""), at: draft.member.span)
      }
      return nil
    }
    if isOptional {
      if !node.isNull { diagnostics.report(.defaultOfOptional, at: node.span) }
      return nil
    }
    return literal(node, as: type)
  }
}
