import KeywrightSchema

/// The spellings that the keys of one namespace share.
final class KeySpace: Sendable {
  let namespace: NamespaceModel
  let scope: Scope
  /// The namespace's type.
  let reference: String
  /// The namespace's path as text.
  let path: String
  /// The runtime's types.
  let key, keyDescriptor: String

  init(namespace: NamespaceModel, scope: Scope) {
    self.namespace = namespace
    self.scope = scope
    reference = namespace.isRoot ? scope.runtime("Root") : scope.reference(to: namespace)
    path = namespace.path.joined(separator: ".")
    key = scope.runtime("Key")
    keyDescriptor = scope.runtime("KeyDescriptor")
  }
}

/// Turns one checked key into declarations.
struct KeyTranslator {
  let key: KeyModel
  let space: KeySpace

  var namespace: NamespaceModel { space.namespace }
  var scope: Scope { space.scope }

  /// Adds the key, after its descriptor if it needs one, before what others refer to it by.
  func append(to declarations: inout [SwiftDeclaration]) {
    declarations += symbols()
    if needsDescriptor { declarations.append(descriptor()) }
    declarations.append(declaration())
    if let migration = migration() { declarations.append(migration) }
    if let migration = storeMigration() { declarations.append(migration) }
    declarations += earlierDefaults
    if let listed = listedKey() { declarations.append(listed) }
  }

  /// Whether a value of the key is stored by a coding that the descriptor names.
  var isCoded: Bool {
    guard let coding = key.coding else { return false }
    return coding != .convertible
  }

  /// Whether the registry has a migration of the key.
  ///
  /// Its descriptor then says so, and has the default: no reader gets that without a look there.
  var isMigrated: Bool { hasMigration || !key.defaultSince.isEmpty }

  /// Whether a value may be elsewhere than under the key's name: then its descriptor has the default, so that
  /// no reader gets that without a look there.
  var isLookedFor: Bool { isMigrated || key.movesLater }

  /// Whether the value of a former key is brought along at the opening of a store.
  var hasMigration: Bool { !key.formerKeys.isEmpty && !key.movesLater }

  /// The default, if it is written in the key itself.
  var plainDefault: Literal? { isLookedFor ? nil : plainLiteral }

  /// The default, if Swift has a literal for it.
  var plainLiteral: Literal? {
    guard case .literal(let literal) = key.defaultValue, literal.isPlain else { return nil }
    return literal
  }

  private var needsDescriptor: Bool {
    let hasDefault =
      switch key.defaultValue {
      case .absent: false
      case .literal: plainDefault == nil
      case .call: true
      }
    return hasDefault || isCoded || isLookedFor || !key.processing.isEmpty
      || !key.constraints.isEmpty || key.willChange != nil || key.didChange != nil
      || key.lifecycle.timeToLive != nil
      || key.lifecycle.maxAge != nil || key.lifecycle.accessibility != nil
      || key.lifecycle.isSynchronizable != nil
      || key.lifecycle.cost != nil || key.lifecycle.sensitivity != .public
  }

  var descriptorName: String { freeName(key.swiftName + "Descriptor") }

  /// The name of a constant beside the key, as it is written there.
  func constantName(_ suffix: String) -> String {
    SwiftKeywords.quoted(freeName(key.swiftName + suffix))
  }

  /// The name, or one made from it that means nothing in the namespace and is no parameter of the key.
  private func freeName(_ name: String) -> String {
    var name = namespace.freeName(name)
    while key.parameters.contains(where: { $0.name == name }) {
      name = namespace.freeName(name + "_")
    }
    return name
  }

  /// The type of the value, without `?`.
  var wrappedType: String { ownTypeName ?? scope.text(key.type) }

  var valueType: String { wrappedType + (key.isOptional ? "?" : "") }

  private var isInlinable: Bool {
    key.access == .public && !needsDescriptor && (plainDefault?.isBuiltIn ?? true)
  }

