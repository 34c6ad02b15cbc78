import KeywrightSchema

/// Makes the part of the registry that leads from a storage string to its key: a `switch` over the
/// hashes, which the compiler makes a binary search.
///
/// Nothing is built when the program starts, and no expression grows with the number of keys. With many
/// keys the switch is one of several, found by the first bits of the hash: a compiler's time for one
/// function grows faster than its length.
struct NamedKeysTranslator {
  /// The most keys of one switch, on average.
  private static let bucketSize = 64

  let scope: Scope
  let modifiers: SwiftModifiers

  private struct Entry {
    let hash: UInt64
    let key: SwiftExpression
  }

  /// The function that the runtime calls, and those that it calls.
  func declarations() -> [SwiftDeclaration] {
    let entries = entries(in: scope.model.root).sorted { $0.hash < $1.hash }
    if entries.isEmpty { return [] }
    let hash = SwiftExpression.name("hash")
    let documentation = ["The key, or the family, whose storage string has a hash."]
    if entries.count <= Self.bucketSize {
      return [
        function("_key(hash", modifiers, documentation, lookup(entries))
      ]
    }
    var bits: UInt64 = 1
    while entries.count >> Int(clamping: bits) > Self.bucketSize { bits += 1 }
    var functions: [SwiftDeclaration] = []
    var cases: [(SwiftExpression, SwiftExpression)] = []
    var rest = entries[...]
    for bucket in 0..<(1 as UInt64) << bits {
      let own = rest.prefix { $0.hash >> (64 - bits) == bucket }
      rest = rest.dropFirst(own.count)
      if own.isEmpty { continue }
      let name = scope.model.root.freeName("keys\(bucket)")
      functions.append(function(name + "(_ hash", .private, [], lookup(Array(own))))
      cases.append(
        (
          .integer(IntegerLiteral(isNegative: false, magnitude: bucket)),
          .call(name, [SwiftArgument(nil, hash)])
        ))
    }
    let first = lookup("hash >> \(64 - bits)", cases)
    return [function("_key(hash", modifiers, documentation, first)] + functions
  }

  private func function(
    _ head: String, _ modifiers: SwiftModifiers, _ documentation: [String],
    _ statement: SwiftStatement
  ) -> SwiftDeclaration {
    let parts = head.split(separator: "(")
    return SwiftDeclaration(
      .function(
        SwiftFunction(
          head: "func \(parts[0])", parameters: ["\(parts[1]): \(scope.swift("UInt64"))"],
          suffix: "-> \(scope.runtime("AnyKey"))?", statements: [statement])),
      modifiers: [modifiers, .static], documentation: documentation)
  }

  private func lookup(
    _ subject: String, _ cases: [(pattern: SwiftExpression, value: SwiftExpression)]
  ) -> SwiftStatement {
    .switch(
      subject,
      cases.map { SwiftSwitchCase(patterns: [$0.pattern], statement: .return($0.value)) } + [
        SwiftSwitchCase(patterns: [], statement: .return(.none))
      ])
  }

  private func lookup(_ entries: [Entry]) -> SwiftStatement {
    lookup("hash", entries.map { (.hexadecimal($0.hash), $0.key) })
  }

  private func entries(in namespace: NamespaceModel) -> [Entry] {
    let space = KeySpace(namespace: namespace, scope: scope)
    return namespace.keys.map { key in
      Entry(
        hash: StorageString.hash(of: key.storageString),
        key: KeyTranslator(key: key, space: space).namedReference)
    } + namespace.children.flatMap(entries)
  }
}

extension KeyTranslator {
  /// The key without its types, where its own name cannot be used for it: a family, which has no key
  /// without parameters, and a deprecated key.
  func namedKey() -> SwiftDeclaration? {
    if isNamedByItself { return nil }
    let type = scope.runtime("AnyKey")
    let plain = SwiftExpression.call(keyType, keyArguments())
    let forms = key.parameters.map(parameterForm)
    let value: SwiftExpression =
      forms.isEmpty
      ? .memberCall("init", [SwiftArgument(nil, plain)])
      : .memberCall(
        "init", [SwiftArgument("_family", plain), SwiftArgument(nil, .array(forms))])
    return SwiftDeclaration(
      .computed(namedName, type: type, value), modifiers: .static,
      comment: scope.model.place(of: key.origin))
  }

  /// The key without its types, as the registry refers to it.
  var namedReference: SwiftExpression {
    let place = place.isEmpty ? "Self." : place
    if !isNamedByItself { return .name(place + namedName) }
    let own = key.swiftName == "self" ? "`self`" : SwiftKeywords.quotedMember(key.swiftName)
    return .call(scope.runtime("AnyKey"), [SwiftArgument(nil, .name(place + own))])
  }

  private var isNamedByItself: Bool { key.parameters.isEmpty && key.lifecycle.deprecated == nil }
  private var namedName: String { namespace.freeName(key.swiftName + "Named") }

  private func parameterForm(_ parameter: ParameterModel) -> SwiftExpression {
    let type = SwiftExpression.name(scope.text(parameter.type) + ".self")
    guard case .scalar(let scalar) = parameter.type else { return .member("rawValue", type) }
    return switch scalar {
    case .string: .member("string")
    case .bool: .member("boolean")
    case .uuid: .member("uuid")
    default: .member("integer", type)
    }
  }
}
