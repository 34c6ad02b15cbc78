extension TargetChecker {
  /// Finds names that Swift or generated code needs, and names that people confuse.
  func checkNames(of node: NamespaceNode) {
    var values: [String: (name: String, place: Span)] = [:]
    var types: [String: (name: String, place: Span)] = [:]
    for (key, place) in node.keys.lazy.map({ ($0.swiftName.value, $0.swiftName.span) }) {
      checkReservation(of: key, .key, at: place)
      if node.parent == nil, NameCheck.values(ofRegistry: true).contains(key),
        !NameCheck.membersOfNamespaces.contains(key)
      {
        diagnostics.report(
          .reservedName(
            key, of: .key, reason: "the registry, which holds keys without a namespace, has it"),
          at: place)
      }
      register(key, at: place, in: &values)
      // The children of this namespace are registered below.
      if let type = tree.uncasedTypes[key], !node.children.contains(where: { $0.swiftName == key })
      {
        diagnostics.reportClash(of: key, at: place, with: type)
      }
    }
    for child in node.children {
      checkReservation(of: child.swiftName, .namespace, at: child.place)
      checkRegistry(child.swiftName, .namespace, at: child.place, in: node)
      register(child.swiftName, at: child.place, in: &values)
      types[SwiftName.folded(child.swiftName)] = (child.swiftName, child.place)
      checkNames(of: child)
    }
    checkValues(of: node)
    for type in node.types {
      let place = tree.types[type.id.index].declaration.member.span
      checkReservation(of: type.name, .type, at: place)
      checkRegistry(type.name, .type, at: place, in: node)
      register(type.name, at: place, in: &types)
      if NameCheck.keywords.contains(type.name) {
        diagnostics.report(
          .reservedName(type.name, of: .type, reason: "it is a keyword of Swift"), at: place)
      }
      let isScalar = ScalarType(rawValue: type.name)?.isFoundation == false
      if isScalar || ValueType.generics.contains(type.name) {
        diagnostics.report(
          .reservedName(
            type.name, of: .type, reason: "schemas use it for a type of the library"), at: place)
      }
    }
    if let values = node.merged.values, values.value {
      register("Values", at: values.span, in: &types)
    }
  }

  /// In a values struct keys and nested namespaces stand side by side, the latter as schemas name
  /// them.
  private func checkValues(of node: NamespaceNode) {
    guard node.merged.values?.value == true else { return }
    // Two keys of one name are reported elsewhere.
    var properties = Dictionary(
      node.keys.map {
        (SwiftName.folded($0.swiftName.value), (name: $0.swiftName.value, place: $0.swiftName.span))
      }, uniquingKeysWith: { first, _ in first })
    for child in node.children
    where child.merged.values?.value == true
      && SwiftName.folded(child.swiftName) != SwiftName.folded(child.member)
    {
      register(child.member, at: child.place, in: &properties)
    }
  }

  /// The registry is a type at the top of the module, as what stands outside namespaces is.
  private func checkRegistry(
    _ name: String, _ subject: NamedEntity, at place: Span, in node: NamespaceNode
  ) {
    guard node.parent == nil, SwiftName.folded(name) == SwiftName.folded(module + "Keys") else {
      return
    }
    diagnostics.report(
      .reservedName(name, of: subject, reason: "the registry of this module has it"), at: place)
  }

  private func checkReservation(
    of name: String, _ subject: NamedEntity, at place: Span
  ) {
    let isType = subject != .key
    // An invalid name has a diagnostic of its own.
    if let reason = NameCheck.reservation(of: name, isType: isType, module: module),
      SwiftName.isLowerCamelCase(name) != isType
    {
      diagnostics.report(.reservedName(name, of: subject, reason: reason), at: place)
    }
  }

  private func register(
    _ name: String, at place: Span, in names: inout [String: (name: String, place: Span)]
  ) {
    let folded = SwiftName.folded(name)
    guard let other = names[folded] else {
      names[folded] = (name, place)
      return
    }
    if other.place != place {
      diagnostics.reportClash(of: name, at: place, with: other)
    }
  }
}

extension DiagnosticBag {
  /// Reports two declarations of names that people or the compiler confuse.
  func reportClash(of name: String, at place: Span, with other: (name: String, place: Span)) {
    // The later of the two is at fault, whichever was looked at first.
    let isLater = (other.place.file, other.place.start) < (place.file, place.start)
    let first = isLater ? other : (name: name, place: place)
    let second = isLater ? (name: name, place: place) : other
    report(
      .nameClash(second.name, other: first.name), at: second.place,
      notes: [(.declaredHere(first.name), first.place)])
  }
}
