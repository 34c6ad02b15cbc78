/// Checks the declared types and keys of a target whose names are resolved.
///
/// The namespaces are independent of each other but for the types, which are checked first.
struct DeclarationChecker {
  let tree: NamespaceTree
  /// The day for which `expires` is checked, or nil.
  let today: String?
  var diagnostics: DiagnosticBag
  /// The types, once they are checked.
  var types: [TypeModel] = []

  func checkedKeys(of node: NamespaceNode) -> [CheckedKey] {
    node.keys.map { declaration in
      let storageString =
        declaration.storageString?.value
        ?? StorageString.joined(node.prefix, declaration.id?.value ?? declaration.member.value)
      return CheckedKey(
        declaration: declaration, node: node, storageString: storageString,
        formerKeys: formerKeys(of: declaration, in: node),
        model: keyModel(of: declaration, in: node, storageString: storageString))
    }
  }

  /// Checks one key.
  ///
  /// - Returns: nil if the key's type could not be read; everything else hangs on that.
  func keyModel(
    of declaration: KeyDeclaration, in node: NamespaceNode, storageString: String
  ) -> KeyModel? {
    checkExpiry(of: declaration, in: node)
    if let string = declaration.storageString, let id = declaration.id {
      diagnostics.report(
        .storageString, "`id` has no effect beside `storageString`; drop one of them",
        remedy: .removal, at: id.span, notes: [(.otherValueHere("storageString"), string.span)])
    }
    let parameters = parameters(of: declaration, in: node)
    guard let string = declaration.type,
      let (type, isOptional) = resolve(string, in: node, of: declaration)
    else { return nil }
    if isOptional {
      checkNone(of: type, at: string.span, unless: declaration.suppress + node.allSuppressions)
    }
    let access = declaration.access ?? node.access
    checkAccess(access, of: declaration.member.value, beside: type, at: string.span)
    let constraints = constraints(of: declaration, type, in: node)
    let value = defaultValue(of: declaration, type, isOptional: isOptional)
    let processing = declaration.processing.compactMap { step($0, for: type) }
    if case .literal(let literal) = value, let place = declaration.defaultValue {
      check(
        [literal], against: constraints, at: place.span, .defaultValue,
        "the default breaks a constraint of its own key")
      if let step = processing.first(where: { $0.changes(literal) }) {
        warn(
          .defaultProcessed,
          "`\(step.name)` of its own `processing` would change the default: `get` gives it as it is, and "
            + "setting the same value stores another; spell the default as it comes out",
          at: place.span, of: declaration, in: node)
      }
    }
    checkOutside(of: declaration, constraints, type, value)
    checkSecrecy(of: declaration, in: node)
    if !parameters.isEmpty, case .call(_, persists: true) = value,
      let node = declaration.defaultValue
    {
      diagnostics.report(
        .parameters, "a default that is stored is for a single key, not for a family", at: node.span
      )
    }
    if let coding = declaration.coding, coding.value != .convertible,
      case .call(_, persists: true) = value, let node = declaration.defaultValue
    {
      diagnostics.report(
        .coding, "a default that is stored needs a type that is `convertible`", at: node.span,
        notes: [(.otherValueHere("coding"), coding.span)])
    }
    let formerKeys = formerKeys(of: declaration, in: node).map(\.value)
    let declared = Set(declaration.formerKeys.map { ExactString($0.value) })
    let keepsFormerKey =
      declaration.movesLater != nil
      || node.keepsFormerNames && declaration.storageString == nil && declaration.migrate == nil
    return KeyModel(
      name: declaration.member.value,
      storageString: storageString, parameters: parameters, type: type, isOptional: isOptional,
      defaultValue: value ?? .absent,
      processing: processing,
      constraints: constraints.map(\.value), outside: declaration.outside?.value,
      documentation: declaration.documentation,
      access: access, coding: declaration.coding?.value,
      willChange: declaration.willChange.map(diagnostics.sources.reference),
      didChange: declaration.didChange.map(diagnostics.sources.reference),
      lifecycle: declaration.lifecycle,
      presentation: presentation(of: declaration, type, constraints),
      formerKeys: formerKeys,
      inheritedFormerKeys: formerKeys.filter { !declared.contains(ExactString($0)) },
      movesLater: keepsFormerKey && !formerKeys.isEmpty,
      migrate: declaration.migrate.map(diagnostics.sources.reference),
      revision: revision(of: declaration, type),
      defaultIsForNew: isDefaultForNew(of: declaration, value),
      allowsStorageClash: (declaration.suppress + node.allSuppressions).contains {
        $0.value == Rule.storageClash.rawValue
      },
      origin: diagnostics.sources.origin(of: declaration.member.span),
      typeOrigin: diagnostics.sources.origin(of: string.span))
  }

  private func checkSecrecy(of declaration: KeyDeclaration, in node: NamespaceNode) {
    let lifecycle = declaration.lifecycle
    if lifecycle.sensitivity == .secret, lifecycle.store == nil {
      warn(
        .clearText,
        "a secret key without `store` is kept with the others, in clear text if that is a property list; "
          + "name the program's store of secrets with `store`, or, if the program routes keys by their "
          + "sensitivity, add \"suppress\": [\"clear-text\"]", at: declaration.member.span,
        of: declaration, in: node)
    } else if lifecycle.keychain != nil, lifecycle.store == nil {
      warn(
        .clearText,
        "`keychain` is a rule of Apple's keychain, and without `store` the key is kept with the others; name the "
          + "program's store of secrets with `store`, or leave the rule out",
        at: declaration.member.span,
        of: declaration, in: node)
    }
  }

  /// Reads a value with the types of the target at hand.
  func literal(_ node: JSONNode, as type: ValueType) -> Literal? {
    var reader = LiteralReader(types: types, diagnostics: diagnostics)
    return reader.literal(node, as: type)
  }
}
