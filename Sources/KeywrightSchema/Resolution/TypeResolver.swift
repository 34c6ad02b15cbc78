/// Turns the syntax of a type into a type that one namespace sees.
struct TypeResolver {
  let node: NamespaceNode
  /// The types of the target, each with the namespace it was declared in.
  let declarations: [(declaration: TypeDeclaration, node: NamespaceNode)]
  /// Whether an unknown name is a type of the user's own: the key says how it is stored.
  var acceptsOwnTypes = false
  /// Whether the type is that of a key, which can say so.
  var isOfKey = false
  /// Whether anyone will read what could be meant by an unknown name.
  var isAdvising = true

  /// The mistakes in the type; each part is checked, even if another is wrong.
  private(set) var faults: [TypeFault] = []
  /// The number of mistakes at which the resolver stops: a damaged text may have thousands.
  private static let mostFaults = 10

  /// Resolves a whole type, which may be optional.
  mutating func resolve(_ syntax: TypeSyntax) -> (type: ValueType, isOptional: Bool)? {
    guard let wrapped = optional(syntax) else { return inner(syntax).map { ($0, false) } }
    if optional(wrapped) != nil {
      return fail(
        .optional, "an optional of an optional: absence has one meaning; write one `?`",
        syntax.range)
    }
    return inner(wrapped).map { ($0, true) }
  }

  private mutating func fail<Resolved>(
    _ rule: Rule, _ text: MessageText, remedy: Remedy? = nil, _ range: Range<Int>,
    notes: [(MessageText, Span)] = []
  ) -> Resolved? {
    let message = DiagnosticMessage(rule, text, remedy: remedy)
    faults.append(TypeFault(message: message, range: range, notes: notes))
    return nil
  }

  private func optional(_ syntax: TypeSyntax) -> TypeSyntax? {
    if case .optional(let wrapped, _) = syntax { wrapped } else { nil }
  }

  private mutating func inner(_ syntax: TypeSyntax) -> ValueType? {
    if faults.count == Self.mostFaults { return nil }
    switch syntax {
    case .optional:
      return fail(
        .optional,
        "an optional inside another type: a property list has no null; leave the element out instead",
        syntax.range)
    case .name(let name, let range): return named(name, range)
    case .array(let element, _): return inner(element).map(ValueType.array)
    case .dictionary(let key, let value, _):
      return dictionary(inner(key), at: key.range, inner(value))
    case .generic("Set", _, let arguments, let range):
      // No type takes more than two.
      let types = arguments.prefix(2).map { inner($0) }
      return arguments.count == 1
        ? set(types[0], at: arguments[0].range) : failSet(arguments.count, range)
    case .generic(let name, let nameRange, let arguments, _):
      let known = Self.brackets.keys.sorted()
      if let meant = known.contains(name)
        ? name : SpellingSuggestion.nearest(to: name, among: known)
      {
        return failBrackets(.generic(meant, nameRange: nameRange, arguments, syntax.range), name)
      }
      if !acceptsOwnTypes { return unknown(name, nameRange) }
      return fail(
        .typeSyntax, "in a type: expected a type of yours by its name alone, found `\(name)<`",
        nameRange)
    }
  }

  /// The types of Swift that have a spelling of their own.
  private static let brackets = [
    "Array": "[Element]", "Dictionary": "[Key: Value]", "Optional": "Wrapped?",
  ]

  /// - Parameter name: The name as it is spelled, perhaps wrongly.
  private mutating func failBrackets(_ syntax: TypeSyntax, _ name: String) -> ValueType? {
    guard case .generic(let meant, _, _, let range) = syntax else { return nil }
    let spelling = syntax.text
    return fail(
      .typeSyntax,
      "in a type: expected `\(spelling ?? Self.brackets[meant] ?? "")`, found `\(name)<`",
      remedy: spelling.map(Remedy.replacement), range)
  }

  private mutating func failSet(_ found: Int, _ range: Range<Int>) -> ValueType? {
    fail(.typeRule, "`Set` takes 1 type in angle brackets, found \(found)", range)
  }

