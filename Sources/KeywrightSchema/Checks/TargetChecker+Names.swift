extension TargetChecker {
  /// Finds names that Swift or generated code needs, and names that people confuse.
  func checkNames(of node: NamespaceNode) {
    var values: [String: (name: String, place: Span)] = [:]
    var types: [String: (name: String, place: Span)] = [:]
    for declaration in node.keys {
      let (key, place) = (declaration.member.value, declaration.member.span)
      let isKept = declaration.id != nil || declaration.storageString != nil
      checkReservation(
        of: key, .key, at: place, in: node, keeping: isKept ? nil : declaration.member.value)
      register(key, at: place, in: &values)
      // The children of this namespace are registered below.
      if let type = tree.uncasedTypes[key], !node.children.contains(where: { $0.swiftName == key })
      {
        diagnostics.reportClash(of: key, at: place, with: type)
      }
    }
    for child in node.children {
      checkReservation(
        of: child.swiftName, .namespace, at: child.place, in: node, isMember: !child.isDeclared,
        keeping: child.merged.id == nil ? child.member : nil, silencedBy: child)
      register(child.swiftName, at: child.place, in: &values)
      types[SwiftName.folded(child.swiftName)] = (child.swiftName, child.place)
      checkNames(of: child)
    }
    for type in node.types {
      let place = tree.types[type.id.index].declaration.member.span
      checkReservation(of: type.name, .type, at: place, in: node)
      register(type.name, at: place, in: &types)
    }
    if let values = node.merged.values, values.value {
      register("Values", at: values.span, in: &types)
    }
  }

  /// Reports a name that cannot be declared in a namespace, or that hides a type of Foundation.
  ///
  /// - Parameters:
  ///   - isMember: whether the declaration has no place for an id.
  ///   - id: the id that another name would change.
  ///   - space: the declaration itself, if it is a namespace.
  private func checkReservation(
    of name: String, _ subject: NamedEntity, at place: Span, in node: NamespaceNode,
    isMember: Bool = false, keeping id: String? = nil, silencedBy space: NamespaceNode? = nil
  ) {
    let isType = subject != .key
    // An invalid name has a diagnostic of its own.
    if SwiftName.isLowerCamelCase(name) == isType { return }
    if let space, !SwiftName.isLowerCamelCase(space.member) { return }
    // A file that has reached its limit of problems gets no more messages, so its names are not compared.
    if diagnostics.isFull(place.file) { return }
    let reason =
      NameCheck.reservation(of: name, isType: isType, module: module)
      ?? registryReason(of: name, isType: isType, in: node)
    if reason == nil, !isType || !NameCheck.isOfFoundation(name) { return }
    let instead = instead(of: space?.member ?? name, subject, in: node)
    // What is stored keeps its name where the declaration has a place for that.
    let hasID = subject == .key || subject == .namespace && !isMember
    let kept = hasID ? id.map { [MemberText("id", JSONText.quoted($0))] } ?? [] : []
    let advice: MessageText = "\(call: "the \(subject.rawValue)", instead, with: kept)"
    let remedy: Remedy =
      hasID
      ? .renaming(to: instead, at: place.start..<place.end, with: kept) : .replacement(instead)
    if let reason {
      diagnostics.report(
        .reservedName, "`\(name)` is reserved: \(words: reason); \(advice)", remedy: remedy,
        at: place)
    } else {
      let message = DiagnosticMessage(
        .foundationName,
        "`\(name)` hides the type `\(name)` of Foundation from the program's own code; \(advice)",
        remedy: remedy)
      diagnostics.report(message, at: place, unless: (space ?? node).allSuppressions)
    }
  }

  /// The registry is a type at the top of the module, as declarations outside namespaces are. It holds the
  /// keys without a namespace.
  private func registryReason(of name: String, isType: Bool, in node: NamespaceNode) -> String? {
    if node.parent != nil { return nil }
    if !isType {
      return NameCheck.values(ofRegistry: true).contains(name)
        ? "the registry, which holds keys without a namespace, has it" : nil
    }
    return SwiftName.folded(name) == SwiftName.folded(module + "Keys")
      ? "the registry of this module has it" : nil
  }

  /// A name that nothing refuses.
  private func instead(
    of name: String, _ subject: NamedEntity, in node: NamespaceNode
  ) -> String {
    let names =
      node.keys.map(\.member.value) + node.children.map(\.swiftName) + node.types.map(\.name)
    return NameCheck.freeName(
      near: name, of: subject, in: module, besides: Set(names.map(SwiftName.folded)))
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
