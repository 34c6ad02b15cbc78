/// Turns the syntax of a type into a type, in the sight of one namespace.
struct TypeResolver {
  /// The library's generic types, which can also be spelled out.
  static let generics = ["Array", "Set", "Dictionary", "Optional"]

  let node: NamespaceNode
  /// Whether a declared type can be an element of a set: an enum can, a struct cannot.
  let isHashable: (TypeID) -> Bool
  /// Whether an unknown name is a type of the user's own: the key says how it is stored.
  var acceptsOwnTypes = false
  /// Whether the type is that of a key, which can say so.
  var isOfKey = false

  /// Resolves a whole type, which may be optional.
  func resolve(_ syntax: TypeSyntax) throws(TypeFault) -> (type: ValueType, isOptional: Bool) {
    if let wrapped = try optional(syntax) {
      if try optional(wrapped) != nil {
        throw TypeFault(problem: .optionalOfOptional, range: syntax.range)
      }
      return (try inner(wrapped), true)
    }
    return (try inner(syntax), false)
  }

  private func optional(_ syntax: TypeSyntax) throws(TypeFault) -> TypeSyntax? {
    switch syntax {
    case .optional(let wrapped, _): wrapped
    case .generic("Optional", _, let arguments, _) where arguments.count == 1: arguments[0]
    default: nil
    }
  }

  private func inner(_ syntax: TypeSyntax) throws(TypeFault) -> ValueType {
    if try optional(syntax) != nil {
      throw TypeFault(problem: .optionalInside, range: syntax.range)
    }
    switch syntax {
    case .name(let name, let range): return try named(name, range)
    case .array(let element, _): return .array(try inner(element))
    case .dictionary(let key, let value, _): return try dictionary(key, value)
    case .generic(let name, let nameRange, let arguments, let range):
      return try generic(name, nameRange, arguments, range)
    case .optional: throw TypeFault(problem: .optionalInside, range: syntax.range)
    }
  }

  private func generic(
    _ name: String, _ nameRange: Range<Int>, _ arguments: [TypeSyntax], _ range: Range<Int>
  ) throws(TypeFault) -> ValueType {
    guard Self.generics.contains(name) else {
      if !acceptsOwnTypes { throw unknown(name, nameRange) }
      let expected = "a type of yours by its name alone"
      throw TypeFault(
        problem: .typeSyntax(found: "`\(name)<`", expected: expected), range: nameRange)
    }
    let wanted = name == "Dictionary" ? 2 : 1
    if arguments.count != wanted {
      throw TypeFault(
        problem: .typeArguments(name, wanted: wanted, found: arguments.count), range: range)
    }
    switch name {
    case "Array": return .array(try inner(arguments[0]))
    case "Set": return try set(arguments[0])
    default: return try dictionary(arguments[0], arguments[1])
    }
  }

  private func set(_ element: TypeSyntax) throws(TypeFault) -> ValueType {
    let type = try inner(element)
    if !canBeHashed(type) {
      throw TypeFault(problem: .setElement, range: element.range)
    }
    return .set(type)
  }

  private func dictionary(_ key: TypeSyntax, _ value: TypeSyntax) throws(TypeFault) -> ValueType {
    let keyType = try inner(key)
    let isKey =
      switch keyType {
      case .scalar(let scalar): scalar.isDictionaryKey
      case .declared(let id): isHashable(id)
      // The compiler knows, and says so.
      case .own: true
      default: false
      }
    if !isKey { throw TypeFault(problem: .dictionaryKey, range: key.range) }
    return .dictionary(key: keyType, value: try inner(value))
  }

  private func canBeHashed(_ type: ValueType) -> Bool { type.isHashable(isHashable) }

  private func named(_ name: String, _ range: Range<Int>) throws(TypeFault) -> ValueType {
    if let scalar = ScalarType(rawValue: name) { return .scalar(scalar) }
    if let id = node.lookUp(name) { return .declared(id) }
    if Self.generics.contains(name) {
      let wanted = name == "Dictionary" ? 2 : 1
      throw TypeFault(problem: .typeArguments(name, wanted: wanted, found: 0), range: range)
    }
    if acceptsOwnTypes, let symbol = Symbol(name) { return .own(symbol) }
    throw unknown(name, range)
  }

  private func unknown(_ name: String, _ range: Range<Int>) -> TypeFault {
    let names = node.visibleTypes + ScalarType.allCases.map(\.rawValue) + Self.generics
    let familiar = ["Boolean": "Bool", "Integer": "Int", "Number": "Double", "str": "String"]
    let suggestion = familiar[name] ?? NearMiss.suggestion(for: name, among: names)
    return TypeFault(
      problem: .unknownType(name, ofKey: isOfKey, suggestion: suggestion), range: range)
  }
}

extension TargetChecker {
  /// The type that a string spells in the sight of a namespace; reports what is wrong with it.
  mutating func resolve(
    _ string: JSONString, in node: NamespaceNode, of key: KeyDraft? = nil
  ) -> (type: ValueType, isOptional: Bool)? {
    let coding = key?.coding
    if coding == nil, let known = node.resolvedTypes[string.text] { return known }
    let drafts = typeDrafts
    let resolver = TypeResolver(
      node: node, isHashable: { drafts[$0.index].draft.fields == nil },
      acceptsOwnTypes: coding != nil || key?.misspelled.contains("coding") == true,
      isOfKey: key != nil)
    do throws(TypeFault) {
      let syntax = try TypeParser.parse(string.text)
      let resolved = try resolver.resolve(syntax)
      if let coding {
        checkCoding(coding, of: resolved.type)
      } else {
        node.resolvedTypes[string.text] = resolved
      }
      return resolved
    } catch {
      diagnostics.report(error.problem, at: string.span(of: error.range))
      return nil
    }
  }
}

extension TargetChecker {
  /// Reports a coding that the type does not want, or cannot have.
  private mutating func checkCoding(_ coding: Located<Coding>, of type: ValueType) {
    if !type.holdsOwnType {
      diagnostics.report(.codingOfKnownType, at: coding.span)
    } else if coding.value != .convertible, case .own = type {
      return
    } else if coding.value != .convertible {
      diagnostics.report(.codingInside(coding.value.rawValue), at: coding.span)
    }
  }
}