  private mutating func set(_ element: ValueType?, at range: Range<Int>) -> ValueType? {
    guard let element else { return nil }
    if canBeHashed(element) { return .set(element) }
    return fail(
      .typeRule, "the elements of a set must be hashable: scalars, enums, or collections of them",
      range)
  }

  private mutating func dictionary(
    _ key: ValueType?, at range: Range<Int>, _ value: ValueType?
  ) -> ValueType? {
    guard let key else { return nil }
    let isKey =
      switch key {
      case .scalar(let scalar): scalar.isDictionaryKey
      case .declared(let id): isHashable(id)
      // The compiler knows, and says so.
      case .own: true
      default: false
      }
    if !isKey {
      return fail(
        .typeRule, "the keys of a dictionary must be String, an integer, or an enum", range)
    }
    return value.map { .dictionary(key: key, value: $0) }
  }

  /// Whether a declared type can be an element of a set: an enum can, a struct cannot.
  private func isHashable(_ id: TypeID) -> Bool { declarations[id.index].declaration.fields == nil }

  private func canBeHashed(_ type: ValueType) -> Bool { type.isHashable(isHashable) }

  private mutating func named(_ name: String, _ range: Range<Int>) -> ValueType? {
    if let scalar = ScalarType(rawValue: name) { return .scalar(scalar) }
    if let id = node.lookUp(name) { return .declared(id) }
    if name == "Set" { return failSet(0, range) }
    if let spelling = Self.brackets[name] {
      return fail(.typeSyntax, "in a type: expected `\(spelling)`, found `\(name)`", range)
    }
    if acceptsOwnTypes, let symbol = Symbol(name) { return .own(symbol) }
    return unknown(name, range)
  }

  private mutating func unknown(_ name: String, _ range: Range<Int>) -> ValueType? {
    if !isAdvising { return failUnknown(name, suggestion: nil, range) }
    if node.lookUp(name) == nil, let id = typeElsewhere(name) {
      let (declaration, space) = declarations[id.index]
      let type = declaration.member
      if node.lookUp(type.value) == id {
        return failUnknown(name, suggestion: type.value, range)
      }
      // A file with an unreadable namespace is reported itself; the type may be visible once it is mended.
      if space.isNameless { return nil }
      let common = space.common(with: node)
      let place: MessageText =
        common.parent == nil
        ? "a file without a namespace, where all see it"
        : "`\(common.memberPath.joined(separator: "."))`, which holds both"
      return fail(
        .unknownType,
        "`\(type.value)` is declared in `\(space.memberPath.joined(separator: "."))` and seen only inside it; declare it in \(place)",
        range, notes: [(.declaredHere(type.value), type.span)])
    }
    let names = node.visibleTypes + ScalarType.allCases.map(\.rawValue) + ["Set"]
    // `Foundation.Date`: the types of the libraries are named without their modules here.
    let path = name.split(separator: ".").map(String.init)
    let unqualified =
      path.count == 2 && ["Swift", "Foundation", "FoundationEssentials"].contains(path[0])
      ? path[1] : name
    let isKnown = unqualified != name && names.contains(unqualified)
    let suggestion =
      isKnown
      ? unqualified
      : FamiliarWords.types[unqualified] ?? SpellingSuggestion.nearest(to: name, among: names)
    return failUnknown(name, suggestion: suggestion, range)
  }

  private mutating func failUnknown(
    _ name: String, suggestion: String?, _ range: Range<Int>
  ) -> ValueType? {
    let coding: MessageText = isOfKey ? ", or say its `coding` if it is a type of yours" : ""
    return fail(
      .unknownType,
      "unknown type `\(name)`\(meant: suggestion, otherwise: "; declare it under `types`\(coding)")",
      remedy: .spelling(suggestion), range)
  }

  /// The first type that has the name, or has the path in Swift or in schemas, wherever it is.
  private func typeElsewhere(_ name: String) -> TypeID? {
    let path = name.split(separator: ".").map(String.init)
    let index = declarations.firstIndex { declaration, space in
      declaration.member.value == path.last && space.isCalled(path.dropLast())
    }
    return index.map(TypeID.init(index:))
  }
}