  private func declaration() -> SwiftDeclaration {
    let type = keyType
    let components = key.parameters.map { parameter in
      SwiftExpression.call(
        scope.runtime("KeyParameter"),
        [SwiftArgument(nil, .name(SwiftKeywords.quoted(parameter.name)))])
    }
    let value = SwiftExpression.memberCall("init", keyArguments(parameters: components))
    let name = SwiftKeywords.quoted(key.swiftName)
    let kind: SwiftDeclaration.Kind =
      key.parameters.isEmpty
      ? .computed(name, type: type, value)
      : .function(
        SwiftFunction(
          head: "func \(name)",
          parameters: key.parameters.map { parameter in
            SwiftKeywords.quotedParameter(parameter.name) + ": " + scope.text(parameter.type)
          },
          suffix: "-> \(type)", statements: [.expression(value)]))
    return SwiftDeclaration(
      kind, modifiers: [key.access.modifiers, .static],
      attributes: key.deprecation + (isInlinable ? [.inlinable] : []),
      documentation: documentation)
  }

  var keyType: String {
    "\(space.key)<\(space.reference), \(valueType)>"
  }

  /// The arguments that make the key.
  ///
  /// - Parameter parameters: the components that identify one key of a family; none for the family.
  func keyArguments(parameters: [SwiftExpression] = []) -> [SwiftArgument] {
    var arguments: [SwiftArgument] = []
    arguments.add("_declared", .string(key.storageString))
    if key.parameters.isEmpty {
      let hash = StorageString.hash(of: key.storageString)
      arguments.append(SwiftArgument("hash", .hexadecimal(hash)))
    } else {
      arguments.append(SwiftArgument("parameters", .array(parameters)))
    }
    if let literal = plainDefault {
      arguments.append(SwiftArgument("default", literal.expression(in: scope)))
    }
    if needsDescriptor {
      let label = isCoded ? key.isOptional ? "optional" : "coded" : "descriptor"
      arguments.append(SwiftArgument(label, .name(SwiftKeywords.quoted(descriptorName))))
    }
    return arguments
  }

  private var documentation: [String] {
    let file = scope.model.files[key.origin.file].name
    let components =
      key.parameters.isEmpty ? "" : key.parameters.map { ":<\($0.name)>" }.joined()
    let string = key.storageString
    let (value, line) = (defaultText, String(key.origin.line))
    var paragraphs = key.documentation.paragraphs
    if key.documentation.summary.isEmpty {
      paragraphs.append("Stored as `\(string)\(components)`.")
      paragraphs.append("")
      paragraphs.append(
        "Default \(value). Declared in \(file), line \(line).")
    } else {
      paragraphs.append(
        "Stored as `\(string)\(components)`; default \(value). Declared in \(file), line \(line).")
    }
    return paragraphs
  }

  private var defaultText: String {
    switch key.defaultValue {
    case .absent: "`nil`"
    case .literal(let literal): "`\(key.lifecycle.sensitivity.shown(literal.shortText))`"
    case .call(let reference, _): "`\(reference.symbol.text)()`"
    }
  }
}

extension KeyModel {
  /// Whether the key has callbacks.
  var isObserved: Bool { willChange != nil || didChange != nil }
}

extension KeyTranslator {
  /// The key for lists of keys, where its own name cannot be used there: a family, which has no key
  /// without parameters, and a deprecated key.
  func listedKey() -> SwiftDeclaration? {
    if isListedByName { return nil }
    return SwiftDeclaration(
      .computed(listedName, type: keyType, .memberCall("init", keyArguments())),
      modifiers: .static, comment: scope.model.place(of: key.origin))
  }

  /// The key as lists of keys refer to it.
  var listReference: SwiftExpression {
    let place = place.isEmpty ? "Self." : place
    if !isListedByName { return .name(place + listedName) }
    let isSelf = key.swiftName == "self"
    return .name(place + (isSelf ? "`self`" : SwiftKeywords.quotedMember(key.swiftName)))
  }

  /// The types of a family's parameters, as the runtime checks components by them.
  var parameterForms: [SwiftExpression] {
    key.parameters.map { parameter in
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

  /// The key's name beside it; a bare `self` would be the type.
  var nearName: String {
    key.swiftName == "self" ? "Self.`self`" : SwiftKeywords.quoted(key.swiftName)
  }

  /// The prefix of a member of the namespace in references from elsewhere.
  var place: String { namespace.isRoot ? "" : space.reference + "." }

  private var isListedByName: Bool { key.parameters.isEmpty && key.lifecycle.deprecated == nil }
  private var listedName: String { namespace.freeName(key.swiftName + "Listed") }
}
